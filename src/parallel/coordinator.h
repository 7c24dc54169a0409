// Deals out pieces of a search to workers, until an answer is known or a limit is reached.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/program.h"
#include "explore/explorer.h"
#include "explore/memory_limit.h"
#include "parallel/channel.h"
#include "parallel/control.h"
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

  // False: there are no processes to be had, and nothing is running.
  bool run();

  // Once it has run: the limit, or the loss, that has ended it; empty: `pieces` know an ending.
  const std::string& whyEnded() const { return whyEnded_; }
  // Of all executions.
  std::optional<explore::Estimate> estimate() const;
  double seconds() const { return spent_.seconds + sinceStart(); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    pid_t process;
    Pieces::Handle piece;
    Channel channel;
    unsigned slot;
    double begun;
    double asked;  // when it was asked last to say how far it is
    bool isAsked = false;
  };
  struct Shared;  // memory that workers share with this process

  double sinceStart() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool beginAll();
  std::size_t freeNow() const;
  bool begin(const Pieces::Handle& piece);
  void askForMore();
  void ask(Worker& worker, std::uint32_t wanted);
  void listen(int milliseconds);
  bool hear(Worker& worker);
  void judgeLength(const Worker& worker);
  void lose(Worker& worker);
  void sweep();
  void end(Worker& worker, bool kills);
  void reap(bool waits);
  void lookAtLimits();
  bool isSpent() const;  // of the bound on executions
  void stopAll(std::string why);
  void killAll();
  void showProgress();
  void keep();
  std::uint64_t executions() const;

  core::Program& program_;
  const explore::Limits& limits_;
  const Workers& workers_;
  Pieces& pieces_;
  const explore::Spent spent_;
  const double secondsBefore_;
  const Clock::time_point start_ = Clock::now();
  Shared* shared_ = nullptr;
  std::vector<Worker> running_;
  std::vector<unsigned> freeSlots_;
  std::vector<pid_t> ended_;  // to be waited for
  std::uint32_t atOnce_ = 1;  // how many alternatives are given away
  std::string whyEnded_;
  double stoppedAt_ = 0;  // 0: it goes on
  Prober prober_;
  explore::MemoryLimit memory_;
  explore::Keeper keeper_;
  double shownAt_ = 0;
};

}  // namespace heddle::parallel
