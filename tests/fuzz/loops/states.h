// The oracle: all that a program can do, found by visiting each of its states
// once. Nothing is unrolled, so that no bound has to be large enough; and
// nothing is shared with the pipeline or the searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "code.h"
#include "core/verdict.h"

namespace heddle::fuzz {

// The words, q as a Target, and what each thread has left behind.
using FinalState = std::vector<std::int64_t>;

// The line of the statement says where.
using Wrong = std::pair<core::ViolationKind, unsigned>;

struct Ends {
  std::set<FinalState> finals;  // of executions in which all threads come to their ends
  std::set<Wrong> wrongs;       // what can go wrong; it stops only the thread that does it
  // There is a state in which nothing has gone wrong and no assume has failed,
  // some threads have not ended, and however it goes on none of them ever does
  // anything but spin in a loop.
  bool canWaitForEver = false;
  // And one in which, besides, nobody ever writes another value or chooses
  // something: all that goes on is waiting.
  bool mustWaitForEver = false;
};

// Nothing if there are more than `limit` states.
std::optional<Ends> endsOf(const Program& program, const std::vector<Code>& code, std::size_t limit);

}  // namespace heddle::fuzz
