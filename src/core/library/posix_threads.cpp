// Threads of POSIX, their attributes and their data.
#include <pthread.h>

#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr char kCleanup[] = "pthread_cleanup_push is not supported; call the function yourself before the thread ends";

constexpr Row kRows[] = {
    {"pthread_create",
     Model,
     {.effect = Starts,
      .function = 2,
      .argument = 3,
      .borrows = Arguments(0, 1),
      .touches = {sizeof(pthread_t), sizeof(pthread_attr_t)},
      .isClosed = true}},
    {"pthread_join",
     Model,
     {.effect = Joins, .borrows = Arguments(1), .touches = {0, sizeof(void*)}, .mayBlock = true, .isClosed = true}},
    {"pthread_detach", Model, {.effect = None}},
    {"pthread_exit", Model, {.effect = EndsThread, .isClosed = true}},
    {"pthread_self", Model, {.effect = None, .inLoop = TakesTime, .isClosed = true, .isPure = true}},
    {"pthread_equal", Model, {.isClosed = true}},
    {"pthread_yield", Model, {.inLoop = TakesTime, .neverThrows = true}},
    {"pthread_setname_np", Model},
    {"pthread_setaffinity_np", Model},
    {"pthread_getaffinity_np", Model},
    {"pthread_attr_init", Model, {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_attr_t)}}},
    {"pthread_attr_destroy", Model, {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_attr_t)}}},
    {"pthread_attr_setstack", Model},
    {"pthread_attr_getstack", Model},
    {"pthread_getattr_np", Model},
    {"pthread_attr_setdetachstate", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_attr_t)}}},
    {"pthread_attr_getdetachstate", Model},
    {"pthread_attr_setstacksize", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_attr_t)}}},
    {"pthread_attr_getstacksize", Model},
    {"pthread_attr_setscope", Model},
    {"pthread_attr_getscope", Model},
    {"pthread_attr_setguardsize", Model},
    {"pthread_attr_getguardsize", Model},
    {"pthread_attr_setinheritsched", Model},
    {"pthread_attr_getinheritsched", Model},
    {"pthread_attr_setschedpolicy", Model},
    {"pthread_attr_getschedpolicy", Model},
    {"pthread_attr_setschedparam", Model},
    {"pthread_attr_getschedparam", Model},
    {"pthread_setschedparam", Model},
    {"pthread_setschedprio", Model},
    {"pthread_getschedparam", Model},
    {"pthread_getname_np", Model},
    {"pthread_setcancelstate", Model},
    {"pthread_setcanceltype", Model},
    {"pthread_testcancel", Model},
    {"pthread_key_create", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_key_t)}}},
    {"pthread_key_delete", Model},
    {"pthread_setspecific", Model},
    {"pthread_getspecific", Model},

    {"pthread_once", Model, {.mayBlock = true}},
    {"pthread_cancel", Refused, {.why = kWaits}},
    {"pthread_tryjoin_np", Refused, {.why = kWaits}},
    {"pthread_timedjoin_np", Refused, {.why = kWaits}},
    {"pthread_clockjoin_np", Refused, {.why = kWaits}},
    {"pthread_kill", Refused, {.why = kSignals}},
    {"__pthread_register_cancel", Refused, {.why = kCleanup}},
    {"__pthread_unregister_cancel", Refused, {.why = kCleanup}},
    {"__pthread_unwind_next", Refused, {.why = kCleanup}},
};

}  // namespace

std::span<const Row> posixThreads() { return kRows; }

}  // namespace heddle::core::library
