// Locks of POSIX, and what else threads wait at.
#include <pthread.h>
#include <time.h>

#include "core/hooks.h"
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"pthread_mutex_init",
     Model,
     {.effect = Writes, .borrows = Arguments(1), .touches = {0, sizeof(pthread_mutexattr_t)}}},
    {"pthread_mutex_lock", Model, {.effect = Synchronises, .isEvents = true, .takesLock = true, .mayBlock = true}},
    {"pthread_mutex_trylock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {hooks::kLockAll, Model, {.effect = Synchronises, .isEvents = true, .mayBlock = true}},
    {"pthread_mutex_timedlock", Model, {.effect = Tells, .borrows = Arguments(1), .touches = {0, sizeof(timespec)}}},
    {"pthread_mutex_clocklock", Model, {.effect = Tells}},
    {"pthread_mutex_unlock", Model, {.effect = None, .isEvents = true, .givesLockBack = true}},
    {"pthread_mutex_destroy", Model, {.effect = Writes}},
    {"pthread_mutexattr_init",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_mutexattr_t)}}},
    {"pthread_mutexattr_destroy", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_mutexattr_t)}}},
    {"pthread_mutexattr_settype",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_mutexattr_t)}}},
    {"pthread_mutexattr_gettype", Model},
    {"pthread_mutexattr_setprotocol", Model},
    {"pthread_mutexattr_setpshared", Model},
    {"pthread_mutexattr_setrobust", Model, {.makesRobust = true}},
    {"pthread_mutexattr_getprotocol", Model},
    {"pthread_mutexattr_getpshared", Model},
    {"pthread_mutexattr_getrobust", Model},
    {"pthread_mutexattr_setprioceiling", Model},
    {"pthread_mutexattr_getprioceiling", Model},
    {"pthread_mutex_consistent", Model},
    {"pthread_spin_init", Model, {.effect = Writes}},
    {"pthread_spin_lock", Model, {.effect = Synchronises, .isEvents = true, .takesLock = true, .mayBlock = true}},
    {"pthread_spin_trylock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {"pthread_spin_unlock", Model, {.effect = None, .isEvents = true, .givesLockBack = true}},
    {"pthread_spin_destroy", Model, {.effect = Writes}},

    {"pthread_rwlock_init",
     Model,
     {.effect = Writes, .borrows = Arguments(1), .touches = {0, sizeof(pthread_rwlockattr_t)}}},
    {"pthread_rwlock_rdlock", Model, {.effect = Synchronises, .isEvents = true, .mayBlock = true}},
    {"pthread_rwlock_tryrdlock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {"pthread_rwlock_timedrdlock", Model, {.effect = Tells, .borrows = Arguments(1), .touches = {0, sizeof(timespec)}}},
    {"pthread_rwlock_clockrdlock", Model, {.effect = Tells}},
    {"pthread_rwlock_wrlock", Model, {.effect = Synchronises, .isEvents = true, .mayBlock = true}},
    {"pthread_rwlock_trywrlock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {"pthread_rwlock_timedwrlock", Model, {.effect = Tells, .borrows = Arguments(1), .touches = {0, sizeof(timespec)}}},
    {"pthread_rwlock_clockwrlock", Model, {.effect = Tells}},
    {"pthread_rwlock_unlock", Model, {.effect = None, .isEvents = true}},
    {"pthread_rwlock_destroy", Model, {.effect = Writes}},
    {"pthread_rwlockattr_init",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_rwlockattr_t)}}},
    {"pthread_rwlockattr_destroy", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_rwlockattr_t)}}},
    {"pthread_rwlockattr_setkind_np",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_rwlockattr_t)}}},
    {"pthread_rwlockattr_getkind_np", Model},
    {"pthread_rwlockattr_setpshared", Model},
    {"pthread_rwlockattr_getpshared", Model},

    {"pthread_cond_init",
     Model,
     {.effect = Writes, .borrows = Arguments(1), .touches = {0, sizeof(pthread_condattr_t)}}},
    {"pthread_cond_wait", Model, {.effect = Synchronises, .mayBlock = true, .waitsForSignal = true}},
    {"pthread_cond_timedwait",
     Model,
     {.effect = Synchronises,
      .borrows = Arguments(2),
      .touches = {0, 0, sizeof(timespec)},
      .mayBlock = true,
      .waitsForSignal = true}},
    {"pthread_cond_clockwait", Model, {.effect = Synchronises, .mayBlock = true, .waitsForSignal = true}},
    {"pthread_cond_signal", Model, {.effect = None}},
    {"pthread_cond_broadcast", Model, {.effect = None}},
    {"pthread_cond_destroy", Model, {.effect = Writes}},
    {"pthread_condattr_init",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_condattr_t)}}},
    {"pthread_condattr_destroy", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_condattr_t)}}},
    {"pthread_condattr_setclock",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_condattr_t)}}},
    {"pthread_condattr_getclock", Model},
    {"pthread_condattr_setpshared", Model},
    {"pthread_condattr_getpshared", Model},

    {"pthread_barrier_init",
     Model,
     {.effect = Writes, .borrows = Arguments(1), .touches = {0, sizeof(pthread_barrierattr_t)}}},
    {"pthread_barrier_destroy", Model, {.effect = Writes}},
    {"pthread_barrier_wait", Model, {.effect = Synchronises, .mayBlock = true}},
    {"pthread_barrierattr_init",
     Model,
     {.effect = Writes, .borrows = Arguments(0), .touches = {sizeof(pthread_barrierattr_t)}}},
    {"pthread_barrierattr_destroy", Model, {.borrows = Arguments(0), .touches = {sizeof(pthread_barrierattr_t)}}},
    {"pthread_barrierattr_setpshared", Model},
    {"pthread_barrierattr_getpshared", Model},

    {"sem_init", Model, {.effect = Writes}},
    {"sem_destroy", Model, {.effect = Writes}},
    {"sem_post", Model, {.effect = None}},
    {"sem_wait", Model, {.effect = Synchronises, .isEvents = true, .mayBlock = true}},
    {"sem_trywait", Model, {.effect = Tells}},
    {"sem_timedwait", Model, {.effect = Tells, .borrows = Arguments(1), .touches = {0, sizeof(timespec)}}},
    {"sem_clockwait", Model, {.effect = Tells}},
    {"sem_getvalue", Model, {.effect = Joins}},
    {"sem_open", Model},
    {"sem_close", Model, {.effect = None}},
    {"sem_unlink", Model},

    {"pthread_mutex_*", Refused, {.why = kWaits}},
};

}  // namespace

std::span<const Row> locks() { return kRows; }

}  // namespace heddle::core::library
