// What inline code and the innermost hooks touch, in one cache line.
#pragma once

#include <cstdint>

#include "core/call_stack.h"
#include "runtime/race_detector.h"

namespace heddle::runtime {

struct alignas(64) Hot {
  std::int64_t budget = 0;  // hooks::kBudget
  char* tls = nullptr;      // hooks::kTls
  SiteId callSite = 0;      // hooks::kCallSite
  SiteId userSite = 0;      // hooks::kUserSite
  std::uint8_t watch = 0;   // hooks::kWatch
  bool inProgram = false;   // code of the program under test runs (else: Heddle's)
  bool probing = false;     // Heddle touches memory on the program's behalf: a fault is the program's
  SiteId probeSite = 0;
  Epoch epoch = 0;          // of the running thread: what its plain accesses leave in race cells
  bool quickPlain = false;  // a plain access in the same epoch as the last needs no more than the cell's look
  const struct SiteFacts* facts = nullptr;
  class Stepper* stepper = nullptr;
  core::CallStack* calls = nullptr;  // hooks::kCalls
};
static_assert(sizeof(Hot) == 64);
// Hidden: reached without a detour through the table of shared symbols.
extern Hot hot [[gnu::visibility("hidden")]];

// While alive, Heddle's own code runs: its allocations are not the program's.
class InHeddle {
 public:
  InHeddle() : before_(hot.inProgram) { hot.inProgram = false; }
  ~InHeddle() { hot.inProgram = before_; }
  InHeddle(const InHeddle&) = delete;
  InHeddle& operator=(const InHeddle&) = delete;

 private:
  bool before_;
};

}  // namespace heddle::runtime
