// Dependence graphs and slices of small modules, by the names of their instructions.
#include "core/slice.h"

#include <llvm/IR/InstIterator.h>

#include "analysis/parsed.h"
#include "analysis/slice/control_dependence.h"
#include "analysis/slice/dependence_graph.h"
#include "analysis/slice/simple_sections.h"
#include "analysis/slice/waiting_loops.h"
#include "analysis/statements.h"

namespace heddle::analysis {
namespace {

using core::Extent;

constexpr char kDeclarations[] = R"(
@x = internal global i32 0
@y = internal global i32 0
@g = internal global i32 0
@a = internal global [4 x i32] zeroinitializer
@m = internal global [8 x i64] zeroinitializer
@n = internal global [8 x i64] zeroinitializer
declare void @abort() noreturn
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @putchar(i32)
)";

// The slice of all that is essential in the module.
class Sliced {
 public:
  enum class Of { All, AllButAssertions };

  explicit Sliced(const std::string& text, Of what = Of::All) : parsed_(kDeclarations + text) {
    numberStatements(*parsed_.module);
    graph_ = dependenceGraph(*parsed_.module, /*plainAccessesRace=*/true);
    slice_ = std::make_unique<core::Slice>(graph_);
    for (const auto& root : graph_.roots)
      if (what == Of::All || root.kind != core::DependenceGraph::Kind::Assertion)
        slice_->add(root.statement, root.extent);
  }

  Extent of(const std::string& name) const { return slice_->of(number(name)); }
  core::Slice::Reason reasonOf(const std::string& name) const { return slice_->reasonOf(number(name)); }
  const core::DependenceGraph& graph() const { return graph_; }

  // Of the first store or call, in any function, whose text contains this.
  Extent ofText(const std::string& part) const {
    for (llvm::Function& function : *parsed_.module)
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        std::string text;
        llvm::raw_string_ostream(text) << instruction;
        if (text.find(part) != std::string::npos) return slice_->of(statementOf(instruction));
      }
    ADD_FAILURE() << "no " << part;
    return Extent::Not;
  }

  // Whether it decides on the call of abort in the function.
  bool decidesOnAbort(const std::string& function) const {
    for (llvm::Instruction& instruction : llvm::instructions(*parsed_.module->getFunction(function)))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->doesNotReturn())
        return slice_->decidesOn(statementOf(instruction));
    ADD_FAILURE() << "no abort in " << function;
    return false;
  }

  core::Slice::Node number(const std::string& name) const {
    for (llvm::Function& function : *parsed_.module)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.getName() == name) return statementOf(instruction);
    ADD_FAILURE() << "no " << name;
    return 0;
  }

 private:
  Parsed parsed_;
  core::DependenceGraph graph_;
  std::unique_ptr<core::Slice> slice_;
};

TEST(Slice, HasWhatAnAssertionDependsOn) {
  const Sliced sliced(R"(
define i32 @main() {
  %used = load i32, ptr @x
  %unused = load i32, ptr @y
  %sum = add i32 %used, 1
  %other = add i32 %unused, 1
  %fails = icmp eq i32 %sum, 3
  br i1 %fails, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret i32 %other
})");
  EXPECT_EQ(sliced.of("used"), Extent::Whole);
  EXPECT_EQ(sliced.of("sum"), Extent::Whole);
  EXPECT_EQ(sliced.of("unused"), Extent::Not);
  EXPECT_EQ(sliced.of("other"), Extent::Not);
}

// Whether and where it is executed matters before it is known that it matters what it writes.
TEST(Slice, HasAtomicWritesOnlyToAnExtent) {
  Sliced sliced(R"(
define internal ptr @writer(ptr %unused) {
  %decides = load atomic i32, ptr @g seq_cst, align 4
  %index = load atomic i32, ptr @y seq_cst, align 4
  %value = load atomic i32, ptr @x seq_cst, align 4
  %is = icmp ne i32 %decides, 0
  br i1 %is, label %then, label %end
then:
  %place = getelementptr i32, ptr @a, i32 %index
  store atomic i32 %value, ptr %place seq_cst, align 4
  br label %end
end:
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %made = call i32 @pthread_create(ptr %t, ptr null, ptr @writer, ptr null)
  %read = load atomic i32, ptr @a seq_cst, align 4
  %fails = icmp eq i32 %read, 3
  br i1 %fails, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret i32 0
})");
  EXPECT_EQ(sliced.of("read"), Extent::Whole);
  EXPECT_EQ(sliced.ofText("store atomic i32 %value"), Extent::Whether);
  EXPECT_EQ(sliced.of("decides"), Extent::Whole);
  EXPECT_EQ(sliced.of("index"), Extent::Whole);
  EXPECT_EQ(sliced.of("value"), Extent::Not);
}

TEST(Slice, HasPlainWritesAtOnce) {
  const Sliced sliced(R"(
define i32 @main() {
  %value = load atomic i32, ptr @g seq_cst, align 4
  store i32 %value, ptr @x
  store i32 7, ptr @y
  %read = load i32, ptr @x
  %fails = icmp eq i32 %read, 3
  br i1 %fails, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret i32 0
})");
  EXPECT_EQ(sliced.ofText("ptr @x"), Extent::Whole);
  EXPECT_EQ(sliced.of("value"), Extent::Whole);
  EXPECT_EQ(sliced.ofText("ptr @y"), Extent::Not);
}

TEST(Slice, GoesThroughCallsAndArguments) {
  const Sliced sliced(R"(
define internal i32 @twice(i32 %n) {
  %double = add i32 %n, %n
  ret i32 %double
}
define internal void @require(i32 %claim) {
  %fails = icmp eq i32 %claim, 0
  br i1 %fails, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret void
}
define i32 @main() {
  %read = load atomic i32, ptr @x seq_cst, align 4
  %printed = load atomic i32, ptr @y seq_cst, align 4
  %decides = load atomic i32, ptr @g seq_cst, align 4
  %is = icmp ne i32 %decides, 0
  br i1 %is, label %then, label %end
then:
  %twice = call i32 @twice(i32 %read)
  call void @require(i32 %twice)
  br label %end
end:
  %put = call i32 @putchar(i32 %printed)
  ret i32 0
})");
  EXPECT_EQ(sliced.of("double"), Extent::Whole);
  EXPECT_EQ(sliced.of("read"), Extent::Whole);
  EXPECT_EQ(sliced.of("decides"), Extent::Whole);
  EXPECT_EQ(sliced.of("printed"), Extent::Not);
}

// Post-dominance does not tell who decides where no way leads out.
TEST(Slice, OfAFunctionThatDoesNotEnd) {
  const Sliced sliced(R"(
define i32 @main() {
  br label %loop
loop:
  %decides = load atomic i32, ptr @g seq_cst, align 4
  %is = icmp ne i32 %decides, 0
  br i1 %is, label %then, label %loop
then:
  %locked = call i32 @pthread_mutex_lock(ptr @m)
  %unlocked = call i32 @pthread_mutex_unlock(ptr @m)
  br label %loop
})");
  EXPECT_EQ(sliced.of("decides"), Extent::Whole);
}

// Whoever fails does not go on: what comes after a call depends on all that may fail in it, a join on all that may in
// threads.
TEST(Slice, HasAssertionsThatOthersDependOn) {
  const Sliced sliced(R"(
define internal void @fails(i32 %value) {
  %is = icmp ne i32 %value, 0
  br i1 %is, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret void
}
define internal ptr @thread(ptr %unused) {
  %inThread = load atomic i32, ptr @x seq_cst, align 4
  %is = icmp ne i32 %inThread, 0
  br i1 %is, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret ptr null
}
define internal void @first() {
  %early = load atomic i32, ptr @y seq_cst, align 4
  %is = icmp ne i32 %early, 0
  br i1 %is, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret void
}
define i32 @main() {
  %id = alloca i64
  %created = call i32 @pthread_create(ptr %id, ptr null, ptr @thread, ptr null)
  call void @first()
  %joined = call i32 @pthread_join(i64 0, ptr null)
  %late = load atomic i32, ptr @g seq_cst, align 4
  call void @fails(i32 %late)
  ret i32 0
})",
                      Sliced::Of::AllButAssertions);
  EXPECT_EQ(sliced.of("inThread"), Extent::Whole);
  EXPECT_EQ(sliced.of("early"), Extent::Whole);
  EXPECT_EQ(sliced.of("late"), Extent::Not);
  EXPECT_TRUE(sliced.decidesOnAbort("thread"));
  EXPECT_TRUE(sliced.decidesOnAbort("first"));
  EXPECT_FALSE(sliced.decidesOnAbort("fails"));
}

TEST(Slice, ReasonsLeadToWhatIsEssential) {
  Sliced sliced(R"(
define i32 @main() {
  %read = load i32, ptr @x
  %fails = icmp eq i32 %read, 3
  br i1 %fails, label %bad, label %good
bad:
  call void @abort()
  unreachable
good:
  ret i32 0
})");
  ASSERT_EQ(sliced.graph().roots.size(), 1u);
  EXPECT_EQ(sliced.graph().roots[0].extent, Extent::Whether);
  EXPECT_EQ(sliced.reasonOf("read").because, core::Because::Computes);
  EXPECT_EQ(sliced.reasonOf("read").statement, sliced.number("fails"));
}

bool isSimple(const std::string& body) {
  const Parsed parsed(std::string(kDeclarations) + body);
  const ProgramCalls calls(*parsed.module);
  const SimpleSections sections(*parsed.module, calls);
  return sections.isSimple(*parsed.at("locked"));
}

TEST(SimpleSections, AccessMemoryOnly) {
  EXPECT_TRUE(isSimple(R"(
define i32 @main() {
  %locked = call i32 @pthread_mutex_lock(ptr @m)
  %read = load i32, ptr @x
  %is = icmp ne i32 %read, 0
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr @y
  br label %end
end:
  %unlocked = call i32 @pthread_mutex_unlock(ptr @m)
  ret i32 0
})"));
  EXPECT_FALSE(isSimple(R"(
define i32 @main() {
  %locked = call i32 @pthread_mutex_lock(ptr @m)
  %inner = call i32 @pthread_mutex_lock(ptr @n)
  %inside = call i32 @pthread_mutex_unlock(ptr @n)
  %unlocked = call i32 @pthread_mutex_unlock(ptr @m)
  ret i32 0
})"));
  EXPECT_FALSE(isSimple(R"(
define i32 @main() {
  %locked = call i32 @pthread_mutex_lock(ptr @m)
  %unlocked = call i32 @pthread_mutex_unlock(ptr @n)
  ret i32 0
})")) << "another lock";
  EXPECT_FALSE(isSimple(R"(
define i32 @main() {
  %outer = call i32 @pthread_mutex_lock(ptr @n)
  %locked = call i32 @pthread_mutex_lock(ptr @m)
  %inside = call i32 @pthread_mutex_unlock(ptr @m)
  %unlocked = call i32 @pthread_mutex_unlock(ptr @n)
  ret i32 0
})")) << "within the section of another";
}

// A lock of an array is the same one only as long as its index is.
TEST(SimpleSections, OfTheSameLock) {
  EXPECT_TRUE(isSimple(R"(
define i32 @main() {
  %i = load i32, ptr @x
  %p = getelementptr i64, ptr @m, i32 %i
  %locked = call i32 @pthread_mutex_lock(ptr %p)
  %q = getelementptr i64, ptr @m, i32 %i
  %unlocked = call i32 @pthread_mutex_unlock(ptr %q)
  ret i32 0
})"));
  EXPECT_FALSE(isSimple(R"(
define i32 @main() {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %p = getelementptr i64, ptr @m, i32 %i
  %odd = trunc i32 %i to i1
  br i1 %odd, label %unlock, label %lock
lock:
  %locked = call i32 @pthread_mutex_lock(ptr %p)
  br label %again
unlock:
  %unlocked = call i32 @pthread_mutex_unlock(ptr %p)
  br label %again
again:
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret i32 0
})"));
}

bool mayWait(const std::string& loop) {
  const Parsed parsed(std::string(kDeclarations) + loop);
  const WaitingLoops waits(*parsed.program, /*plainAccessesRace=*/true);
  const llvm::PostDominatorTree postDominators(*parsed.function);
  return waits.mayWait(**parsed.loops->begin(), parsed.dominators, postDominators);
}

TEST(WaitingLoops, DependOnOthers) {
  EXPECT_TRUE(mayWait(R"(
define i32 @main() {
  br label %loop
loop:
  %flag = load atomic i32, ptr @g acquire, align 4
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %loop, label %end
end:
  ret i32 0
})"));
  EXPECT_FALSE(mayWait(R"(
define i32 @main() {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  store atomic i32 %i, ptr @g monotonic, align 4
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret i32 0
})")) << "counts";
  EXPECT_FALSE(mayWait(R"(
define i32 @main() {
  br label %loop
loop:
  %old = load atomic i32, ptr @g monotonic, align 4
  %new = add i32 %old, 1
  %pair = cmpxchg ptr @g, i32 %old, i32 %new monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret i32 0
})")) << "goes on only if others did something";
  EXPECT_TRUE(mayWait(R"(
define i32 @main() {
  br label %loop
loop:
  %pair = cmpxchg ptr @g, i32 0, i32 1 monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret i32 0
})")) << "a lock";
}

// The way back by %retry meets the other one only in the next iteration.
TEST(WaitingLoops, SeeEveryWayBack) {
  EXPECT_TRUE(mayWait(R"(
define i32 @main() {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i, %retry ], [ %next, %count ]
  %flag = load atomic i32, ptr @g monotonic, align 4
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %retry, label %count
retry:
  br label %loop
count:
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret i32 0
})"));
  EXPECT_FALSE(mayWait(R"(
define i32 @main() {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %count ]
  %flag = load atomic i32, ptr @g monotonic, align 4
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %note, label %count
note:
  store atomic i32 %i, ptr @x monotonic, align 4
  br label %count
count:
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret i32 0
})")) << "both ways count";
}

}  // namespace
}  // namespace heddle::analysis
