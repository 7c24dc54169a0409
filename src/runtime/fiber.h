// Fibers: a stack and the register state that a switch leaves on it.
//
// Own assembly rather than Boost.Context: a switch saves only what the calling
// convention obliges a callee to keep, and returns with a plain branch, which
// keeps the return predictor in step (docs/decisions/0001-fiber-switch.md).
#pragma once

#include <cstdint>

namespace heddle::runtime {

struct Fiber {
  void* sp = nullptr;  // valid while the fiber does not run
};

// Saves the running fiber into `from` and goes on with `to`.
extern "C" void heddleFiberSwitch(Fiber* from, const Fiber* to);

// Makes `fiber` call entry(argument) on the stack that ends at `top` when it
// is first switched to. `entry` must not return.
void prepareFiber(Fiber& fiber, void* top, void (*entry)(void*), void* argument);

}  // namespace heddle::runtime
