// Threads of the program under test: how they start and how they end.
#include <fmt/format.h>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include "base/check.h"
#include "runtime/engine.h"

namespace heddle::runtime {
namespace {

constexpr core::UpdateRule kChange{"change",
                                   [](const Op&, Value old) { return core::UpdateResult{true, true, old + 1}; }, false};

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

Thread& Engine::startThread(ThreadId id, void* (*entry)(void*), void* argument) {
  Thread& thread = threads_[id];
  const Address top = stackTop(id);
  if (!thread.stackReady) {
    const Address guard = stackBottom(id) - layout::kStackGuard;
    HEDDLE_CHECK(mprotect(reinterpret_cast<void*>(guard), layout::kStackGuard, PROT_NONE) == 0);
    thread.stackReady = true;
  }
  thread.begin(entry, argument);
  if (info_.tlsSize != 0) {
    const Address block = heap_.allocate(id, info_.tlsSize, info_.tlsAlign, BlockKind::Internal, 0);
    thread.tls = reinterpret_cast<char*>(block);
    std::memcpy(thread.tls, entry_.tlsImage, info_.tlsSize);
    settleWords(block, info_.tlsSize);
  }
  // The fiber that was dropped here left the marks of its frames (asan builds only).
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(stackBottom(id)), top - stackBottom(id));
  prepareFiber(thread.fiber, reinterpret_cast<void*>(top), &Engine::threadMain, &thread);
  return thread;
}

void Engine::threadMain(void* argument) {
  Thread& thread = *static_cast<Thread*>(argument);
  hot.inProgram = true;
  thread.result = thread.entry(thread.argument);
  engine->exitThread();
}

void* Engine::mainMain(void*) {
  // argv[0] = "program", argv[1] = nullptr; no environment.
  auto* const strings = reinterpret_cast<char*>(kArguments);
  auto** const argv = reinterpret_cast<char**>(kArguments + 16);
  std::memcpy(strings, "program", 8);
  argv[0] = strings;
  argv[1] = argv[2] = nullptr;
  if (engine->entry_.constructors != nullptr) engine->entry_.constructors();
  engine->entry_.main(1, argv, argv + 1);
  engine->exitProcess();
}

void Engine::spawn(ThreadId child, void* (*entry)(void*), void* argument, bool detached, SiteId site) {
  endRetry();
  const InHeddle guard;
  if (child == kMaxThreads)
    refuse(
        fmt::format("the program starts more than {} threads; Heddle checks every order of their steps, so use as few "
                    "threads as show the problem",
                    kMaxThreads - 1),
        site);
  ++current_->children;
  if (execution_.threads.size() <= child) execution_.threads.resize(child + 1);
  startThread(child, entry, argument).detached = detached;
  stepAtOnce<OpKind::Spawn>(site, child);
}

void* Engine::join(ThreadId thread, SiteId site) {
  if (current_->atomicDepth != 0 && execution_.threads[thread].status != core::ThreadStatus::Exited) {
    const InHeddle guard;
    refuse("joins a thread that still runs, inside an atomic section where no other thread may run", site);
  }
  if (threads_[thread].joined || threads_[thread].detached) [[unlikely]]
    refuseJoin(threads_[thread], "joins", site);
  threads_[thread].joined = true;
  visible({.site = site, .kind = OpKind::Join, .other = thread});
  return threads_[thread].result;
}

void Engine::detach(ThreadId thread, SiteId site) {
  if (threads_[thread].joined || threads_[thread].detached) refuseJoin(threads_[thread], "detaches", site);
  threads_[thread].detached = true;
}

void Engine::refuseJoin(const Thread& thread, const char* what, SiteId site) {
  const InHeddle guard;
  fail(
      ViolationKind::LockMisuse,
      fmt::format("{} {}, which was {} already", what, table_.nameOf(thread.id), thread.joined ? "joined" : "detached"),
      site);
}

void Engine::lookAtLibrary(LibraryWord word, SiteId site) {
  if (unjoined_ == 0) return;
  visible({.addr = libraryWord(word), .site = site, .kind = OpKind::Read, .order = Order::Relaxed, .size = 8});
}

void Engine::changeLibrary(LibraryWord word, Order order, SiteId site) {
  if (unjoined_ == 0) return;
  visible({.addr = libraryWord(word),
           .rule = &kChange,
           .site = site,
           .kind = OpKind::Update,
           .order = order,
           .failOrder = Order::Relaxed,
           .size = 8});
}

void Engine::exitThread() {
  endRetry();
  Thread& me = *current_;
  runInReverse(me.atExit);
  if (!me.endsProcess) {
    if (!me.objects.empty()) leaveObjectsBelow(stackTop(me.id));  // of frames that pthread_exit left
    if (me.tls != nullptr) {
      const InHeddle guard;
      endLifetime(reinterpret_cast<Address>(me.tls), info_.tlsSize, false, here());
    }
  }
  me.atomicDepth = 0;
  stepAtOnce<OpKind::Exit>(here());
  __builtin_unreachable();
}

void Engine::exitProcess() {
  endRetry();
  runInReverse(current_->atExit);
  const SiteId site = here();
  // Other threads may still register handlers, or run them.
  for (changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, site); !atExit_.empty();
       changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, site))
    runLast(atExit_);
  exitAtOnce();
}

void Engine::exitAtOnce() {
  endRetry();
  execution_.exiting = true;
  current_->endsProcess = true;
  current_->atExit.clear();
  exitThread();
}

}  // namespace heddle::runtime
