// What the lines of a counterexample call memory: one name for one object, whoever accesses it and by which pointer.
//
// Debug info tells the types of variables. What a block of the heap holds is known by whoever accesses it: a member of
// a struct that is reached by a pointer says what begins where.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/engine.h"

namespace heddle::runtime {

class ObjectNames {
 public:
  // Of an execution that was recorded.
  explicit ObjectNames(const Engine& program);

  // Names are those of what is there after so many events.
  // It never goes back.
  void moveTo(std::size_t events);

  // "x", "queue.head", "node@T1.next" (several threads have such a variable), "block 2.next".
  std::string of(Address addr, std::uint64_t bytes, SiteId site) const;
  // The same of an operation; at a word of the library, what threads wait for there.
  std::string of(const core::Op& op) const;
  // Of what is there, for an access of so many bytes; 0: not known.
  core::TypeId valueAt(Address addr, std::uint64_t bytes, SiteId site) const;
  // The same of a value that is an address: "&queue.head", "block 2".
  std::string pointerTo(Address addr) const;

  // Of the blocks whose names were asked for, what they are: "block 2 (node, malloc at queue.c:17)".
  std::vector<std::string> blocks() const;

 private:
  using Regions = std::map<Address, core::TypeId>;  // what begins where in a block, as far as known

  void learn(Address addr, SiteId site);
  bool isBetter(core::TypeId one, core::TypeId other) const;
  const core::DataType& type(core::TypeId id) const { return engine_.sites.info().types[id]; }
  const StackObject* stackObjectAt(Address addr) const;
  std::string stackName(const StackObject& object) const;
  // Nothing: it is none of the program's own, or what is there is not known.
  std::string inStack(Address addr, std::uint64_t bytes) const;
  std::string inBlock(const Block& block, Address addr, std::uint64_t bytes) const;
  const Block* blockAt(Address addr) const;
  // The outermost one that holds the address.
  const Regions::value_type* regionAt(const Block& block, Address addr) const;
  std::string nameOfRegion(const Block& block, const Regions::value_type& region) const;

  const Engine& engine_;
  std::map<Address, const StackObject*> stackObjects_;  // that have begun last where they are
  std::size_t nextObject_ = 0;                          // of the recording, that has not begun
  std::unordered_map<const Block*, Regions> regions_;
  std::uint64_t largest_ = 0;               // bytes of a region
  std::set<std::string> ofSeveralThreads_;  // variables
  mutable std::set<std::pair<ThreadId, const Block*>> mentioned_;
};

}  // namespace heddle::runtime
