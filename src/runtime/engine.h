// The executor: runs the threads of the program under test as fibers, one
// visible operation at a time.
//
// A thread that reaches a visible operation leaves it as its pending op and
// asks the scheduler, right there on its own stack, who goes next. If the
// answer is itself it performs the op and goes on: no switch, no detour.
// Otherwise it switches straight to the other thread, which performs its own
// pending op. Ops that are local under SC are performed without asking. The root (the caller of `run`) is switched to
// only when an execution ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/iteration.h"
#include "core/program.h"
#include "core/program_info.h"
#include "runtime/fiber.h"
#include "runtime/globals.h"
#include "runtime/heap.h"
#include "runtime/lock_groups.h"
#include "runtime/loops/repetition.h"
#include "runtime/native_program.h"
#include "runtime/race_detector.h"
#include "runtime/region.h"

namespace heddle::runtime {

using core::Op;
using core::OpKind;
using core::Order;
using core::Value;
using core::ViolationKind;

// What inline code and the innermost hooks touch, in one cache line.
struct alignas(64) Hot {
  std::int64_t budget = 0;  // hooks::kBudget
  char* tls = nullptr;      // hooks::kTls
  SiteId callSite = 0;      // hooks::kCallSite
  SiteId userSite = 0;      // hooks::kUserSite
  std::uint8_t watch = 0;   // hooks::kWatch
  bool inProgram = false;   // code of the program under test runs (else: Heddle's)
  bool probing = false;     // Heddle touches memory on the program's behalf: a fault is the program's
  SiteId probeSite = 0;
  Epoch epoch = 0;          // of the running thread: what its plain accesses leave in race cells
  bool quickPlain = false;  // a plain access in the same epoch as the last needs no more than the cell's look
  const struct SiteFacts* facts = nullptr;
};
// Hidden: reached without a detour through the table of shared symbols.
extern Hot hot [[gnu::visibility("hidden")]];

// While alive, Heddle's own code runs: its allocations are not the program's.
class InHeddle {
 public:
  InHeddle() : before_(hot.inProgram) { hot.inProgram = false; }
  ~InHeddle() { hot.inProgram = before_; }
  InHeddle(const InHeddle&) = delete;
  InHeddle& operator=(const InHeddle&) = delete;

 private:
  bool before_;
};

// A stack object other threads may reach, between its enter and its leave.
struct StackObject {
  Address start;
  std::uint64_t bytes;
  SiteId site;
};

struct Destructor {
  void (*function)(void*);
  void* argument;
};

// The first two words of libstdc++'s __cxa_eh_globals.
struct ExceptionGlobals {
  void* caught = nullptr;
  unsigned uncaught = 0;

  bool inUse() const { return caught != nullptr || uncaught != 0; }
};

// The time of a thread, and its entry of the vector clock at that moment.
struct TimeReading {
  std::uint32_t clock;
  std::uint64_t time;
};

// What belongs to the number of a thread, in all executions.
struct ThreadPlace {
  Fiber fiber;
  ThreadId id = 0;
  bool stackReady = false;             // it has a guard below it
  core::ThreadState* state = nullptr;  // what the scheduler sees of it
};

// What it has done so far, and what it is doing: as new when it starts. It lies
// together, since that takes few stores, and first what each switch needs.
struct ThreadProgress {
  struct Thread* starter = nullptr;  // whose spawn it runs in, up to its first op that is not local
  unsigned atomicDepth = 0;
  SiteId callSite = 0;  // hot.callSite and hot.userSite while it does not run
  SiteId userSite = 0;
  unsigned children = 0;
  char* tls = nullptr;
  ExceptionGlobals exceptions;      // while it does not run
  struct Thread* joiner = nullptr;  // who waits for its exit and goes on with it, if not in an atomic section
  bool joinsAtOnce = false;         // was resumed because the thread it joins has exited; nobody was asked
  bool endedIteration = false;      // stopped at the end of an iteration without effect
  bool tookIteration = false;       // went on behind one, which may hide a data race
  bool excludes = false;  // the section it is in excludes others as a lock would; else only the accesses' orders count
  bool detached = false;
  bool joined = false;
  bool endsProcess = false;  // called exit(), or is main and returned
  SiteId throwSite = 0;      // of its last throw
  int errorNumber = 0;
  // How many events there were at its last effect that is none, or that counts as one; plus one.
  std::size_t unseenAt = 0;
  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  StackObject copySource{};  // while interleaving: what a memcpy is about to read
  std::uint64_t randomState = 1;
};

struct alignas(64) Thread : ThreadPlace, ThreadProgress {
  // Empty when it starts.
  std::vector<Address> held;  // locks
  LockGroup group;            // of locks that it is taking
  std::vector<TimeReading> times;
  std::vector<StackObject> objects;
  std::vector<Destructor> atExit;  // thread_local destructors
  std::vector<void*> specific;     // pthread_setspecific
  std::vector<Op> looksAt;         // turns for ever: what it reads in a round

  alignas(16) char unwinding[64];  // the unwinder's state in pthread_exit

  void begin(void* (*function)(void*), void* with) {
    static_cast<ThreadProgress&>(*this) = {};
    entry = function;
    argument = with;
    held.clear();
    group.clear();
    times.clear();
    objects.clear();
    atExit.clear();
    specific.clear();
    looksAt.clear();
  }
};

// State of the library that all threads share: a word of the program's memory
// each, 0 at first, so that searches see who uses it in which order.
enum class LibraryWord : std::uint8_t { SharedPointerLock, ExitHandlers, ThreadKeys };
inline constexpr unsigned kLibraryWordCount = 3;

// pthread_key_create
struct SpecificKeys {
  static constexpr unsigned kMost = 64;
  unsigned count = 0;
  void (*destructors[kMost])(void*) = {};
};

// A plain access, kept while recording.
struct PlainAccess {
  std::size_t position;  // it happened after this many events
  ThreadId thread;
  SiteId site;
  Address addr;
  std::uint64_t bytes;
  bool write;
  Value value;  // up to 16 bytes
};

// The part of a site that hooks need on the hot path. Its first eight bytes
// are those of an Op from `site` on, so that a hook copies them as one word.
struct SiteFacts {
  SiteId site;
  OpKind kind;
  Order order;
  Order failOrder;
  std::uint8_t size;
  const core::UpdateRule* rule;
  bool isShared;
  bool isSystem;
  bool isCopySource;  // the read half of a memcpy, whose write half follows
  bool isRepeated;    // core::Site
  SiteId place;       // the first site with the same place and meaning: what violations are counted by

  void copyTo(Op& op) const {
    static_assert(offsetof(Op, kind) - offsetof(Op, site) == offsetof(SiteFacts, kind));
    static_assert(offsetof(Op, order) - offsetof(Op, site) == offsetof(SiteFacts, order));
    static_assert(offsetof(Op, failOrder) - offsetof(Op, site) == offsetof(SiteFacts, failOrder));
    static_assert(offsetof(Op, size) - offsetof(Op, site) == offsetof(SiteFacts, size));
    op.rule = rule;
    std::memcpy(static_cast<void*>(&op.site), this, 8);
    op.other = op.unused = 0;
  }
};

// Keeps what another scheduler answers, while recording.
class ScheduleRecorder final : public core::Scheduler {
 public:
  void start(core::Scheduler& scheduler) { scheduler_ = &scheduler; }
  void clear() { steps_.clear(); }
  const std::vector<core::Step>& steps() const { return steps_; }

  core::Step next(const core::Execution& execution) override {
    const core::Step step = scheduler_->next(execution);
    if (!step.isStop()) steps_.push_back(step);
    return step;
  }
  bool ordersEvents() const override { return scheduler_->ordersEvents(); }
  std::span<const std::uint32_t> clockOf(const core::Execution& execution, ThreadId thread) override {
    return scheduler_->clockOf(execution, thread);
  }
  bool isUnobserved(const core::Execution& execution, const core::Iteration& iteration) override {
    return scheduler_->isUnobserved(execution, iteration);
  }

 private:
  core::Scheduler* scheduler_ = nullptr;
  std::vector<core::Step> steps_;
};

// Where the compiled program starts.
struct EntryPoints {
  int (*main)(int, char**, char**) = nullptr;
  void (*constructors)() = nullptr;
  const char* globalsImage = nullptr;
  const char* tlsImage = nullptr;
};

class Engine {
 public:
  Engine(const core::ProgramInfo& info, const Options& options);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Whether executions can be closed (core::Execution) at all.
  void setClosed(bool closed) { canBeClosed_ = closed; }
  void setEntryPoints(const EntryPoints& entry) {
    entry_ = entry;
    globals_.start(entry.globalsImage, info_.globalsSize);
  }
  Globals& globals() { return globals_; }
  Address libraryWord(LibraryWord word) const { return kLibraryWords + 8 * static_cast<unsigned>(word); }
  // The thread is about to look at what `word` stands for, or to change it.
  void lookAtLibrary(LibraryWord word, SiteId site);
  void changeLibrary(LibraryWord word, Order order, SiteId site);

  const core::Execution& run(core::Scheduler& scheduler);
  void record(bool on) { recording_ = on; }
  void keepGoing(bool on) { keepGoing_ = on; }

  // --- for hooks and models of library functions, on a thread's stack ---

  Thread& self() { return *current_; }
  bool checksRaces() const { return checkRaces_; }  // else each plain access is a step
  const SiteFacts& facts(SiteId site) const { return facts_[site]; }
  const core::ProgramInfo& info() const { return info_; }
  const Options& options() const { return options_; }

  // Where the program stands at a call of a library function, in user code if
  // that is known.
  SiteId here() const { return facts_[hot.callSite].isSystem && hot.userSite != 0 ? hot.userSite : hot.callSite; }

  // Of the running thread (lock_groups.h): which locks it is about to take, the program
  // begins with `first`; it has got one; it has all. And that it tries a lock.
  void beginGroup(std::span<const Address> locks, const Op& first);
  void obtainInGroup(Address lock);
  void endGroup();
  void noteTry(Address lock, SiteId site);

  // Performs `op` when the scheduler says so; the value read, if any.
  // Inline: an op that was put together elsewhere would have to be loaded in
  // other pieces than it was stored in.
  [[gnu::always_inline]] Value visible(const Op& op) {
    const InHeddle guard;
    core::copyOp(pendingOp(), op);
    return core::touchesMemory(op.kind) ? step() : stepOther();
  }
  Op& pendingOp() { return current_->state->pending; }
  Value step();
  // The same for an op that waits in a loop of the program.
  Value await();

  // What `visible` does, for an atomic access to a word of the program's
  // memory (inRegion), in as few instructions as possible.
  enum class Access : std::uint8_t { Load, Store, Update, CompareExchange };
  template <Access access, typename Word>
  Value visibleWord(const SiteFacts& facts, Address addr, std::uint64_t a, std::uint64_t b);

  // `frame`: the program's stack at the access; what lies below is dead.
  std::uint64_t plainLoad(Address addr, SiteId site, Address frame);
  // A load from a constant, which lies outside the region, that leaves it.
  [[noreturn]] void outsideConstant(Address addr, SiteId site, Address start, std::uint64_t bytes);
  void plainStore(Address addr, SiteId site, std::uint64_t value, Address frame);
  // Checks an access of the program that native code is about to do.
  void checkRange(Address addr, std::uint64_t bytes, bool write, SiteId site);

  // While interleaving plain accesses, what lies between is one step.
  void beginStep(SiteId site);
  void endStep();

  // __VERIFIER_atomic_begin and _end: one step, and sections exclude each other.
  void beginSection(SiteId site);
  // The same for an operation that the program wrote as one; `op` is an Atomic
  // with its name (its rule) and object.
  void beginSection(const Op& op);
  void endSection();
  // An operation of a library that touches several words, and orders nothing by
  // itself; `op` as above.
  void beginOperation(const Op& op);
  void endOperation() { --current_->atomicDepth; }

  Address allocate(std::uint64_t bytes, std::uint64_t align, BlockKind kind, SiteId site);
  void release(Address addr, BlockKind kind, SiteId site);
  Heap& heap() { return heap_; }

  void enterObject(Address start, std::uint64_t bytes, SiteId site);
  void leaveObject(Address start, std::uint64_t bytes);
  // Stack objects of frames below `frame` are gone (an exception was caught).
  void leaveObjectsBelow(Address frame);

  // Nanoseconds since the start of the program, as the running thread knows it.
  std::uint64_t time();
  // So many pass for it; what it is then.
  std::uint64_t passTime(std::uint64_t nanoseconds);

  ThreadId nextChild() {
    const InHeddle guard;
    return table_.child(current_->id, current_->children);
  }
  // `child` is nextChild(): its handle is stored before it runs.
  void spawn(ThreadId child, void* (*entry)(void*), void* argument, bool detached, SiteId site);
  // A thread is joined or detached once; which of two calls comes too late
  // depends on their order, that one does not.
  void* join(ThreadId thread, SiteId site);
  void detach(ThreadId thread, SiteId site);
  [[noreturn]] void exitThread();
  [[noreturn]] void exitProcess();
  [[noreturn]] void exitAtOnce();  // _exit: no destructors
  Thread* threadWithId(ThreadId t) { return t < threads_.size() && threads_[t].id == t ? &threads_[t] : nullptr; }
  bool exists(ThreadId t) const {
    return t < execution_.threads.size() && execution_.threads[t].status != core::ThreadStatus::Absent;
  }
  void atExit(Destructor destructor) { atExit_.push_back(destructor); }
  SpecificKeys& keys() { return keys_; }
  void (*terminateHandler)() = nullptr;  // std::set_terminate

  [[noreturn]] void fail(ViolationKind kind, std::string_view message, SiteId site, Address addr = 0,
                         std::uint64_t bytes = 0);
  [[noreturn]] void refuse(std::string_view message, SiteId site);
  [[noreturn]] void cut(std::string_view message, SiteId site, bool endless, bool isOutside = false);
  // A loop has used up its budget: goes on, or cuts the execution.
  void lookUp(SiteId site);
  // assume(false)
  [[noreturn]] void stopThread(SiteId site);
  // A loop has run more often than it may: the thread stops, the others go on.
  void stopAtBound(SiteId site, unsigned rounds);
  // A loop without a bound has run many rounds: goes on, or cuts the execution.
  void watchIterations(SiteId site, std::uint64_t look);
  [[noreturn]] void cutInLoop(SiteId site, std::string_view why);
  // The end of an iteration that is known to have no effect: the thread goes no
  // further, unless the iteration may hide a data race and is the first of these.
  // Comes back in that case, and when the loop is tried again after the end (Retry).
  void endPureIteration(SiteId loop, bool mayHideRace);
  // Around one of which that is known only when it is over. `begin` is what
  // beginIteration answered; `changed`: the thread's own state.
  std::uint64_t beginIteration() const;
  void endIteration(SiteId loop, std::uint64_t begin, bool changed, bool mayHideRace);
  void ghostAccess(Address addr, SiteId site);

  void print(std::string_view text) { output_.append(text); }

  // At this call the program gets fewer values than it may: those of options().nondetRange.
  void noteFewValues(SiteId site);
  std::vector<std::string> limitations() const;
  // As core::Program has them.
  void addEvidence(core::Evidence& evidence) const;
  bool takeIn(const core::Evidence& evidence);
  bool has(core::LoopRole role) const {
    return std::ranges::any_of(
        facts_, [role](const SiteFacts& facts) { return facts.rule != nullptr && facts.rule->role == role; });
  }
  const core::UpdateRule* ruleAt(SiteId site) const { return site < facts_.size() ? facts_[site].rule : nullptr; }

  // The program does something that others may notice or that depends on others,
  // and is no event.
  void noteUnseen() { execution_.isClosed = false; }

  // A signal arrived while the program ran; called on a stack of its own.
  [[noreturn]] void crashed(ViolationKind kind, std::string_view message, Address addr);

  // Where the stack of a thread lies: [stackBottom, stackTop). The tops are at
  // different places of their slots, since what lies whole slots apart competes
  // for the same few lines of a cache.
  Address stackTop(ThreadId t) const { return stackEnd(t) - t % 14 * 1152; }
  Address stackBottom(ThreadId t) const { return stackEnd(t) - layout::kStackTops - options_.stackBytes; }

  // --- for the story ---

  const core::Execution& execution() const { return execution_; }
  // Whether the thread's pending op stands for a loop of the program that waits.
  bool waitsInLoop(ThreadId t) const;
  // Whether the thread stopped at the end of a round of a loop.
  bool endedIteration(ThreadId t) const {
    return threads_[t].endedIteration && execution_.threads[t].status == core::ThreadStatus::Stopped;
  }
  // Whether the thread goes round in a loop.
  bool turns(ThreadId t) const { return waitsInLoop(t) || endedIteration(t); }
  // What such a thread looks at in a round, if that was found out.
  const std::vector<Op>& looksAt(ThreadId t) const { return threads_[t].looksAt; }
  SiteId loopOf(ThreadId t) const;
  bool nobodyCanLeave() const;
  // The last event that wrote there; null if none did.
  const core::Event* lastWriter(Address addr) const;
  // The last plain access that did, if it came behind that event; as far as recorded.
  const PlainAccess* lastPlainWriter(Address addr) const;
  const std::vector<PlainAccess>& plainAccesses() const { return plainAccesses_; }
  // Whether the access of the `event`-th event took place: not if it was what went wrong.
  bool tookPlace(std::size_t event) const { return std::ranges::find(untaken_, event) == untaken_.end(); }
  const Heap& heap() const { return heap_; }
  const std::vector<core::Step>& schedule() const { return recorder_.steps(); }
  const std::string& output() const { return output_; }
  bool adoptsOrder() const { return adoptsOrder_; }
  core::ThreadTable& threadTable() { return table_; }
  // Where user code stood at the violation, if its own site is in a header of the system; else 0.
  SiteId userSite() const { return userSite_; }
  const Conflict* conflict() const { return conflict_ ? &*conflict_ : nullptr; }
  // "x", "queue.head", "block 2 (malloc'd at a.c:7) + 8"
  std::string nameOf(Address addr) const;
  std::string nameOf(const Block& block) const;  // "block 2"
  // The same of a value that is an address: "&queue.head", "block T1-1 + 8".
  std::string pointerTo(Address addr) const;
  std::string placeOf(SiteId site) const;

 private:
  // Behind the program's own globals: argv for main, and the library's word.
  static constexpr Address kArguments = layout::kGlobals + layout::kGlobalsSize - 4096;
  static constexpr Address kLibraryWords = kArguments + 256;

  // Limits are looked at after so many back edges or events.
  static constexpr std::int64_t kBudget = 1 << 20;
  static constexpr std::size_t kEventsBetweenLooks = 4096;

  static Address stackEnd(ThreadId t) { return layout::kStacks + (t + 1) * layout::kStackSlot; }
  void restart();
  void lookAtLimits(SiteId site);
  static void threadMain(void* thread);
  static void* mainMain(void* engine);
  Thread& startThread(ThreadId id, void* (*entry)(void*), void* argument);
  void endLifetime(Address start, std::uint64_t bytes, bool freed, SiteId site);
  void adoptOrder(ThreadId thread);
  std::uint64_t lastTimeOf(ThreadId t) const;
  void tellTime(std::uint64_t time, ThreadId to);
  void followTime();
  [[noreturn]] void refuseJoin(const Thread& thread, const char* what, SiteId site);
  Value stepOther();
  template <OpKind kind>
  void stepAtOnce(SiteId site, ThreadId other = 0);
  void performSpawn(ThreadId child);
  [[noreturn]] void performExit(SiteId site);
  bool awaitTurn();
  void enterSection(const Op& op, bool excludes);
  void leaveSection();
  void orderWithSections(const Op& op);
  void dispatch();
  void carryOut(core::Step step);
  void switchTo(Thread& to);
  [[noreturn]] void handOver();
  struct Effect {  // what an op does to the word it accesses
    bool writes;
    Value value;
  };
  template <Access access, typename Word>
  Value performWord(Address addr);
  Value performMemory(bool asked);
  void performOrdered(const Op& op);
  void speculate(const Op& op);
  // While there are other threads: whether it races, also with what is not explored.
  [[gnu::always_inline]] void checkPlain(Address addr, std::uint64_t bytes, bool write, SiteId site) {
    notePlain(addr);
    if (const auto conflict = detector_.plain(current_->id, addr, bytes, write)) [[unlikely]]
      reportConflict(*conflict, addr, bytes, write ? "write" : "read", site);
    requireUnmet(site);
  }
  // After a plain access: what it would race with in executions that are not explored.
  void requireUnmet(SiteId site) {
    if (detector_.hasMet()) [[unlikely]]
      breakOffAtMet(site);
  }
  [[noreturn]] void breakOffAtMet(SiteId site);
  // Those of the options that lie in memory whose lifetime begins.
  void settleWords(Address start, std::uint64_t bytes) {
    if (!adoptsOrder_ || !checkRaces_) return;
    for (const core::Word& word : options_.settledWords)
      if (word.addr >= start && word.addr + word.bytes <= start + bytes) {
        noteAtomicWord(word.addr, word.bytes, here());
        detector_.locate(word.addr, word.bytes);
      }
  }
  // A plain store that each iteration of its loop repeats, and an atomic access:
  // no word may see both, in whatever executions.
  void noteRepeatedStore(Address addr, std::uint64_t bytes, SiteId site) {
    if (facts_[site].isRepeated && !retrying_) [[unlikely]]
      keepApart(addr, bytes, site);
  }
  void keepApart(Address stored, std::uint64_t bytes, SiteId site);
  void noteAtomicWord(Address addr, unsigned bytes, SiteId site) {
    if (!separateWords_.isWatched || retrying_) [[likely]]
      return;
    for (Address word = addr >> 3; word <= (addr + bytes - 1) >> 3; ++word) {
      separateWords_.atomic.insert(word);
      if (separateWords_.stored.contains(word)) breakOff({core::Assumption::SeparateWords, site});
    }
  }
  // An atomic store that each iteration of its loop repeats, to an object that is
  // not published: other threads happen after it. Threads are looked at when they
  // get to the word, before they learn anything there. Under SC they come later
  // in any case.
  void notePublished(const Op& op) {
    if (!facts_[op.site].isRepeated || retrying_) [[likely]]
      return;
    noteUnseen();  // accesses must come here
    publishedStores_[op.addr >> 3] = detector_.epoch(current_->id) - 1;
  }
  void requireOrderedPublication(const Op& op) {
    if (publishedStores_.empty() || retrying_) [[likely]]
      return;
    for (Address word = op.addr >> 3; word <= (op.addr + op.size - 1) >> 3; ++word)
      if (const auto store = publishedStores_.find(word);
          store != publishedStores_.end() && !detector_.knows(current_->id, store->second))
        breakOff({core::Assumption::OrderedPublication, op.site});
  }
  [[noreturn]] void breakOff(core::Broken broken);
  void synchronise(const RaceDetector::Record& record, const Op& op, bool wrote);
  static Effect effectOf(const Op& op, Value read);
  core::Event& recordEvent(const Op& op, bool asked);
  Value performOther(OpKind kind, const Op& op, core::Event& event);
  void refreshEpoch() { hot.epoch = detector_.epoch(current_->id); }
  // `isEvent`: the op is the last event already.
  void checkUnsynchronised(const Op& op, bool isEvent = false);
  const RaceDetector::Record& locationOf(const Op& op, bool isEvent = false);
  void requireAccess(const Op& op, bool isEvent = false);
  void noteUntaken() { untaken_.push_back(execution_.trace.size() - 1); }
  void lookAtWord(const Op& op, bool writes);  // `writes`: so do attempts in vain
  void checkWaiters();
  class Retry;
  void findLivelock();
  enum class Turns : std::uint8_t { ForEver, NotForEver, NobodyKnows };
  struct Word;
  using Memory = std::vector<Word>;  // some words of it
  struct Spinning;
  bool isWaitedFor(const std::vector<Spinning>& turning) const;
  Turns spinsForEver(Spinning& turning);
  Turns spinsForEverIn(const Memory& middle, Spinning& turning);
  Turns spinTogether(std::vector<Spinning>& turning);
  core::StopReason notFoundOut(ThreadId t) const;
  [[noreturn]] void giveUpRetry();
  core::JudgedBy judgedBy() const;
  void judge(const core::Iteration& iteration);
  bool passes(const core::Iteration& iteration);
  void stopAfter(const core::Iteration& iteration);
  // While a thread is let go on alone (loops/livelocks.cpp), it is not.
  bool ordersEvents() const { return adoptsOrder_ && !retrying_; }
  void undo(std::size_t from);
  // What a thread that is tried again does not get behind: there is no way back from it.
  void endRetry() {
    if (retrying_) [[unlikely]]
      leave(core::End::Blocked);
  }
  [[noreturn]] void leave(core::End end);
  void stuck(bool isBlocked);
  bool takesAllAlong() const;
  bool isHeldUpByGroups() const;
  [[noreturn]] void observeGroup(SiteId site);
  void end(core::End end);
  void explainDeadlock();
  bool waitsForSpinning(ThreadId t) const;
  void reportConflict(const Conflict& conflict, Address addr, std::uint64_t bytes, const char* access, SiteId site);
  [[noreturn]] void badAccess(Address addr, std::uint64_t bytes, bool write, SiteId site);
  bool ownStack(Address addr, std::uint64_t bytes, Address frame) const;
  void updateWatch() {
    hot.watch = static_cast<std::uint8_t>(unjoined_ != 0 || recording_);
    hot.quickPlain = checkRaces_ && !recording_;
  }
  const core::Global* globalAt(Address addr) const;
  void stepOverRange(Address addr, std::uint64_t bytes, bool write, SiteId site);
  bool isPlainAnEvent() const;
  Value plainEvent(const Op& op);
  // A plain access while there are other threads.
  void notePlain(Address addr) {
    if (execution_.isClosed && (addr < stackBottom(current_->id) || addr >= stackTop(current_->id))) noteUnseen();
  }
  void renew(Address addr, std::uint64_t bytes, SiteId site);
  void noteRenewal(Address addr, std::uint64_t bytes, SiteId site);
  void readLocations(Address addr, std::uint64_t bytes, SiteId site);
  void noteRange(Address addr, std::uint64_t bytes, bool write, SiteId site);
  void logPlain(Address addr, std::uint64_t bytes, bool write, Value value, SiteId site);
  void notePlainLook(Address addr, std::uint64_t bytes, SiteId site);
  void notePlainStore(Op op);
  Value probeLoad(Address addr, unsigned bytes, SiteId site);
  void probeStore(Address addr, unsigned bytes, Value value, SiteId site);

  core::ProgramInfo info_;
  Options options_;
  EntryPoints entry_;
  std::vector<SiteFacts> facts_;
  core::ThreadTable table_;
  core::Execution execution_;
  core::Scheduler* scheduler_ = nullptr;
  std::uint64_t choice_ = 0;  // of the step being carried out
  ExceptionGlobals* exceptionGlobals_ = nullptr;
  Thread root_;
  std::vector<Thread> threads_;  // by id; never resized: fibers hold pointers into it
  Thread* current_ = nullptr;
  RaceDetector detector_;
  Globals globals_;
  Heap heap_;
  // By 8 bytes, over all executions.
  struct {
    bool isWatched = false;
    std::unordered_set<Address> stored, atomic;
  } separateWords_;
  Address lastRepeated_ = 0;
  std::unordered_map<Address, Epoch> publishedStores_;  // by 8 bytes, in this execution: the last one
  GroupedLocks groupedLocks_;                           // over all executions
  bool checkRaces_;                                     // the policy is PlainPolicy::Race
  bool recording_ = false;
  bool keepGoing_ = false;
  bool canBeClosed_ = false;
  bool adoptsOrder_ = false;   // the scheduler says what happens before what
  bool canRetry_ = false;      // the execution has ended with threads that may have looked too early
  bool retrying_ = false;      // the execution is over; a loop that waits is tried again
  std::uint64_t retries_ = 0;  // of this execution
  // What it reads and writes that is no event, with the values in `a`, and in `b` what was overwritten.
  std::vector<Op> plainSteps_;
  LongLoops longLoops_;
  std::int64_t loops_ = 0;  // back edges taken since event number loopsSince_, in whole budgets
  std::size_t loopsSince_ = 0;
  unsigned unjoined_ = 0;  // threads spawned and not joined: 0 means that only one thread runs
  std::vector<Destructor> atExit_;
  SpecificKeys keys_;
  std::vector<PlainAccess> plainAccesses_;
  std::vector<SiteId> fewValues_;     // calls that gave fewer values than they may, in any execution
  std::vector<std::size_t> untaken_;  // events whose access did not take place
  ScheduleRecorder recorder_;
  // Without clocks of the race detector: how many events were gone through, and the time each byte was left at.
  std::size_t timeFollowed_ = 0;
  std::unordered_map<Address, std::uint64_t> timeLeft_;
  std::optional<Conflict> conflict_;
  SiteId userSite_ = 0;
  std::string output_;
};

[[gnu::always_inline]] inline void Engine::switchTo(Thread& to) {
  Thread& from = *current_;
  if (exceptionGlobals_->inUse() || to.exceptions.inUse()) [[unlikely]] {
    from.exceptions = *exceptionGlobals_;
    *exceptionGlobals_ = std::exchange(to.exceptions, {});
  }
  from.callSite = hot.callSite;
  from.userSite = hot.userSite;
  hot.callSite = to.callSite;
  hot.userSite = to.userSite;
  current_ = &to;
  hot.tls = to.tls;
  hot.epoch = detector_.epoch(to.id);
  heddleFiberSwitch(&from.fiber, &to.fiber);
}

// The one loaded program (core/layout.h: its memory is at a fixed place).
extern Engine* engine [[gnu::visibility("hidden")]];

}  // namespace heddle::runtime
