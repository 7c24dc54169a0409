// The events of all executions in which each thread takes up to a number of steps, and what
// they do to memory: what a memory model is asked about (consistency.h).
//
// An event may do one thing or another, by where its thread is then: guards say which.
#pragma once

#include <map>
#include <vector>

#include "core/op.h"
#include "symbolic/event_order.h"
#include "symbolic/solver.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

// Of a variable that several threads access. An update has a read and a write, in one event and at one place.
struct MemoryAccess {
  EventNumber event;
  Pc place;  // where the thread is then, if this happens
  VariableNumber variable;
  Formula guard, value;
  bool isAtomic = false;
  Formula isSc = Formulas::kFalse;      // if it happens
  Formula acquires = Formulas::kFalse;  // a read, likewise
  Formula releases = Formulas::kFalse;  // a write
};

inline bool areOneUpdate(const MemoryAccess& read, const MemoryAccess& write) {
  return read.event == write.event && read.place == write.place && read.variable == write.variable;
}

struct MemoryFence {
  EventNumber event;
  Formula guard;
  core::Order order;
};

// A thread starts another one after the event, or waits for one before it.
struct ThreadEdge {
  EventNumber event;
  unsigned thread;
  Formula happens;
};

struct EventGraph {
  struct Event {
    unsigned thread;
    Formula executed;
    Formula isBarrier = Formulas::kFalse;   // to a store buffer, if it is executed
    Formula startsThen = Formulas::kFalse;  // threads
  };
  // Where a read may find its value.
  struct Source {
    const MemoryAccess* write;  // null: what the program begins with
    Formula takes;
  };

  std::vector<Event> events;
  std::vector<std::vector<EventNumber>> threads;  // in order
  std::map<VariableNumber, std::vector<MemoryAccess>> reads, writes;
  std::vector<MemoryFence> fences;
  std::vector<ThreadEdge> starts, joins;
  std::map<const MemoryAccess*, std::vector<Source>> sources;  // of reads, when the model has been asked

  bool areOfOne(EventNumber x, EventNumber y) const { return events[x].thread == events[y].thread; }
};

}  // namespace heddle::symbolic
