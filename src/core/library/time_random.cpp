// What would differ from run to run: time, randomness, the process and its environment.
#include <sys/time.h>
#include <time.h>

#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"time", Model, {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(time_t)}}},
    {"gettimeofday", Model, {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(timeval)}}},
    {"clock_gettime", Model, {.effect = Writes, .borrows = Arguments(1), .touches = {0, sizeof(timespec)}}},
    {"clock_getres", Model},
    {"timespec_get", Model},
    {"clock", Model},
    {"difftime", Model},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", Model},
    {"_ZNSt6chrono3_V212system_clock3nowEv", Model},
    {"nanosleep",
     Model,
     {.effect = Writes,
      .inLoop = Sleeps,
      .setsErrnoIfInvalid = true,
      .borrows = Arguments(0, 1),
      .touches = {sizeof(timespec), sizeof(timespec)},
      .neverThrows = true}},
    {"clock_nanosleep",
     Model,
     {.inLoop = Sleeps,
      .time = 2,
      .borrows = Arguments(2, 3),
      .touches = {0, 0, sizeof(timespec), sizeof(timespec)},
      .neverThrows = true}},
    {"sleep", Model, {.effect = None, .inLoop = TakesTime, .neverThrows = true}},
    {"usleep", Model, {.effect = None, .inLoop = TakesTime, .neverThrows = true}},
    {"_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE",
     Model,
     {.inLoop = TakesTime}},
    {"sched_yield", Model, {.effect = None, .inLoop = TakesTime, .neverThrows = true}},
    {"rand", Model},
    {"srand", Model},
    {"rand_r", Model},
    {"random", Model},
    {"srandom", Model},
    {"lrand48", Model},
    {"mrand48", Model},
    {"drand48", Model},
    {"srand48", Model},
    {"arc4random", Model},
    {"arc4random_uniform", Model},
    {"arc4random_buf", Model},
    {"getrandom", Model},
    {"getentropy", Model},
    {"_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", Model},
    {"_ZNSt13random_device7_M_initERKSs", Model},
    {"_ZNSt13random_device7_M_finiEv", Model},
    {"_ZNSt13random_device9_M_getvalEv", Model},
    {"_ZNKSt13random_device13_M_getentropyEv", Model},
    {"getenv", Model},
    {"secure_getenv", Model},
    {"sysconf", Model},
    {"getpagesize", Model},
    {"getpid", Model},
    {"getppid", Model},
    {"gettid", Model},
    {"getuid", Model},
};

}  // namespace

std::span<const Row> timeAndRandom() { return kRows; }

}  // namespace heddle::core::library
