// This machine: a worker is a copy of this process as it is when it begins.
#pragma once

#include <sys/types.h>

#include <vector>

#include "core/program.h"
#include "explore/explorer.h"
#include "parallel/control.h"
#include "parallel/host.h"
#include "parallel/workers.h"

namespace heddle::parallel {

class LocalHost : public Host {
 public:
  // `limits`: those of the whole search, of which some concern each execution.
  LocalHost(core::Program& program, const explore::Limits& limits, const Workers& workers);
  ~LocalHost() override;  // its workers must be gone

  unsigned room() const override;
  std::unique_ptr<Worker> begin(const Task& task) override;
  std::uint64_t memory() const override;

 private:
  class Process;

  void reap(bool waits);

  core::Program& program_;
  const explore::Limits& limits_;
  const Workers& workers_;
  Control* controls_ = nullptr;  // one a slot, in memory that this process and its workers share
  std::vector<unsigned> freeSlots_;
  std::vector<pid_t> running_;
  std::vector<pid_t> ended_;  // to be waited for
};

}  // namespace heddle::parallel
