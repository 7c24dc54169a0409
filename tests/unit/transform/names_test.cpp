// What the source calls the memory that is touched, and where.
#include "transform/woven.h"

namespace heddle::transform {
namespace {

// clang -O0 -g of
//   struct node { int value; struct node *next; };
//   struct queue { struct node *head, *tail; int slots[4]; } q;
//   int grid[2][3];
//   void work(struct queue *p, int i) {
//     p->head->next = 0;
//     p->slots[i] = 1;
//     grid[1][i] = 2;
//     *&q.slots[3] = 4;
//     static int counter;
//     counter = 5;
//   }
//   void (*job)(struct queue *, int) = work;
//   int main(void) { return job != 0; }
constexpr char kProgram[] = R"(
%struct.queue = type { ptr, ptr, [4 x i32] }
%struct.node = type { i32, ptr }
@grid = global [2 x [3 x i32]] zeroinitializer, !dbg !0
@q = global %struct.queue zeroinitializer, !dbg !29
@work.counter = internal global i32 0, !dbg !5
@job = global ptr @work, !dbg !26
define void @work(ptr %0, i32 %1) !dbg !7 {
  %3 = alloca ptr
  %4 = alloca i32
  store ptr %0, ptr %3
    #dbg_declare(ptr %3, !43, !DIExpression(), !44)
  store i32 %1, ptr %4
    #dbg_declare(ptr %4, !45, !DIExpression(), !46)
  %5 = load ptr, ptr %3, !dbg !47
  %6 = getelementptr inbounds %struct.queue, ptr %5, i32 0, i32 0, !dbg !48
  %7 = load ptr, ptr %6, !dbg !48
  %8 = getelementptr inbounds %struct.node, ptr %7, i32 0, i32 1, !dbg !49
  store ptr null, ptr %8, !dbg !50
  %9 = load ptr, ptr %3, !dbg !51
  %10 = getelementptr inbounds %struct.queue, ptr %9, i32 0, i32 2, !dbg !52
  %11 = load i32, ptr %4, !dbg !53
  %12 = sext i32 %11 to i64, !dbg !51
  %13 = getelementptr inbounds [4 x i32], ptr %10, i64 0, i64 %12, !dbg !51
  store i32 1, ptr %13, !dbg !54
  %14 = load i32, ptr %4, !dbg !55
  %15 = sext i32 %14 to i64, !dbg !56
  %16 = getelementptr inbounds [3 x i32], ptr getelementptr inbounds ([2 x [3 x i32]], ptr @grid, i64 0, i64 1), i64 0, i64 %15, !dbg !56
  store i32 2, ptr %16, !dbg !57
  store i32 4, ptr getelementptr inbounds ([4 x i32], ptr getelementptr inbounds (%struct.queue, ptr @q, i32 0, i32 2), i64 0, i64 3), !dbg !58
  store i32 5, ptr @work.counter, !dbg !59
  ret void, !dbg !60
}
define i32 @main() !dbg !61 {
  %1 = alloca i32
  store i32 0, ptr %1
  %2 = load ptr, ptr @job, !dbg !64
  %3 = icmp ne ptr %2, null, !dbg !65
  %4 = zext i1 %3 to i32, !dbg !65
  ret i32 %4, !dbg !66
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!36}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "grid", scope: !2, file: !3, line: 3, type: !31, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug, globals: !4)
!3 = !DIFile(filename: "names.c", directory: "/nowhere")
!4 = !{!5, !26, !29, !0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !7, file: !3, line: 9, type: !18, isLocal: true, isDefinition: true)
!7 = distinct !DISubprogram(name: "work", scope: !3, file: !3, line: 4, type: !8, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !25)
!8 = !DISubroutineType(types: !9)
!9 = !{null, !10, !18}
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "queue", file: !3, line: 2, size: 256, elements: !12)
!12 = !{!13, !20, !21}
!13 = !DIDerivedType(tag: DW_TAG_member, name: "head", scope: !11, file: !3, line: 2, baseType: !14, size: 64)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 1, size: 128, elements: !16)
!16 = !{!17, !19}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !15, file: !3, line: 1, baseType: !18, size: 32)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !15, file: !3, line: 1, baseType: !14, size: 64, offset: 64)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "tail", scope: !11, file: !3, line: 2, baseType: !14, size: 64, offset: 64)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "slots", scope: !11, file: !3, line: 2, baseType: !22, size: 128, offset: 128)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 128, elements: !23)
!23 = !{!24}
!24 = !DISubrange(count: 4)
!25 = !{}
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "job", scope: !2, file: !3, line: 12, type: !28, isLocal: false, isDefinition: true)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!29 = !DIGlobalVariableExpression(var: !30, expr: !DIExpression())
!30 = distinct !DIGlobalVariable(name: "q", scope: !2, file: !3, line: 2, type: !11, isLocal: false, isDefinition: true)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 192, elements: !32)
!32 = !{!33, !34}
!33 = !DISubrange(count: 2)
!34 = !DISubrange(count: 3)
!36 = !{i32 2, !"Debug Info Version", i32 3}
!43 = !DILocalVariable(name: "p", arg: 1, scope: !7, file: !3, line: 4, type: !10)
!44 = !DILocation(line: 4, column: 25, scope: !7)
!45 = !DILocalVariable(name: "i", arg: 2, scope: !7, file: !3, line: 4, type: !18)
!46 = !DILocation(line: 4, column: 32, scope: !7)
!47 = !DILocation(line: 5, column: 3, scope: !7)
!48 = !DILocation(line: 5, column: 6, scope: !7)
!49 = !DILocation(line: 5, column: 12, scope: !7)
!50 = !DILocation(line: 5, column: 17, scope: !7)
!51 = !DILocation(line: 6, column: 3, scope: !7)
!52 = !DILocation(line: 6, column: 6, scope: !7)
!53 = !DILocation(line: 6, column: 12, scope: !7)
!54 = !DILocation(line: 6, column: 15, scope: !7)
!55 = !DILocation(line: 7, column: 11, scope: !7)
!56 = !DILocation(line: 7, column: 3, scope: !7)
!57 = !DILocation(line: 7, column: 14, scope: !7)
!58 = !DILocation(line: 8, column: 16, scope: !7)
!59 = !DILocation(line: 10, column: 11, scope: !7)
!60 = !DILocation(line: 11, column: 1, scope: !7)
!61 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 13, type: !62, scopeLine: 13, spFlags: DISPFlagDefinition, unit: !2)
!62 = !DISubroutineType(types: !63)
!63 = !{!18}
!64 = !DILocation(line: 13, column: 25, scope: !61)
!65 = !DILocation(line: 13, column: 29, scope: !61)
!66 = !DILocation(line: 13, column: 18, scope: !61)
)";

class SourceNames : public testing::Test {
 protected:
  SourceNames() : module(parse(context, kProgram)) {
    prepare(*module);
    auto result = instrument(*module);
    EXPECT_TRUE(static_cast<bool>(result));
    if (result) info = std::move(*result);
  }

  const core::Global& global(const std::string& name) {
    for (const core::Global& candidate : info.globals) {
      if (candidate.name == name) return candidate;
    }
    ADD_FAILURE() << "no global " << name;
    return info.globals.front();
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  core::ProgramInfo info;
};

TEST_F(SourceNames, OfTheMemoryTouched) {
  std::vector<std::string> objects;
  for (const core::Site& site : info.sites) {
    if (!site.object.empty()) objects.push_back(site.object);
  }
  EXPECT_EQ(objects, (std::vector<std::string>{"p->head", "p->head->next", "p->slots[i]", "grid[1][i]", "q.slots[3]",
                                               "work()::counter", "job"}));
}

TEST_F(SourceNames, OfThePlace) {
  const core::Site& site = info.sites.at(1);
  EXPECT_EQ(site.file, "names.c");
  EXPECT_EQ(site.line, 5u);
  EXPECT_EQ(site.column, 6u);
  EXPECT_EQ(site.function, "work");
}

TEST_F(SourceNames, OfTheMembersOfAGlobal) {
  const core::TypeId type = global("q").type;
  const auto inner = [&](std::uint64_t offset) { return core::innermostPart(info.types, type, offset); };
  EXPECT_EQ(inner(0), ".head");
  EXPECT_EQ(inner(8), ".tail");
  EXPECT_EQ(inner(9), ".tail + 1");
  EXPECT_EQ(inner(28), ".slots[3]");
  const auto outer = [&](std::uint64_t offset) { return core::outermostPart(info.types, type, offset); };
  EXPECT_EQ(outer(0), "");
  EXPECT_EQ(outer(16), ".slots[0]");
  EXPECT_EQ(outer(8), ".tail");
  EXPECT_EQ(global("q").line, 2u);
}

TEST_F(SourceNames, OfTheRowsOfAGrid) {
  const core::TypeId type = global("grid").type;
  EXPECT_EQ(core::innermostPart(info.types, type, 0), "[0][0]");
  EXPECT_EQ(core::innermostPart(info.types, type, 20), "[1][2]");
  EXPECT_EQ(core::outermostPart(info.types, type, 12), "[1][0]");
}

TEST(Places, CodeInlinedFromASystemHeaderIsTheCallersLine) {
  Woven woven(R"(
define void @main(ptr %p) !dbg !4 {
  store i32 1, ptr %p, !dbg !10
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "user.cpp", directory: "/nowhere")
!2 = !DIFile(filename: "/usr/include/c++/12/atomic", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "go", scope: !5, file: !1, line: 3, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DINamespace(name: "ns", scope: null)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = distinct !DISubprogram(name: "store", scope: !2, file: !2, line: 99, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!9 = distinct !DILocation(line: 7, column: 5, scope: !4)
!10 = !DILocation(line: 101, column: 1, scope: !8, inlinedAt: !9)
)");
  const core::Site& site = woven.info.sites.at(1);
  EXPECT_EQ(site.file, "user.cpp");
  EXPECT_EQ(site.line, 7u);
  EXPECT_EQ(site.function, "ns::go");
}

}  // namespace
}  // namespace heddle::transform
