// Threads of C11. Only what takes time has a model yet.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"thrd_yield", Model, {.effect = None, .inLoop = TakesTime, .neverThrows = true}},
    {"thrd_sleep",
     Model,
     {.effect = Writes,
      .inLoop = Sleeps,
      .setsErrnoIfInvalid = true,
      .borrows = Arguments(0, 1),
      .touchesExactly = true,
      .neverThrows = true}},

    {"thrd_current", Refused, {.effect = None, .inLoop = TakesTime, .why = kWaits}},
    {"thrd_join", Refused, {.effect = Joins, .mayBlock = true, .why = kWaits}},
    {"thrd_create", Refused, {.effect = Starts, .function = 1, .argument = 2, .why = kWaits}},
    {"thrd_*", Refused, {.why = kWaits}},
    {"mtx_unlock", Refused, {.effect = None, .why = kWaits}},
    {"mtx_lock", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"mtx_trylock", Refused, {.effect = Tells, .why = kWaits}},
    {"mtx_init", Refused, {.effect = Writes, .why = kWaits}},
    {"mtx_*", Refused, {.why = kWaits}},
    {"cnd_wait", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"cnd_signal", Refused, {.effect = Tells, .why = kWaits}},
    {"cnd_broadcast", Refused, {.effect = Tells, .why = kWaits}},
    {"cnd_init", Refused, {.effect = Writes, .why = kWaits}},
    {"cnd_*", Refused, {.why = kWaits}},
    {"tss_*", Refused, {.why = kWaits}},
    {"call_once", Refused, {.why = kWaits}},
};

}  // namespace

std::span<const Row> c11Threads() { return kRows; }

}  // namespace heddle::core::library
