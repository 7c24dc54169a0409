// Deals out pieces of a search to workers, until an answer is known or a limit is reached.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/program.h"
#include "explore/explorer.h"
#include "explore/memory_limit.h"
#include "parallel/host.h"
#include "parallel/pieces.h"
#include "parallel/prober.h"
#include "parallel/workers.h"

namespace heddle::parallel {

class Coordinator {
 public:
  // `spent`: by the search before, without what an earlier process has explored, which took `secondsBefore`.
  Coordinator(core::Program& program, const explore::Limits& limits, const Workers& workers, Pieces& pieces,
              const explore::Spent& spent, double secondsBefore);
  ~Coordinator();
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  // False: no workers are to be had, and nothing is running.
  bool run();

  // Once it has run: the limit, or the loss, that has ended it; empty: `pieces` know an ending.
  const std::string& whyEnded() const { return whyEnded_; }
  // Of all executions.
  std::optional<explore::Estimate> estimate() const;
  double seconds() const { return spent_.seconds + sinceStart(); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    std::unique_ptr<Worker> worker;
    Pieces::Handle piece;
    std::uint64_t lease;  // executions that it may run; 0: all
    double asked;         // when it was asked last to say how far it is
    bool isAsked = false;
    std::uint64_t reported = 0;  // executions, with its last report
  };

  double sinceStart() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool beginAll();
  unsigned room() const;
  bool begin(const Pieces::Handle& piece);
  void askForMore();
  void ask(Running& one, std::uint32_t wanted);
  void listen(int milliseconds);
  bool hear(Running& one);
  void lose(Running& one);
  void sweep();
  void end(Running& one, bool kills);
  void lookAtLimits();
  std::uint64_t memoryElsewhere() const;
  std::uint64_t lease() const;
  bool isSpent() const { return limits_.boundExecutions != 0 && unspent_ == 0; }
  void stopAll(std::string why);
  void killAll();
  void showProgress();
  explore::Standing standing() const;
  void keep();
  std::uint64_t executions() const;

  const explore::Limits& limits_;
  const Workers& workers_;
  Pieces& pieces_;
  const explore::Spent spent_;
  const double secondsBefore_;
  const Clock::time_point start_ = Clock::now();
  std::vector<std::unique_ptr<Host>> hosts_;
  std::vector<Running> running_;
  std::uint64_t unspent_ = 0;  // of the bound on executions: that nobody has got yet
  std::string whyEnded_;
  double stoppedAt_ = 0;  // 0: it goes on
  Prober prober_;
  explore::MemoryLimit memory_;
  explore::Keeper keeper_;
  double shownAt_ = 0;
};

}  // namespace heddle::parallel
