// Compare-exchange loops that begin with a load before them: what becomes
// of them shows in that they are marked as confirmation loops.
#include "woven.h"

namespace heddle::transform {
namespace {

using Changes = std::vector<std::pair<std::string, std::string>>;

bool isConfirmationLoop(std::string text, const Changes& changes, LoopOptions options = {}) {
  for (const auto& [word, by] : changes) text.replace(text.find(word), word.size(), by);
  for (const char* word : {"BEFORE", "EARLY", "LATE"})
    if (const std::size_t at = text.find(word); at != std::string::npos) text.erase(at, std::string(word).size());
  options.speculation = true;
  const Woven woven(text, options);
  return llvm::any_of(woven.info.sites,
                      [](const core::Site& site) { return site.role == core::LoopRole::SpeculativeRead; });
}

LoopOptions without(bool LoopOptions::* option) {
  LoopOptions options;
  options.*option = false;
  return options;
}

// seen = load(x); do ... while (!compare_exchange(x, &seen, element));
constexpr char kInRegister[] = R"(
@x = global ptr null
@y = global i32 0
define i32 @main(ptr %element) {
entry:
  %first = load atomic i64, ptr @x monotonic, align 8
  %unused = inttoptr i64 %first to ptr
  %start = inttoptr i64 %first to ptr
  BEFORE
  br label %iteration
iteration:
  %seen = phi ptr [ %start, %entry ], [ %next, %again ]
  EARLY
  store ptr %seen, ptr %element
  %expected = ptrtoint ptr %seen to i64
  %new = ptrtoint ptr %element to i64
  %pair = cmpxchg weak ptr @x, i64 %expected, i64 %new release monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  %done = extractvalue { i64, i1 } %pair, 1
  br i1 %done, label %exit, label %again
again:
  %next = inttoptr i64 %old to ptr
  LATE
  br label %iteration
exit:
  ret i32 0
}
)";

TEST(AccessInIteration, OfAVariable) {
  EXPECT_TRUE(isConfirmationLoop(kInRegister, {}));
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {{"BEFORE", "store atomic i32 1, ptr @y release, align 4"}}));
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {{"EARLY", "store atomic i32 1, ptr @y release, align 4"}}));
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {{"LATE", "store atomic i32 1, ptr @y release, align 4"}}));
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {{"monotonic", "acquire"}})) << "who fails would learn less";
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {}, without(&LoopOptions::purity)));
}

TEST(AccessInIteration, OnlyIfEachIterationTries) {
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {{"EARLY", R"(
  %skips = icmp eq ptr %seen, %element
  br i1 %skips, label %skipped, label %tries
skipped:
  br label %latch
tries:)"},
                                                {"[ %next, %again ]", "[ %last, %latch ]"},
                                                {"br label %iteration\nexit", R"(br label %latch
latch:
  %last = phi ptr [ %next, %again ], [ %seen, %skipped ]
  br label %iteration
exit)"}}))
      << "it would go on with what it had";
  EXPECT_FALSE(isConfirmationLoop(kInRegister, {{"%next = inttoptr i64 %old to ptr", R"(
  %found = inttoptr i64 %old to ptr
  %keeps = icmp eq ptr %found, %element
  br i1 %keeps, label %latch, label %takes
takes:
  br label %latch
latch:
  %next = phi ptr [ %seen, %again ], [ %found, %takes ])"},
                                                {"[ %next, %again ]", "[ %next, %latch ]"}}));
}

// element->next = load(x); while (!compare_exchange(x, &element->next, element)) ;
constexpr char kInMemory[] = R"(
@x = global ptr null
@y = global i32 0
define i32 @main(ptr %element) {
entry:
  %first = load atomic i64, ptr @x monotonic, align 8
  %start = inttoptr i64 %first to ptr
  store ptr %start, ptr %element
  BEFORE
  br label %iteration
iteration:
  EARLY
  %expected = load i64, ptr %element
  %new = ptrtoint ptr %element to i64
  %pair = cmpxchg weak ptr @x, i64 %expected, i64 %new release monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  %done = extractvalue { i64, i1 } %pair, 1
  br i1 %done, label %after, label %again
again:
  store i64 %old, ptr %element
  LATE
  br label %after
after:
  br i1 %done, label %exit, label %iteration
exit:
  ret i32 0
}
)";

TEST(AccessInIteration, OfPlainMemory) {
  EXPECT_TRUE(isConfirmationLoop(kInMemory, {}));
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {}, without(&LoopOptions::plainAccessesRace)))
      << "others may write in between";
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"BEFORE", "fence release"}})) << "others may write in between";
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"EARLY", "fence release"}}));
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"LATE", "fence release"}}));
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"store i64 %old", "store i64 %new"}}));
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"load i64, ptr %element", "load volatile i64, ptr %element"}}));
}

TEST(AccessInIteration, OnlySuccessLeaves) {
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"label %after\nafter", "label %exit\nafter"}}))
      << "who gives up leaves what it has found";
  EXPECT_FALSE(isConfirmationLoop(kInMemory, {{"br i1 %done, label %exit, label %iteration", "br label %iteration"}}))
      << "after a success others may write";
}

}  // namespace
}  // namespace heddle::transform
