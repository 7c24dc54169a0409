// Everything that would differ from run to run: time, randomness, the process
// and its environment.
//
// The time depends on what happened before (program_time.h), random numbers on what
// the thread did, neither on the schedule, so that an execution can be repeated.
// Sleeping only moves the thread's clock: whatever may happen meanwhile is explored
// anyway.
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/externals/external.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kQuery = 1'000'000;                // reading the clock takes a millisecond
constexpr std::size_t kMostEntropy = 256;                  // that getentropy gives at once
constexpr std::uint64_t kBoot = 1'000 * kSecond;           // monotonic time at the start
constexpr std::uint64_t kEpoch = 1'700'000'000 * kSecond;  // real time at the start

std::uint64_t tick() { return engine->time.pass(kQuery); }
std::uint64_t realTime() { return kEpoch + tick(); }

timespec asTimespec(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
}

bool isValid(const timespec& t) { return t.tv_sec >= 0 && isTime(t); }

std::uint64_t nanoseconds(const timespec& t) {
  return static_cast<std::uint64_t>(t.tv_sec) * kSecond + static_cast<std::uint64_t>(t.tv_nsec);
}

template <typename T>
void store(T* to, const T& value) {
  checkWrite(to, sizeof(T));
  *to = value;
}

// --- clocks ---

time_t timeModel(time_t* out) {
  const auto now = static_cast<time_t>(realTime() / kSecond);
  if (out == nullptr) return now;
  const OneStep step;
  store(out, now);
  return now;
}

int gettimeofdayModel(timeval* out, struct timezone* zone) {
  const OneStep step;
  if (zone != nullptr) store(zone, {});
  const timespec now = asTimespec(realTime());
  if (out != nullptr) store(out, {now.tv_sec, now.tv_nsec / 1000});
  return 0;
}

bool isClock(clockid_t clock) { return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI; }

std::uint64_t now(clockid_t clock) {
  const bool isReal = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  const bool isProcessor = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
  return tick() + (isReal ? kEpoch : isProcessor ? 0 : kBoot);
}

int clockGettimeModel(clockid_t clock, timespec* out) {
  const OneStep step;
  if (!isClock(clock)) return failWith(EINVAL);
  store(out, asTimespec(now(clock)));
  return 0;
}

int clockGetresModel(clockid_t clock, timespec* out) {
  const OneStep step;
  if (!isClock(clock)) return failWith(EINVAL);
  if (out != nullptr) store(out, {0, 1});
  return 0;
}

int timespecGetModel(timespec* out, int base) {
  const OneStep step;
  if (base != TIME_UTC) return 0;
  store(out, asTimespec(realTime()));
  return base;
}

clock_t clockModel() { return static_cast<clock_t>(tick() / (kSecond / CLOCKS_PER_SEC)); }

// A std::chrono::time_point is one 64-bit count of nanoseconds.
std::int64_t steadyNowModel() { return static_cast<std::int64_t>(kBoot + tick()); }
std::int64_t systemNowModel() { return static_cast<std::int64_t>(realTime()); }

// --- sleeping ---

void pass(std::uint64_t time) { engine->time.pass(time); }

int nanosleepModel(const timespec* time, timespec*) {
  const OneStep step;
  checkRead(time, sizeof(*time));
  if (!isValid(*time)) {
    engine->threads.self().errorNumber = EINVAL;
    return -1;
  }
  pass(nanoseconds(*time));
  return 0;
}

int clockNanosleepModel(clockid_t clock, int flags, const timespec* time, timespec*) {
  const OneStep step;
  checkRead(time, sizeof(*time));
  if (!isClock(clock) || clock == CLOCK_THREAD_CPUTIME_ID || !isValid(*time)) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0)
    waitUntil(clock, *time);
  else
    pass(nanoseconds(*time));
  return 0;
}

int thrdSleepModel(const timespec* time, timespec* left) { return nanosleepModel(time, left); }

unsigned sleepModel(unsigned seconds) {
  pass(seconds * kSecond);
  return 0;
}

int usleepModel(useconds_t microseconds) {
  pass(std::uint64_t{microseconds} * 1000);
  return 0;
}

void sleepForModel(std::int64_t seconds, std::int64_t more) {
  pass(static_cast<std::uint64_t>(seconds) * kSecond + static_cast<std::uint64_t>(more));
}

// Whoever can go on may go on at every visible operation anyway.
int yieldModel() { return 0; }

// --- random numbers ---

// SplitMix64, with a stream for each thread.
std::uint64_t random64() {
  Thread& self = engine->threads.self();
  std::uint64_t z = (self.randomState += 0x9e37'79b9'7f4a'7c15) ^ (std::uint64_t{self.id} << 32);
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11eb;
  return z ^ (z >> 31);
}

int randModel() { return static_cast<int>(random64() >> 33); }
long randomModel() { return static_cast<long>(random64() >> 33); }
long signedRandomModel() { return static_cast<std::int32_t>(random64() >> 32); }
std::uint32_t random32Model() { return static_cast<std::uint32_t>(random64() >> 32); }
std::uint32_t randomBelowModel(std::uint32_t bound) {
  return bound == 0 ? 0 : static_cast<std::uint32_t>(random64() % bound);
}
double drand48Model() { return static_cast<double>(random64() >> 11) * 0x1p-53; }
void srandModel(unsigned seed) { engine->threads.self().randomState = seed; }

int randRModel(unsigned* state) {
  const OneStep step;
  checkRead(state, sizeof(*state));
  checkWrite(state, sizeof(*state));
  return ::rand_r(state);
}

void fillModel(void* to, std::size_t bytes) {
  const OneStep step;
  checkWrite(to, bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(random64() >> 56);
}

ssize_t getrandomModel(void* to, std::size_t bytes, unsigned) {
  fillModel(to, bytes);
  return static_cast<ssize_t>(bytes);
}

int getentropyModel(void* to, std::size_t bytes) {
  if (bytes > kMostEntropy) return failWith(EIO);
  fillModel(to, bytes);
  return 0;
}

// std::random_device: no state of its own.
void deviceInitModel(void*, const void*) {}
void deviceFiniModel(void*) {}
std::uint32_t deviceValueModel(void*) { return random32Model(); }
double deviceEntropyModel(const void*) { return 32.0; }

// --- process and environment ---

constexpr int kProcess = 1000;

char* getenvModel(const char* name) {
  if (inRegion(addressOf(name))) {
    const OneStep step;
    checkString(name);
  }
  return nullptr;
}

long sysconfModel(int name) {
  switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF: return 2;
    case _SC_PAGESIZE: return 4096;
    case _SC_CLK_TCK: return 100;
    default: engine->threads.self().errorNumber = EINVAL; return -1;
  }
}

int getpagesizeModel() { return 4096; }
pid_t getpidModel() { return kProcess; }
pid_t getppidModel() { return 1; }
uid_t getuidModel() { return 1000; }

}  // namespace

void waitUntil(clockid_t clock, const timespec& until) {
  const std::uint64_t from = now(clock);
  if (isValid(until) && nanoseconds(until) > from) pass(nanoseconds(until) - from);
}

bool isPast(clockid_t clock, const timespec& time) { return isValid(time) && nanoseconds(time) <= now(clock); }

void waitFor(const timespec& time) {
  if (isValid(time)) pass(nanoseconds(time));
}

pid_t threadNumber() { return kProcess + static_cast<pid_t>(engine->threads.self().id); }

std::span<const External> timeAndRandom() {
  static const External rows[] = {
      row("time", timeModel),
      row("gettimeofday", gettimeofdayModel),
      row("clock_gettime", clockGettimeModel),
      row("clock_getres", clockGetresModel),
      row("timespec_get", timespecGetModel),
      row("clock", clockModel),
      row("difftime", ::difftime),
      row("_ZNSt6chrono3_V212steady_clock3nowEv", steadyNowModel),
      row("_ZNSt6chrono3_V212system_clock3nowEv", systemNowModel),
      row("nanosleep", nanosleepModel),
      row("clock_nanosleep", clockNanosleepModel),
      row("thrd_sleep", thrdSleepModel),
      row("sleep", sleepModel),
      row("usleep", usleepModel),
      row("_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE",
          sleepForModel),
      row("sched_yield", yieldModel),
      row("thrd_yield", yieldModel),
      row("rand", randModel),
      row("srand", srandModel),
      row("rand_r", randRModel),
      row("random", randomModel),
      row("srandom", srandModel),
      row("lrand48", randomModel),
      row("mrand48", signedRandomModel),
      row("drand48", drand48Model),
      row("srand48", srandModel),
      row("arc4random", random32Model),
      row("arc4random_uniform", randomBelowModel),
      row("arc4random_buf", fillModel),
      row("getrandom", getrandomModel),
      row("getentropy", getentropyModel),
      row("_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", deviceInitModel),
      row("_ZNSt13random_device7_M_initERKSs", deviceInitModel),
      row("_ZNSt13random_device7_M_finiEv", deviceFiniModel),
      row("_ZNSt13random_device9_M_getvalEv", deviceValueModel),
      row("_ZNKSt13random_device13_M_getentropyEv", deviceEntropyModel),
      row("getenv", getenvModel),
      row("secure_getenv", getenvModel),
      row("sysconf", sysconfModel),
      row("getpagesize", getpagesizeModel),
      row("getpid", getpidModel),
      row("getppid", getppidModel),
      row("gettid", threadNumber),
      row("getuid", getuidModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
