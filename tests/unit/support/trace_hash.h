// A number for the Mazurkiewicz trace of an execution: equal for two executions
// exactly when they have the same events and the same order of all conflicting
// pairs (barring collisions of 64 bits).
//
// Each event is hashed together with all that happened before it: the event
// before it in its thread, for each byte it touches the last write and, if it
// writes, the reads since then. The trace is the set of these hashes, as their
// sum. The accesses of an atomic section are hashed one by one: no other event
// comes between them, so their order with those of others is that of the whole.
//
// Posts of whole words may commute: their order among themselves does not count
// then, and neither does what they found.
#pragma once

#include <cstdint>
#include <vector>

#include "support/machine.h"

namespace heddle::testing {

enum class Posts : std::uint8_t { Conflict, Commute };

class TraceHash {
 public:
  explicit TraceHash(Posts posts = Posts::Conflict) : posts_(posts) {}
  void add(const Deed& deed);
  std::uint64_t value() const { return sum_; }

 private:
  struct Byte {
    std::uint64_t lastWrite = 0;
    std::uint64_t reads = 0;  // since then, in any order
    std::uint64_t posts = 0;  // since then, in any order, if they commute
  };

  void addPost(const Deed& deed, std::uint64_t hash);
  void finish(const Deed& deed, std::uint64_t hash);

  Posts posts_;

  std::array<std::uint64_t, MachineState::kBodies> last_{};  // by body: its last event
  std::array<Byte, MachineState::kWords * 8> bytes_{};
  std::uint64_t sum_ = 0;
};

// Of the program's last execution.
std::uint64_t traceOf(const ScriptedProgram& program, Posts posts = Posts::Conflict);

}  // namespace heddle::testing
