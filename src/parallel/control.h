// What a worker and its host see of each other without messages: memory that they share.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::parallel {

// Of one worker, which reads it now and then.
struct alignas(64) Control {
  std::atomic<bool> stops{false};            // it is to say what is left, and end
  std::atomic<std::uint32_t> wanted{0};      // it is to give away so many alternatives, or Worker::kReport
  std::atomic<std::uint64_t> executions{0};  // that it has run
};

// Whether this process is a worker that is to end soon, to be asked in the middle of an execution.
bool isToldToStop();
// From here on it is one.
void isToldBy(const Control& control);

}  // namespace heddle::parallel
