// What can be wrong with a program under test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "core/op.h"

namespace heddle::core {

enum class ViolationKind : std::uint8_t {
  Assertion,
  Abort,
  UncaughtException,
  DataRace,
  Deadlock,
  Livelock,
  UseAfterFree,
  DoubleFree,
  BadFree,
  OutOfBounds,
  NullDereference,
  WildPointer,
  LockMisuse,
  DivisionByZero,
  StackOverflow,
  SystemCall,  // one that the sandbox forbids
  ExitStatus,  // not 0, if that was asked for
  Nondeterminism,
};

// Nobody can go on any more: a deadlock, or a livelock.
inline bool isAboutWaiting(ViolationKind kind) {
  return kind == ViolationKind::Deadlock || kind == ViolationKind::Livelock;
}

// The name in reports and JSON: "assertion", "data-race", …
const char* name(ViolationKind kind);
std::optional<ViolationKind> violationKindNamed(std::string_view name);

struct Violation {
  ViolationKind kind = ViolationKind::Assertion;
  std::string message;  // one sentence, without the location
  SiteId site = 0;
  ThreadId thread = 0;
  Address addr = 0;  // memory violations: the address touched
  std::uint64_t size = 0;
  std::size_t steps = 0;  // how many steps the scheduler had decided on; 0: not known
};

}  // namespace heddle::core
