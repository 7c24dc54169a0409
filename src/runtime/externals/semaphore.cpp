// Semaphores of POSIX: guarded updates of one word (core/semaphore_rules.h), the first
// 8 bytes of the object.
#include <fcntl.h>
#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <string>
#include <string_view>

#include "core/semaphore_rules.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::semaphores;  // NOLINT: the rules

[[gnu::always_inline]] inline std::uint64_t requireAlive(sem_t* semaphore, std::uint64_t found) {
  if (found > kMost) [[unlikely]]
    misuse("uses the destroyed semaphore", semaphore);
  return found;
}

[[gnu::always_inline]] inline std::uint64_t take(sem_t* semaphore, const core::UpdateRule& rule) {
  return requireAlive(semaphore, update(updateWith(semaphore, rule, Order::Acquire, 1)));
}

int initModel(sem_t* semaphore, int, unsigned value) {
  if (value > kMost) return failWith(EINVAL);
  checkWrite(semaphore, sizeof(*semaphore));
  std::memset(semaphore, 0, sizeof(*semaphore));
  core::storeWord(addressOf(semaphore), 8, value);
  return 0;
}

int destroyModel(sem_t* semaphore) {
  checkWrite(semaphore, sizeof(*semaphore));
  if (core::loadWord(addressOf(semaphore), 8) > kMost) misuse("destroys the destroyed semaphore", semaphore);
  core::storeWord(addressOf(semaphore), 8, kDestroyed);
  return 0;
}

int postModel(sem_t* semaphore) {
  const std::uint64_t found = requireAlive(semaphore, update(updateWith(semaphore, kPost, Order::Release, 1)));
  return found == kMost ? failWith(EOVERFLOW) : 0;
}

int waitModel(sem_t* semaphore) {
  take(semaphore, kWait);
  return 0;
}

int tryWaitModel(sem_t* semaphore) { return take(semaphore, kTryWait) != 0 ? 0 : failWith(EAGAIN); }

// Who waits for a while and gets something simply comes later.
int clockWaitModel(sem_t* semaphore, clockid_t clock, const timespec* until) {
  if (!isForWaiting(clock)) return failWith(EINVAL);
  if (take(semaphore, kTryWait) != 0) return 0;
  const OneStep step;
  checkRead(until, sizeof(*until));
  if (!isTime(*until)) return failWith(EINVAL);
  waitUntil(clock, *until);
  return failWith(ETIMEDOUT);
}
int timedWaitModel(sem_t* semaphore, const timespec* until) { return clockWaitModel(semaphore, CLOCK_REALTIME, until); }

int getValueModel(sem_t* semaphore, int* value) {
  const Value found = engine->stepper.visible(
      {.addr = addressOf(semaphore), .site = here(), .kind = OpKind::Read, .order = Order::Relaxed, .size = 8});
  requireAlive(semaphore, static_cast<std::uint64_t>(found));
  checkWrite(value, sizeof(*value));
  *value = static_cast<int>(found);
  return 0;
}

// --- with names ---

NamedSemaphores& named() { return engine->threads.semaphores(); }
void changeNames() { engine->threads.changeLibrary(LibraryWord::NamedSemaphores, Order::AcqRel, here()); }

// Of a file "sem.NAME" in one directory, as in glibc. Slashes before it are no part of it.
std::string_view nameOf(const char* name) {
  const std::string_view given(name);
  return given.substr(std::min(given.find_first_not_of('/'), given.size()));
}
// 0: nothing.
int wrongWith(std::string_view name) {
  if (name.empty() || name.find('/') != std::string_view::npos || name.size() > NAME_MAX) return EINVAL;
  return name.size() + 4 > NAME_MAX ? ENAMETOOLONG : 0;
}

sem_t* openModel(const char* given, int flags, ...) {
  unsigned value = 0;
  if ((flags & O_CREAT) != 0) {
    va_list rest;
    va_start(rest, flags);
    va_arg(rest, unsigned);  // the mode
    value = va_arg(rest, unsigned);
    va_end(rest);
  }
  checkString(given);
  changeNames();
  const auto refused = [](int error) {
    failWith(error);
    return static_cast<sem_t*>(SEM_FAILED);
  };
  const InHeddle guard;
  const std::string name(nameOf(given));
  if (const int error = wrongWith(name); error != 0) return refused(error);
  const auto known = named().find(name);
  const bool exists = known != named().end();
  if (exists && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return refused(EEXIST);
  if (exists) return reinterpret_cast<sem_t*>(known->second);
  if ((flags & O_CREAT) == 0) return refused(ENOENT);
  if (value > kMost) return refused(EINVAL);
  const Address made = engine->lifetimes.allocate(sizeof(sem_t), alignof(sem_t), BlockKind::Malloc, here());
  if (made == 0) return refused(ENOMEM);
  core::storeWord(made, 8, value);
  named().emplace(name, made);
  return reinterpret_cast<sem_t*>(made);
}

int unlinkModel(const char* given) {
  checkString(given);
  changeNames();
  const InHeddle guard;
  const std::string name(nameOf(given));
  if (wrongWith(name) == ENAMETOOLONG) return failWith(ENAMETOOLONG);
  return named().erase(name) != 0 ? 0 : failWith(ENOENT);
}

int closeModel(sem_t*) { return 0; }

}  // namespace

std::span<const External> semaphores() {
  static const External rows[] = {
      row("sem_init", initModel),           row("sem_destroy", destroyModel),   row("sem_post", postModel),
      row("sem_wait", waitModel),           row("sem_trywait", tryWaitModel),   row("sem_timedwait", timedWaitModel),
      row("sem_clockwait", clockWaitModel), row("sem_getvalue", getValueModel), row("sem_open", openModel),
      row("sem_close", closeModel),         row("sem_unlink", unlinkModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
