// Work in processes of its own, several at a time: what goes wrong in one, or takes all of its memory, does not disturb
// the others.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace heddle::check {

struct Work {
  std::size_t count = 0;  // how many pieces
  unsigned atOnce = 1;    // processes
  // Done in a process of its own, that ends then; the answer comes back.
  std::function<std::string(std::size_t)> perform;
  // In this process, in the order in which they begin and end. `problem`: how the process ended, if it did not end
  // well; the answer is not whole then.
  std::function<void(std::size_t)> begins = {};
  std::function<void(std::size_t, std::string answer, const std::string& problem)> ends;
  std::function<bool()> interrupted = {};  // what has begun is asked to end (SIGTERM), and nothing more begins
  std::function<void()> tick = {};         // some time has passed
};

// This process must have no other threads. Pieces that have not begun before an interruption do not end either.
void inProcesses(const Work& work);

}  // namespace heddle::check
