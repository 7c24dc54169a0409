// pthread_create, pthread_join and what belongs to them.
#include <pthread.h>
#include <unwind.h>

#include <cerrno>
#include <utility>

#include "runtime/externals/external.h"
#include "runtime/externals/posix.h"

namespace heddle::runtime::externals {
namespace {

// A pthread_t is the thread's id plus one: never 0, the same in every run.
pthread_t handleOf(ThreadId t) { return t + 1; }

// The thread a handle stands for; reports a handle that stands for none.
Thread& threadOf(pthread_t handle, const char* what) {
  const auto t = static_cast<ThreadId>(handle - 1);
  if (handle == 0 || handle > kMaxThreads || !engine->stepper.exists(t)) {
    const InHeddle guard;
    engine->verdicts.fail(ViolationKind::LockMisuse, std::string(what) + " a thread that does not exist", here());
  }
  return *engine->threads.withId(t);
}

}  // namespace

int createThread(pthread_t* out, const pthread_attr_t* attributes, void* (*entry)(void*), void* argument) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) {
    checkRead(attributes, sizeof(*attributes));
    pthread_attr_getdetachstate(attributes, &state);
  }
  // Written before the thread runs, as glibc does: the thread may read it.
  checkWrite(out, sizeof(*out));
  const ThreadId child = engine->threads.nextChild(here());
  *out = handleOf(child);
  engine->threads.spawn(child, entry, argument, state == PTHREAD_CREATE_DETACHED, here());
  return 0;
}

void* resultOf(pthread_t handle) {
  const Thread& thread = threadOf(handle, "joins");
  if (thread.id == engine->threads.self().id) {
    const InHeddle guard;
    engine->verdicts.fail(ViolationKind::LockMisuse, "joins itself", here());
  }
  return engine->threads.join(thread.id, here());
}

int detachThread(pthread_t handle) {
  engine->threads.detach(threadOf(handle, "detaches").id, here());
  return 0;
}

namespace {

_Unwind_Reason_Code leaveAtBase(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                _Unwind_Context*, void*) {
  if ((actions & _UA_END_OF_STACK) != 0) engine->threads.exitThread();
  return _URC_NO_REASON;
}

}  // namespace

// As in glibc, the destructors of what is on the stack run first.
void exitThread(void* value) {
  Thread& me = engine->threads.self();
  me.result = value;
  std::memset(me.unwinding, 0, sizeof(me.unwinding));
  static_assert(sizeof(_Unwind_Exception) <= sizeof(me.unwinding));
  _Unwind_ForcedUnwind(reinterpret_cast<_Unwind_Exception*>(me.unwinding), leaveAtBase, nullptr);
  engine->threads.exitThread();
}

pthread_t ownThread() { return handleOf(engine->threads.self().id); }
int areSameThreads(pthread_t a, pthread_t b) { return a == b; }

namespace {

int joinModel(pthread_t handle, void** result) {
  void* const value = resultOf(handle);
  if (result != nullptr) {
    engine->stepper.noteUnseen();
    checkWrite(result, sizeof(*result));
    *result = value;
  }
  return 0;
}

int nothing() { return 0; }

void doNothing() {}

// Not one that was joined.
Thread& presentThread(pthread_t handle, const char* what) {
  Thread& thread = threadOf(handle, what);
  if (thread.joined) {
    const InHeddle guard;
    engine->verdicts.fail(ViolationKind::LockMisuse, std::string(what) + " a thread that was joined", here());
  }
  return thread;
}

int setNameModel(pthread_t handle, const char* name) {
  const OneStep step;
  const std::size_t length = checkString(name);
  std::array<char, 16>& own = presentThread(handle, "names").name;
  if (length >= own.size()) return ERANGE;
  std::memcpy(own.data(), name, length + 1);
  return 0;
}
int getNameModel(pthread_t handle, char* name, std::size_t bytes) {
  const OneStep step;
  const std::array<char, 16>& own = presentThread(handle, "asks for the name of").name;
  const std::size_t length = std::strlen(own.data()) + 1;
  if (bytes < length) return ERANGE;
  checkWrite(name, length);
  std::memcpy(name, own.data(), length);
  return 0;
}

// The stack that it has, whichever it was started with.
int getAttributesModel(pthread_t handle, pthread_attr_t* attributes) {
  const OneStep step;
  const Thread& thread = presentThread(handle, "asks for the attributes of");
  checkWrite(attributes, sizeof(*attributes));
  pthread_attr_init(attributes);
  const Address bottom = engine->stepper.stackBottom(thread.id);
  pthread_attr_setstack(attributes, reinterpret_cast<void*>(bottom), engine->stepper.stackTop(thread.id) - bottom);
  return pthread_attr_setdetachstate(attributes, thread.detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
}
int getStackModel(const pthread_attr_t* attributes, void** bottom, std::size_t* bytes) {
  const OneStep step;
  checkRead(attributes, sizeof(*attributes));
  checkWrite(bottom, sizeof(*bottom));
  checkWrite(bytes, sizeof(*bytes));
  return pthread_attr_getstack(attributes, bottom, bytes);
}

// There is one processor, and no thread is before another: what is asked for of scheduling is what a schedule may do.
// There is one processor.
int setAffinityModel(pthread_t, std::size_t bytes, const cpu_set_t* set) {
  const OneStep step;
  checkRead(set, bytes);
  return CPU_ISSET_S(0, bytes, set) ? 0 : EINVAL;
}
int getAffinityModel(pthread_t, std::size_t bytes, cpu_set_t* set) {
  const OneStep step;
  checkWrite(set, bytes);
  std::memset(set, 0, bytes);
  CPU_SET_S(0, bytes, set);
  return 0;
}
int setAttributeParameters(pthread_attr_t* attributes, const sched_param* parameters) {
  const OneStep step;
  checkRead(parameters, sizeof(*parameters));
  checkWrite(attributes, sizeof(*attributes));
  return pthread_attr_setschedparam(attributes, parameters);
}
int setSchedulingModel(pthread_t handle, int, const sched_param* parameters) {
  const OneStep step;
  threadOf(handle, "schedules");
  checkRead(parameters, sizeof(*parameters));
  return 0;
}
int setPriorityModel(pthread_t handle, int) {
  threadOf(handle, "schedules");
  return 0;
}
int getSchedulingModel(pthread_t handle, int* policy, sched_param* parameters) {
  const OneStep step;
  threadOf(handle, "asks for the scheduling of");
  checkWrite(policy, sizeof(*policy));
  checkWrite(parameters, sizeof(*parameters));
  *policy = SCHED_OTHER;
  *parameters = {};
  return 0;
}

// Nobody is cancelled, since pthread_cancel is refused.
template <int ThreadProgress::* setting>
int setCancelModel(int value, int* old) {
  const OneStep step;
  if (value != 0 && value != 1) return EINVAL;
  if (old != nullptr) checkWrite(old, sizeof(*old));
  const int before = std::exchange(engine->threads.self().*setting, value);
  if (old != nullptr) *old = before;
  return 0;
}

// --- thread-specific data ---

SpecificKeys& keys() { return engine->threads.keys(); }
// Creating and deleting keys does not synchronise (POSIX 4.12).
LibraryVersion changeKeys() { return engine->threads.changeLibrary(LibraryWord::ThreadKeys, Order::Relaxed, here()); }

}  // namespace

int createKey(pthread_key_t* key, void (*destructor)(void*)) {
  changeKeys();
  if (keys().count == SpecificKeys::kMost) return EAGAIN;
  checkWrite(key, sizeof(*key));
  keys().all[keys().count] = {destructor};
  *key = keys().count++;
  return 0;
}

int deleteKey(pthread_key_t key) {
  const LibraryVersion deleted = changeKeys();
  if (key >= keys().count) return EINVAL;
  keys().all[key].deleted = deleted;
  return 0;
}

int setSpecific(pthread_key_t key, const void* value) {
  if (key >= keys().count) return EINVAL;
  const InHeddle guard;
  Thread& me = engine->threads.self();
  if (me.specific.empty()) me.specific.resize(SpecificKeys::kMost);
  me.specific[key] = const_cast<void*>(value);
  return 0;
}

void* getSpecific(pthread_key_t key) {
  const Thread& me = engine->threads.self();
  return key < me.specific.size() ? me.specific[key] : nullptr;
}

std::span<const External> posixThreads() {
  static const External rows[] = {
      row("pthread_create", createThread),
      row("pthread_join", joinModel),
      row("pthread_detach", detachThread),
      row("pthread_exit", exitThread),
      row("pthread_self", ownThread),
      row("pthread_equal", areSameThreads),
      row("pthread_yield", nothing),
      row("pthread_setname_np", setNameModel),
      row("pthread_setaffinity_np", setAffinityModel),
      row("pthread_getaffinity_np", getAffinityModel),
      row("pthread_attr_init", onObject<pthread_attr_init, true, pthread_attr_t>),
      row("pthread_attr_destroy", onObject<pthread_attr_destroy, true, pthread_attr_t>),
      row("pthread_attr_setstack", onObject<pthread_attr_setstack, true, pthread_attr_t, void*, std::size_t>),
      row("pthread_attr_getstack", getStackModel),
      row("pthread_getattr_np", getAttributesModel),
      row("pthread_attr_setdetachstate", onObject<pthread_attr_setdetachstate, true, pthread_attr_t, int>),
      row("pthread_attr_getdetachstate", fromObject<pthread_attr_getdetachstate, pthread_attr_t, int>),
      row("pthread_attr_setstacksize", onObject<pthread_attr_setstacksize, true, pthread_attr_t, std::size_t>),
      row("pthread_attr_setscope", onObject<pthread_attr_setscope, true, pthread_attr_t, int>),
      row("pthread_attr_getstacksize", fromObject<pthread_attr_getstacksize, pthread_attr_t, std::size_t>),
      row("pthread_attr_getscope", fromObject<pthread_attr_getscope, pthread_attr_t, int>),
      row("pthread_attr_setguardsize", onObject<pthread_attr_setguardsize, true, pthread_attr_t, std::size_t>),
      row("pthread_attr_getguardsize", fromObject<pthread_attr_getguardsize, pthread_attr_t, std::size_t>),
      row("pthread_attr_setinheritsched", onObject<pthread_attr_setinheritsched, true, pthread_attr_t, int>),
      row("pthread_attr_getinheritsched", fromObject<pthread_attr_getinheritsched, pthread_attr_t, int>),
      row("pthread_attr_setschedpolicy", onObject<pthread_attr_setschedpolicy, true, pthread_attr_t, int>),
      row("pthread_attr_getschedpolicy", fromObject<pthread_attr_getschedpolicy, pthread_attr_t, int>),
      row("pthread_attr_setschedparam", setAttributeParameters),
      row("pthread_attr_getschedparam", fromObject<pthread_attr_getschedparam, pthread_attr_t, sched_param>),
      row("pthread_setschedparam", setSchedulingModel),
      row("pthread_setschedprio", setPriorityModel),
      row("pthread_getschedparam", getSchedulingModel),
      row("pthread_getname_np", getNameModel),
      row("pthread_setcancelstate", setCancelModel<&ThreadProgress::cancelState>),
      row("pthread_setcanceltype", setCancelModel<&ThreadProgress::cancelType>),
      row("pthread_testcancel", doNothing),
      row("pthread_key_create", createKey),
      row("pthread_key_delete", deleteKey),
      row("pthread_setspecific", setSpecific),
      row("pthread_getspecific", getSpecific),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
