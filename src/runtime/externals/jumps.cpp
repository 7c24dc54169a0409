// The program's buffer has one word, which says whose it is; all else is kept here.
#include "runtime/externals/jumps.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <unwind.h>

#include <algorithm>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

std::uint64_t ownMark() { return engine->threads.self().id + 1; }

[[noreturn]] void fail(const char* message) {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::WildPointer, message, here());
}

// The frames from the one that jumps up to the one it jumps to. What Heddle, or a library, does between two of the
// program's (qsort calls a function) cannot be left in the middle.
struct Way {
  Address end;
  bool hasSeenProgram = false;
  bool leavesOthers = false;
  bool isWhole = false;
};
_Unwind_Reason_Code look(_Unwind_Context* frame, void* argument) {
  Way& way = *static_cast<Way*>(argument);
  way.isWhole = _Unwind_GetCFA(frame) > way.end;
  if (way.isWhole) return _URC_END_OF_STACK;
  Dl_info known{};
  const bool isProgram = dladdr(reinterpret_cast<void*>(_Unwind_GetIP(frame)), &known) == 0;
  if (isProgram) way.hasSeenProgram = true;
  if (!isProgram && way.hasSeenProgram) way.leavesOthers = true;
  return _URC_NO_REASON;
}

void jumpModel(void* buffer, int value) {
  std::uint64_t mark = 0;
  {
    const OneStep step;
    checkRead(buffer, sizeof(mark));
    std::memcpy(&mark, buffer, sizeof(mark));
  }
  Thread& me = engine->threads.self();
  const auto point = std::ranges::find(me.jumpPoints, addressOf(buffer), &JumpPoint::buffer);
  if (mark != ownMark() || point == me.jumpPoints.end())
    fail("longjmp to where this thread has not called setjmp, or whose function has returned");
  engine->sections.interrupt();
  const InHeddle guard;
  if (me.atomicDepth != point->atomicDepth) engine->verdicts.refuse("longjmp out of an atomic section", here());
  Way way{.end = point->frame};
  _Unwind_Backtrace(look, &way);
  if (way.leavesOthers || !way.isWhole)
    engine->verdicts.refuse("longjmp out of a function that the library has called, which is not supported", here());
  hot.inProgram = true;
  ::_longjmp(point->kept, value);
}

}  // namespace

void* addJumpPoint(void* buffer, Address frame) {
  const std::uint64_t mark = ownMark();
  {
    const OneStep step;
    checkWrite(buffer, sizeof(mark));
    std::memcpy(buffer, &mark, sizeof(mark));
  }
  const InHeddle guard;
  Thread& me = engine->threads.self();
  auto point = std::ranges::find(me.jumpPoints, addressOf(buffer), &JumpPoint::buffer);
  if (point == me.jumpPoints.end()) point = me.jumpPoints.emplace(me.jumpPoints.end());
  point->buffer = addressOf(buffer);
  point->frame = frame;
  point->atomicDepth = me.atomicDepth;
  return point->kept;
}

void endJumpPoints(Address frame) {
  const InHeddle guard;
  std::erase_if(engine->threads.self().jumpPoints, [&](const JumpPoint& point) { return point.frame <= frame; });
}

std::span<const External> jumps() {
  static const External rows[] = {
      row("longjmp", jumpModel),
      row("_longjmp", jumpModel),
      row("siglongjmp", jumpModel),
      row("__longjmp_chk", jumpModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
