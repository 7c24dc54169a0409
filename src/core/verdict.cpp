#include "core/verdict.h"

#include <array>
#include <string_view>
#include <utility>

#include "base/check.h"

namespace heddle::core {
namespace {

constexpr auto kNames = std::to_array<std::pair<ViolationKind, const char*>>({
    {ViolationKind::Assertion, "assertion"},
    {ViolationKind::Abort, "abort"},
    {ViolationKind::UncaughtException, "uncaught-exception"},
    {ViolationKind::DataRace, "data-race"},
    {ViolationKind::Deadlock, "deadlock"},
    {ViolationKind::Livelock, "livelock"},
    {ViolationKind::UseAfterFree, "use-after-free"},
    {ViolationKind::DoubleFree, "double-free"},
    {ViolationKind::BadFree, "bad-free"},
    {ViolationKind::OutOfBounds, "out-of-bounds"},
    {ViolationKind::NullDereference, "null-dereference"},
    {ViolationKind::WildPointer, "wild-pointer"},
    {ViolationKind::LockMisuse, "lock-misuse"},
    {ViolationKind::DivisionByZero, "division-by-zero"},
    {ViolationKind::StackOverflow, "stack-overflow"},
    {ViolationKind::SystemCall, "system-call"},
    {ViolationKind::ExitStatus, "exit-status"},
    {ViolationKind::Nondeterminism, "nondeterminism"},
});

}  // namespace

const char* name(ViolationKind kind) {
  for (const auto& [k, text] : kNames)
    if (k == kind) return text;
  HEDDLE_CHECK_NOTE(false, "a violation kind without a name");
  return "";
}

std::optional<ViolationKind> violationKindNamed(std::string_view wanted) {
  for (const auto& [k, text] : kNames)
    if (wanted == text) return k;
  return std::nullopt;
}

}  // namespace heddle::core
