// A process that estimates how many executions there are, beside the workers.
//
// It goes on with the probes of the search before (explore/estimate/side_estimate.h), in a copy of the coordinator:
// what probes teach a program must not reach those who explore.
#pragma once

#include <sys/types.h>

#include <optional>

#include "core/program.h"
#include "explore/explorer.h"
#include "parallel/workers.h"

namespace heddle::parallel {

class Prober {
 public:
  // Nobody probes if `how` does not, or if there are no processes to be had.
  Prober(core::Program& program, const explore::Estimating& how, const Workers& workers, const explore::Spent& before);
  ~Prober();
  Prober(const Prober&) = delete;
  Prober& operator=(const Prober&) = delete;

  // By all workers together so far: how much time goes to probes depends on it.
  void tell(const explore::Spent& spent);
  // The last one.
  std::optional<explore::Estimate> estimate() const;
  pid_t process() const { return process_; }  // -1: there is none

 private:
  struct Shared;

  void probe(core::Program& program);

  const explore::Estimating& how_;
  Shared* shared_ = nullptr;
  pid_t process_ = -1;
};

}  // namespace heddle::parallel
