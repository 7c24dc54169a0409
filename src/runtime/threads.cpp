#include "runtime/threads.h"

#include <fmt/format.h>
#include <limits.h>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace heddle::runtime {
namespace {

constexpr core::UpdateRule kChange = core::updateRule("use", core::terms::old + core::terms::constant<1>);

void runLast(std::vector<Destructor>& destructors) {
  const Destructor destructor = destructors.back();
  destructors.pop_back();
  destructor.function(destructor.argument);
}

// Each one may register more.
void runInReverse(std::vector<Destructor>& destructors) {
  while (!destructors.empty()) runLast(destructors);
}

}  // namespace

void Threads::restart() {
  std::memset(reinterpret_cast<void*>(kLibraryWords), 0, 8 * kLibraryWordCount);
  std::memset(reinterpret_cast<void*>(kFutexQueues), 0, 8 * kFutexQueueCount);
  std::memset(reinterpret_cast<void*>(kReaderWords), 0, 8 * options_.learnt->readers.all().size());
  atExit_.clear();
  keys_.count = 0;
  semaphores_.clear();
  input_ = {};
  terminateHandler = nullptr;
  newHandler = nullptr;
  streamWords = 0;
}

Thread& Threads::start(ThreadId id, void* (*entry)(void*), void* argument) {
  Thread& thread = run_.threads[id];
  const Address top = run_.stackTop(id);
  if (!thread.stackReady) {
    const Address guard = run_.stackBottom(id) - layout::kStackGuard;
    HEDDLE_CHECK(mprotect(reinterpret_cast<void*>(guard), layout::kStackGuard, PROT_NONE) == 0);
    thread.stackReady = true;
  }
  thread.begin(entry, argument);
  core::storeWord(sleepWordOf(id), 8, 0);
  if (sites_.info().tlsSize != 0) {
    const Address block = heap_.allocate(id, sites_.info().tlsSize, sites_.info().tlsAlign, BlockKind::Internal, 0);
    if (block == 0)
      verdicts_.refuse(fmt::format("the thread_local variables have {} bytes, the heap of a thread {}; --heap BYTES "
                                   "makes it larger",
                                   sites_.info().tlsSize, options_.heapBytes),
                       0);
    thread.tls = reinterpret_cast<char*>(block);
    std::memcpy(thread.tls, entry_.tlsImage, sites_.info().tlsSize);
    memory_.settleWords(block, sites_.info().tlsSize);
  }
  // The fiber that was dropped here left the marks of its frames (asan builds only).
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(run_.stackBottom(id)), top - run_.stackBottom(id));
  prepareFiber(thread.fiber, reinterpret_cast<void*>(top), &Threads::threadMain, &thread);
  return thread;
}

void Threads::threadMain(void* argument) {
  Thread& thread = *static_cast<Thread*>(argument);
  noteSwitched();
  hot.inProgram = true;
  thread.result = thread.entry(thread.argument);
  hot.callSite = hot.userSite = 0;  // what comes now is at no line of the program
  thread.keeper->exitThread();
}

void* Threads::mainMain(void* threads) {
  auto& self = *static_cast<Threads*>(threads);
  char** const argv = self.layOutArguments();
  const auto argc = static_cast<int>(self.options_.arguments.size()) + 1;
  if (self.entry_.constructors != nullptr) self.entry_.constructors();
  const int status = self.entry_.main(argc, argv, argv + argc + 1);
  self.exitProcess(self.entry_.mainReturns ? status : 0);
}

// The name of the program, its arguments, a null; then the environment, which is empty, and its null; then their text.
char** Threads::layOutArguments() {
  const InHeddle guard;
  std::string text("program", 8);
  std::vector<std::size_t> starts{0};
  for (const std::string& argument : options_.arguments) {
    starts.push_back(text.size());
    text.append(argument.c_str(), argument.size() + 1);
  }
  const std::size_t pointers = (starts.size() + 2) * sizeof(char*);
  const bool isSmall = pointers + text.size() <= kArgumentBytes;
  const Address block =
      isSmall ? kArguments : heap_.allocate(0, pointers + text.size(), sizeof(char*), BlockKind::Internal, 0);
  auto** const argv = reinterpret_cast<char**>(block);
  char* const copy = reinterpret_cast<char*>(block + pointers);
  std::memset(argv, 0, pointers);
  std::memcpy(copy, text.data(), text.size());
  for (std::size_t i = 0; i < starts.size(); ++i) argv[i] = copy + starts[i];
  return argv;
}

void Threads::spawn(ThreadId child, void* (*entry)(void*), void* argument, bool detached, SiteId site) {
  run_.leaveTrial();
  const InHeddle guard;
  if (child >= heap_.threads())
    limits_.tooManyThreads(site, [&] {
      return fmt::format("the program starts more than {} threads{}", heap_.threads() - 1,
                         heap_.threads() < kMaxThreads ? " with as large a --heap" : "");
    });
  ++run_.current->children;
  if (run_.execution.threads.size() <= child) run_.execution.threads.resize(child + 1);
  Thread& started = start(child, entry, argument);
  started.detached = detached;
  started.generation = run_.current->generation + 1;
  run_.spawn(child, site);
}

void* Threads::join(ThreadId thread, SiteId site) {
  if (run_.current->atomicDepth + run_.current->lockedDepth != 0 &&
      run_.execution.threads[thread].status != core::ThreadStatus::Exited) {
    const InHeddle guard;
    run_.interruptSection();
    verdicts_.refuse("joins a thread that still runs, inside an atomic section where no other thread may run", site);
  }
  if (run_.threads[thread].joined || run_.threads[thread].detached) [[unlikely]]
    refuseJoin(run_.threads[thread], "joins", site);
  run_.threads[thread].joined = true;
  run_.visible({.site = site, .kind = OpKind::Join, .other = thread});
  return run_.threads[thread].result;
}

void Threads::detach(ThreadId thread, SiteId site) {
  if (run_.threads[thread].joined || run_.threads[thread].detached) refuseJoin(run_.threads[thread], "detaches", site);
  run_.threads[thread].detached = true;
}

void Threads::refuseJoin(const Thread& thread, const char* what, SiteId site) {
  const InHeddle guard;
  verdicts_.fail(ViolationKind::LockMisuse,
                 fmt::format("{} {}, which was {} already", what, run_.table.nameOf(thread.id),
                             thread.joined ? "joined" : "detached"),
                 site);
}

LibraryVersion Threads::lookAtLibrary(LibraryWord word, SiteId site) {
  const Op look{.addr = addressOf(word), .site = site, .kind = OpKind::Read, .order = Order::Relaxed, .size = 8};
  return static_cast<LibraryVersion>(run_.unjoined == 0 ? core::loadWord(look.addr, 8) : run_.visible(look));
}

LibraryVersion Threads::changeLibrary(LibraryWord word, Order order, SiteId site) {
  const Op change{.addr = addressOf(word),
                  .rule = &kChange,
                  .site = site,
                  .kind = OpKind::Update,
                  .order = order,
                  .failOrder = Order::Relaxed,
                  .size = 8};
  // Nobody else is there, and who comes later sees no version before this one.
  if (run_.unjoined == 0) return static_cast<LibraryVersion>(core::loadWord(change.addr, 8));
  return static_cast<LibraryVersion>(run_.visible(change)) + 1;
}

// Again and again as long as they set values (POSIX), but not for ever.
void Threads::runKeyDestructors() {
  std::vector<void*>& values = run_.current->specific;
  const auto isSet = [](const void* value) { return value != nullptr; };
  for (int i = 0; i < PTHREAD_DESTRUCTOR_ITERATIONS && std::ranges::any_of(values, isSet); ++i)
    for (unsigned key = 0; key < values.size(); ++key) {
      void* const value = std::exchange(values[key], nullptr);
      if (value == nullptr) continue;
      const LibraryVersion seen = lookAtLibrary(LibraryWord::ThreadKeys, sites_.here());
      const auto& [destructor, deleted] = keys_.all[key];
      if (destructor != nullptr && !(deleted && *deleted <= seen)) destructor(value);
    }
}

void Threads::exitThread() {
  run_.leaveTrial();
  Thread& me = *run_.current;
  runInReverse(me.atExit);
  if (!me.endsProcess) {
    runInReverse(me.afterLocals);
    runKeyDestructors();
    if (!me.objects.empty()) lifetimes_.leaveObjectsBelow(run_.stackTop(me.id));  // of frames that pthread_exit left
    if (me.tls != nullptr) {
      const InHeddle guard;
      lifetimes_.endLifetime(reinterpret_cast<Address>(me.tls), sites_.info().tlsSize, false, sites_.here());
    }
  }
  me.atomicDepth = 0;
  if (run_.sectionLocks != nullptr) run_.sectionLocks->leave(sites_.here());
  if (me.tls != nullptr) {
    const InHeddle guard;
    heap_.release(*heap_.startingAt(reinterpret_cast<Address>(me.tls)), me.id, sites_.here());
  }
  run_.exit(sites_.here());
}

// As the system has it: 8 bits.
void Threads::checkStatus(int status, SiteId site) {
  if (!options_.exitStatusCounts || (status & 0xff) == 0) return;
  const InHeddle guard;
  verdicts_.fail(ViolationKind::ExitStatus, fmt::format("the program ends with exit status {}", status & 0xff), site);
}

void Threads::exitProcess(int status) {
  run_.leaveTrial();
  const SiteId site = sites_.here();
  runInReverse(run_.current->atExit);
  runInReverse(run_.current->afterLocals);
  // Other threads may still register handlers, or run them.
  for (changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, site); !atExit_.empty();
       changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, site))
    runLast(atExit_);
  checkStatus(status, site);  // unless a handler has called _exit
  exitAtOnce(0);
}

void Threads::exitAtOnce(int status) {
  run_.leaveTrial();
  checkStatus(status, sites_.here());
  run_.execution.exiting = true;
  run_.current->endsProcess = true;
  run_.current->atExit.clear();
  exitThread();
}

}  // namespace heddle::runtime
