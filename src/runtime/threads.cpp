#include "runtime/threads.h"

#include <fmt/format.h>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include "base/check.h"

namespace heddle::runtime {
namespace {

constexpr core::UpdateRule kChange = core::updateRule("change", core::terms::old + core::terms::constant<1>);

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
  atExit_.clear();
  keys_.count = 0;
  semaphores_.clear();
  terminateHandler = nullptr;
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
  thread.keeper->exitThread();
}

void* Threads::mainMain(void* threads) {
  auto& self = *static_cast<Threads*>(threads);
  // argv[0] = "program", argv[1] = nullptr; no environment.
  auto* const strings = reinterpret_cast<char*>(kArguments);
  auto** const argv = reinterpret_cast<char**>(kArguments + 16);
  std::memcpy(strings, "program", 8);
  argv[0] = strings;
  argv[1] = argv[2] = nullptr;
  if (self.entry_.constructors != nullptr) self.entry_.constructors();
  self.entry_.main(1, argv, argv + 1);
  self.exitProcess();
}

void Threads::spawn(ThreadId child, void* (*entry)(void*), void* argument, bool detached, SiteId site) {
  run_.leaveTrial();
  const InHeddle guard;
  if (child == kMaxThreads)
    verdicts_.refuse(
        fmt::format("the program starts more than {} threads; Heddle checks every order of their steps, so use as few "
                    "threads as show the problem",
                    kMaxThreads - 1),
        site);
  ++run_.current->children;
  if (run_.execution.threads.size() <= child) run_.execution.threads.resize(child + 1);
  start(child, entry, argument).detached = detached;
  run_.spawn(child, site);
}

void* Threads::join(ThreadId thread, SiteId site) {
  if (run_.current->atomicDepth != 0 && run_.execution.threads[thread].status != core::ThreadStatus::Exited) {
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

void Threads::lookAtLibrary(LibraryWord word, SiteId site) {
  if (run_.unjoined == 0) return;
  run_.visible({.addr = addressOf(word), .site = site, .kind = OpKind::Read, .order = Order::Relaxed, .size = 8});
}

void Threads::changeLibrary(LibraryWord word, Order order, SiteId site) {
  if (run_.unjoined == 0) return;
  run_.visible({.addr = addressOf(word),
                .rule = &kChange,
                .site = site,
                .kind = OpKind::Update,
                .order = order,
                .failOrder = Order::Relaxed,
                .size = 8});
}

void Threads::exitThread() {
  run_.leaveTrial();
  Thread& me = *run_.current;
  runInReverse(me.atExit);
  if (!me.endsProcess) {
    if (!me.objects.empty()) lifetimes_.leaveObjectsBelow(run_.stackTop(me.id));  // of frames that pthread_exit left
    if (me.tls != nullptr) {
      const InHeddle guard;
      lifetimes_.endLifetime(reinterpret_cast<Address>(me.tls), sites_.info().tlsSize, false, sites_.here());
    }
  }
  me.atomicDepth = 0;
  if (me.tls != nullptr) {
    const InHeddle guard;
    heap_.release(*heap_.startingAt(reinterpret_cast<Address>(me.tls)), me.id, sites_.here());
  }
  run_.exit(sites_.here());
}

void Threads::exitProcess() {
  run_.leaveTrial();
  runInReverse(run_.current->atExit);
  const SiteId site = sites_.here();
  // Other threads may still register handlers, or run them.
  for (changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, site); !atExit_.empty();
       changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, site))
    runLast(atExit_);
  exitAtOnce();
}

void Threads::exitAtOnce() {
  run_.leaveTrial();
  run_.execution.exiting = true;
  run_.current->endsProcess = true;
  run_.current->atExit.clear();
  exitThread();
}

}  // namespace heddle::runtime
