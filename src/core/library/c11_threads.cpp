// Threads of C11.
#include <pthread.h>
#include <time.h>

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
      .touches = {sizeof(timespec), sizeof(timespec)},
      .neverThrows = true}},

    {"thrd_create",
     Model,
     {.effect = Starts,
      .function = 1,
      .argument = 2,
      .borrows = Arguments(0),
      .touches = {sizeof(pthread_t)},
      .isClosed = true}},
    {"thrd_join",
     Model,
     {.effect = Joins, .borrows = Arguments(1), .touches = {0, sizeof(int)}, .mayBlock = true, .isClosed = true}},
    {"thrd_detach", Model, {.effect = None}},
    {"thrd_exit", Model, {.effect = EndsThread, .isClosed = true}},
    {"thrd_current", Model, {.effect = None, .inLoop = TakesTime, .isClosed = true, .isPure = true}},
    {"thrd_equal", Model, {.isClosed = true}},
    {"mtx_init", Model, {.effect = Writes}},
    {"mtx_lock", Model, {.effect = Synchronises, .isEvents = true, .takesLock = true, .mayBlock = true}},
    {"mtx_trylock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {"mtx_timedlock", Model, {.effect = Tells, .borrows = Arguments(1), .touches = {0, sizeof(timespec)}}},
    {"mtx_unlock", Model, {.effect = None, .isEvents = true, .givesLockBack = true}},
    {"mtx_destroy", Model, {.effect = Writes}},
    {"cnd_init", Model, {.effect = Writes}},
    {"cnd_wait", Model, {.effect = Synchronises, .mayBlock = true, .waitsForSignal = true}},
    {"cnd_timedwait",
     Model,
     {.effect = Synchronises,
      .borrows = Arguments(2),
      .touches = {0, 0, sizeof(timespec)},
      .mayBlock = true,
      .waitsForSignal = true}},
    {"cnd_signal", Model, {.effect = None}},
    {"cnd_broadcast", Model, {.effect = None}},
    {"cnd_destroy", Model, {.effect = Writes}},
    {"tss_create", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_key_t)}}},
    {"tss_delete", Model},
    {"tss_set", Model},
    {"tss_get", Model},
    {"call_once", Model, {.mayBlock = true}},
};

}  // namespace

std::span<const Row> c11Threads() { return kRows; }

}  // namespace heddle::core::library
