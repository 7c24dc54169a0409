// Switches between fibers: registers, stacks and exceptions.
#include "runtime/fiber.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::runtime {

// heddleTestSwitch(from, to, registers): loads every register that a callee
// must keep from `registers`, switches, and stores them back.
#if defined(__aarch64__)
constexpr std::size_t kRegisters = 18;  // x19-x28, d8-d15
asm(R"(
    .text
    .globl heddleTestSwitch
heddleTestSwitch:
    sub  sp, sp, #176
    stp  x19, x20, [sp, #0]
    stp  x21, x22, [sp, #16]
    stp  x23, x24, [sp, #32]
    stp  x25, x26, [sp, #48]
    stp  x27, x28, [sp, #64]
    stp  d8,  d9,  [sp, #80]
    stp  d10, d11, [sp, #96]
    stp  d12, d13, [sp, #112]
    stp  d14, d15, [sp, #128]
    stp  x29, x30, [sp, #144]
    str  x2, [sp, #160]
    ldp  x19, x20, [x2, #0]
    ldp  x21, x22, [x2, #16]
    ldp  x23, x24, [x2, #32]
    ldp  x25, x26, [x2, #48]
    ldp  x27, x28, [x2, #64]
    ldp  d8,  d9,  [x2, #80]
    ldp  d10, d11, [x2, #96]
    ldp  d12, d13, [x2, #112]
    ldp  d14, d15, [x2, #128]
    bl   heddleFiberSwitch
    ldr  x2, [sp, #160]
    stp  x19, x20, [x2, #0]
    stp  x21, x22, [x2, #16]
    stp  x23, x24, [x2, #32]
    stp  x25, x26, [x2, #48]
    stp  x27, x28, [x2, #64]
    stp  d8,  d9,  [x2, #80]
    stp  d10, d11, [x2, #96]
    stp  d12, d13, [x2, #112]
    stp  d14, d15, [x2, #128]
    ldp  x19, x20, [sp, #0]
    ldp  x21, x22, [sp, #16]
    ldp  x23, x24, [sp, #32]
    ldp  x25, x26, [sp, #48]
    ldp  x27, x28, [sp, #64]
    ldp  d8,  d9,  [sp, #80]
    ldp  d10, d11, [sp, #96]
    ldp  d12, d13, [sp, #112]
    ldp  d14, d15, [sp, #128]
    ldp  x29, x30, [sp, #144]
    add  sp, sp, #176
    ret
)");
#else
constexpr std::size_t kRegisters = 6;  // rbx, rbp, r12-r15
asm(R"(
    .text
    .globl heddleTestSwitch
heddleTestSwitch:
    pushq %rbx
    pushq %rbp
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq %rdx
    movq 0(%rdx), %rbx
    movq 8(%rdx), %rbp
    movq 16(%rdx), %r12
    movq 24(%rdx), %r13
    movq 32(%rdx), %r14
    movq 40(%rdx), %r15
    callq heddleFiberSwitch
    popq %rdx
    movq %rbx, 0(%rdx)
    movq %rbp, 8(%rdx)
    movq %r12, 16(%rdx)
    movq %r13, 24(%rdx)
    movq %r14, 32(%rdx)
    movq %r15, 40(%rdx)
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbp
    popq %rbx
    retq
)");
#endif
extern "C" void heddleTestSwitch(Fiber* from, const Fiber* to, std::uint64_t* registers);

namespace {

using Registers = std::array<std::uint64_t, kRegisters>;

Registers pattern(std::uint64_t seed) {
  Registers r;
  for (std::size_t i = 0; i < kRegisters; ++i) r[i] = (seed + i) * 0x9e3779b97f4a7c15;
  return r;
}

// A fiber that runs a function and then goes back to whoever resumed it, for ever.
class TestFiber {
 public:
  explicit TestFiber(std::function<void(TestFiber&)> body) : body_(std::move(body)), stack_(256 * 1024) {
    prepareFiber(fiber_, stack_.data() + stack_.size(), &TestFiber::run, this);
  }
  TestFiber(const TestFiber&) = delete;
  TestFiber& operator=(const TestFiber&) = delete;

  void resume() { heddleFiberSwitch(&caller_, &fiber_); }
  void pause() { heddleFiberSwitch(&fiber_, &caller_); }
  // The same, with these values in the registers meanwhile; what is in them afterwards.
  Registers resumeWith(Registers registers) {
    heddleTestSwitch(&caller_, &fiber_, registers.data());
    return registers;
  }
  Registers pauseWith(Registers registers) {
    heddleTestSwitch(&fiber_, &caller_, registers.data());
    return registers;
  }
  bool owns(const void* p) const {
    const auto* const at = static_cast<const char*>(p);
    return std::less_equal<>()(stack_.data(), at) && std::less<>()(at, stack_.data() + stack_.size());
  }

 private:
  static void run(void* argument) {
    auto& fiber = *static_cast<TestFiber*>(argument);
    fiber.body_(fiber);
    for (;;) fiber.pause();
  }

  std::function<void(TestFiber&)> body_;
  std::vector<char> stack_;
  Fiber fiber_;
  Fiber caller_;
};

TEST(Fiber, RegistersAreKeptOnBothSides) {
  int iterations = 0;
  TestFiber fiber([&](TestFiber& self) {
    for (;; ++iterations) {
      const Registers mine = pattern(1000 + static_cast<std::uint64_t>(iterations));
      ASSERT_EQ(self.pauseWith(mine), mine);
    }
  });
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Registers mine = pattern(i);
    ASSERT_EQ(fiber.resumeWith(mine), mine);
  }
  EXPECT_EQ(iterations, 99);
}

TEST(Fiber, RunsOnItsOwnAlignedStack) {
  bool inside = false;
  std::uintptr_t address = 1;
  TestFiber fiber([&](TestFiber& self) {
    alignas(16) volatile char local = 0;
    inside = self.owns(const_cast<char*>(&local));
    address = reinterpret_cast<std::uintptr_t>(&local);
  });
  fiber.resume();
  EXPECT_TRUE(inside);
  EXPECT_EQ(address % 16, 0U);
}

int sumBelow(TestFiber& self, int depth) {
  volatile int here = depth;
  if (depth == 0) {
    self.pause();
    return 0;
  }
  const int rest = sumBelow(self, depth - 1);
  if (depth % 10 == 0) self.pause();
  return rest + here;
}

TEST(Fiber, DeepStacksSurviveSwitchesBetweenMany) {
  constexpr int kFibers = 20;
  constexpr int kDepth = 100;
  std::array<int, kFibers> sums{};
  std::vector<std::unique_ptr<TestFiber>> fibers;
  for (int i = 0; i < kFibers; ++i)
    fibers.push_back(
        std::make_unique<TestFiber>([&sums, i](TestFiber& self) { sums[i] = sumBelow(self, kDepth + i); }));
  for (int iteration = 0; iteration < kDepth; ++iteration)
    for (auto& fiber : fibers) fiber->resume();
  for (int i = 0; i < kFibers; ++i) EXPECT_EQ(sums[i], (kDepth + i) * (kDepth + i + 1) / 2) << i;
}

TEST(Fiber, ExceptionsAreThrownAndCaughtInside) {
  std::vector<std::string> caught;
  TestFiber fiber([&](TestFiber& self) {
    for (int i = 0; i < 3; ++i) {
      try {
        self.pause();
        throw std::runtime_error(std::to_string(i));
      } catch (const std::runtime_error& e) {
        caught.emplace_back(e.what());
      }
    }
  });
  for (int i = 0; i < 4; ++i) {
    try {  // one outside, too: it must not meet the fiber's
      fiber.resume();
      throw i;
    } catch (int) {
    }
  }
  EXPECT_EQ(caught, (std::vector<std::string>{"0", "1", "2"}));
}

TEST(Fiber, AnExceptionThatNobodyCatchesEndsAtTheFibersBase) {
  EXPECT_DEATH(
      {
        std::set_terminate([] {
          std::fputs("terminated in order\n", stderr);
          std::abort();
        });
        TestFiber fiber([](TestFiber&) { throw 1; });
        try {
          fiber.resume();
        } catch (int) {
          std::fputs("caught outside\n", stderr);
        }
      },
      "terminated in order");
}

}  // namespace
}  // namespace heddle::runtime
