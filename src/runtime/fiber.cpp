#include "runtime/fiber.h"

#include <cstring>

extern "C" void heddleFiberStart();  // fiber_switch.S

namespace heddle::runtime {

#if defined(__aarch64__)

// The frame heddleFiberSwitch pops: d8-d15, x19-x28, x29, x30 (160 bytes).
void prepareFiber(Fiber& fiber, void* top, void (*entry)(void*), void* argument) {
  auto* frame = reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15}) - 20;
  std::memset(frame, 0, 20 * sizeof(std::uint64_t));
  frame[8] = reinterpret_cast<std::uint64_t>(entry);     // x19
  frame[9] = reinterpret_cast<std::uint64_t>(argument);  // x20
  frame[19] = reinterpret_cast<std::uint64_t>(&heddleFiberStart);
  fiber.sp = frame;
}

#elif defined(__x86_64__)

// The frame heddleFiberSwitch pops: mxcsr+fpucw, r15, r14, r13, r12, rbx, rbp, return address.
void prepareFiber(Fiber& fiber, void* top, void (*entry)(void*), void* argument) {
  auto* frame = reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15}) - 10;
  std::memset(frame, 0, 10 * sizeof(std::uint64_t));
  frame[0] = 0x0000'037f'0000'1f80;                      // default floating-point control words
  frame[4] = reinterpret_cast<std::uint64_t>(entry);     // r12
  frame[5] = reinterpret_cast<std::uint64_t>(argument);  // rbx
  frame[7] = reinterpret_cast<std::uint64_t>(&heddleFiberStart);
  fiber.sp = frame;
}

#else
#error "Heddle runs on x86-64 and AArch64 only"
#endif

}  // namespace heddle::runtime
