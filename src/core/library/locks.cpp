// Locks of POSIX, and what else threads wait at.
#include "core/hooks.h"
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"pthread_mutex_init", Model, {.effect = Writes, .borrows = Arguments(1), .touchesExactly = true}},
    {"pthread_mutex_lock", Model, {.effect = Synchronises, .isEvents = true, .takesLock = true, .mayBlock = true}},
    {"pthread_mutex_trylock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {hooks::kLockAll, Model, {.effect = Synchronises, .isEvents = true, .mayBlock = true}},
    {"pthread_mutex_timedlock", Model, {.effect = Tells, .borrows = Arguments(1), .touchesExactly = true}},
    {"pthread_mutex_clocklock", Model, {.effect = Tells}},
    {"pthread_mutex_unlock", Model, {.effect = None, .isEvents = true, .givesLockBack = true}},
    {"pthread_mutex_destroy", Model, {.effect = Writes}},
    {"pthread_mutexattr_init", Model, {.effect = Writes, .borrows = Arguments(0), .touchesExactly = true}},
    {"pthread_mutexattr_destroy", Model, {.borrows = Arguments(0), .touchesExactly = true}},
    {"pthread_mutexattr_settype", Model, {.effect = Writes, .borrows = Arguments(0), .touchesExactly = true}},
    {"pthread_mutexattr_gettype", Model},
    {"pthread_mutexattr_setprotocol", Model},
    {"pthread_mutexattr_setpshared", Model},
    {"pthread_mutexattr_setrobust", Model},
    {"pthread_spin_init", Model, {.effect = Writes}},
    {"pthread_spin_lock", Model, {.effect = Synchronises, .isEvents = true, .takesLock = true, .mayBlock = true}},
    {"pthread_spin_trylock", Model, {.effect = Tells, .inLoop = Tries, .isEvents = true}},
    {"pthread_spin_unlock", Model, {.effect = None, .isEvents = true, .givesLockBack = true}},
    {"pthread_spin_destroy", Model, {.effect = Writes}},

    // Known to the analyses, and without a model yet.
    {"pthread_rwlock_unlock", Refused, {.effect = None, .why = kWaits}},
    {"pthread_rwlock_rdlock", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"pthread_rwlock_wrlock", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"pthread_rwlock_tryrdlock", Refused, {.effect = Tells, .why = kWaits}},
    {"pthread_rwlock_trywrlock", Refused, {.effect = Tells, .why = kWaits}},
    {"pthread_rwlock_init", Refused, {.effect = Writes, .why = kWaits}},
    {"pthread_rwlock_destroy", Refused, {.effect = Writes, .why = kWaits}},
    {"pthread_rwlock_*", Refused, {.why = kWaits}},
    {"pthread_cond_wait", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"pthread_cond_signal", Refused, {.effect = Tells, .why = kWaits}},
    {"pthread_cond_broadcast", Refused, {.effect = Tells, .why = kWaits}},
    {"pthread_cond_init", Refused, {.effect = Writes, .why = kWaits}},
    {"pthread_cond_destroy", Refused, {.effect = Writes, .why = kWaits}},
    {"pthread_cond_*", Refused, {.why = kWaits}},
    {"pthread_barrier_wait", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"pthread_barrier_init", Refused, {.effect = Writes, .why = kWaits}},
    {"pthread_barrier_*", Refused, {.why = kWaits}},
    {"sem_wait", Refused, {.effect = Tells, .mayBlock = true, .why = kWaits}},
    {"sem_trywait", Refused, {.effect = Tells, .why = kWaits}},
    {"sem_post", Refused, {.effect = Tells, .why = kWaits}},
    {"sem_init", Refused, {.effect = Writes, .why = kWaits}},
    {"sem_destroy", Refused, {.effect = Writes, .why = kWaits}},
    {"sem_*", Refused, {.why = kWaits}},
    {"pthread_mutex_*", Refused, {.why = kWaits}},
};

}  // namespace

std::span<const Row> locks() { return kRows; }

}  // namespace heddle::core::library
