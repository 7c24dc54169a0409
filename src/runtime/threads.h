// Threads of the program under test: how they start and how they end, and what
// the library keeps for all of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/entry_points.h"
#include "runtime/library_words.h"
#include "runtime/lifetimes.h"
#include "runtime/limits.h"
#include "runtime/options.h"

namespace heddle::runtime {

// How often what a LibraryWord stands for had been changed.
using LibraryVersion = std::uint64_t;

// pthread_key_create
struct SpecificKeys {
  static constexpr unsigned kMost = 64;
  struct Key {
    void (*destructor)(void*) = nullptr;
    std::optional<LibraryVersion> deleted = {};  // since then
  };
  unsigned count = 0;
  Key all[kMost] = {};
};

// sem_open: where they are, by name
using NamedSemaphores = std::map<std::string, Address>;

// How far standard input was read, and whether somebody has found its end.
struct InputState {
  std::size_t at = 0;
  bool atEnd = false;
};

class Threads {
 public:
  Threads(Stepper& run, const Sites& sites, Heap& heap, Memory& memory, Verdicts& verdicts, Limits& limits,
          Lifetimes& lifetimes, const Options& options)
      : run_(run),
        sites_(sites),
        heap_(heap),
        memory_(memory),
        verdicts_(verdicts),
        limits_(limits),
        options_(options),
        lifetimes_(lifetimes) {
    for (Thread& thread : run_.threads) thread.keeper = this;
  }

  void setEntryPoints(const EntryPoints& entry) { entry_ = entry; }
  void restart();
  // The main thread, ready to run.
  Thread& startMain() { return start(0, &Threads::mainMain, this); }

  Thread& self() { return *run_.current; }
  Thread* withId(ThreadId t) { return t < run_.threads.size() && run_.threads[t].id == t ? &run_.threads[t] : nullptr; }
  ThreadId nextChild(SiteId site) {
    const InHeddle guard;
    limits_.lookAtThreads(site);
    return run_.table.child(run_.current->id, run_.current->children);
  }
  // `child` is nextChild(): its handle is stored before it runs.
  void spawn(ThreadId child, void* (*entry)(void*), void* argument, bool detached, SiteId site);
  // A thread is joined or detached once; which of two calls comes too late
  // depends on their order, that one does not.
  void* join(ThreadId thread, SiteId site);
  void detach(ThreadId thread, SiteId site);
  [[noreturn]] void exitThread();
  [[noreturn]] void exitProcess(int status);
  [[noreturn]] void exitAtOnce(int status);  // _exit: no destructors

  void atExit(Destructor destructor) { atExit_.push_back(destructor); }
  SpecificKeys& keys() { return keys_; }
  NamedSemaphores& semaphores() { return semaphores_; }
  InputState& input() { return input_; }
  void (*terminateHandler)() = nullptr;  // std::set_terminate
  void (*newHandler)() = nullptr;        // std::set_new_handler
  int streamWords = 0;                   // std::ios_base::xalloc

  // The running thread is about to read what `word` stands for, or to change it: the version that it sees, or makes.
  // Under weak memory, who reads may see an earlier one than the present; those who change it come one after the other.
  LibraryVersion lookAtLibrary(LibraryWord word, SiteId site);
  LibraryVersion changeLibrary(LibraryWord word, Order order, SiteId site);

 private:
  static void threadMain(void* thread);
  static void* mainMain(void* threads);
  char** layOutArguments();
  Thread& start(ThreadId id, void* (*entry)(void*), void* argument);
  void checkStatus(int status, SiteId site);
  void runKeyDestructors();
  [[noreturn]] void refuseJoin(const Thread& thread, const char* what, SiteId site);

  Stepper& run_;
  const Sites& sites_;
  Heap& heap_;
  Memory& memory_;
  Verdicts& verdicts_;
  Limits& limits_;
  const Options& options_;
  Lifetimes& lifetimes_;
  EntryPoints entry_;
  std::vector<Destructor> atExit_;
  SpecificKeys keys_;
  NamedSemaphores semaphores_;
  InputState input_;
};

}  // namespace heddle::runtime
