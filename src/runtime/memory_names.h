// Names that tell memory apart: two that a function of the program calls the same have two names here, and one that
// it knows by several has one.
#pragma once

#include <map>
#include <string>

#include "core/threads.h"
#include "runtime/engine.h"

namespace heddle::runtime {

class MemoryNames {
 public:
  MemoryNames(const Engine& program, const core::ThreadTable& threads) : engine_(program), threads_(threads) {}

  // "queue.head", "block 2 + 8", "x of T1". `object`: what the source calls it, for variables that are gone.
  std::string of(Address addr, const std::string& object);

 private:
  std::string nameOf(Address addr, const std::string& object) const;

  const Engine& engine_;
  const core::ThreadTable& threads_;
  std::map<std::string, Address> known_;
};

}  // namespace heddle::runtime
