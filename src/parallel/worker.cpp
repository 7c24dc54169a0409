#include "parallel/worker.h"

namespace heddle::parallel {
namespace {

using explore::graph::GraphSearch;

class Worker {
 public:
  Worker(core::Program& program, GraphSearch& search, Control& control, Budget* budget, Channel& channel)
      : program_(program), search_(search), control_(control), budget_(budget), channel_(channel) {}

  void explore(const explore::Limits& all, const Task& task) {
    for (const std::string& name : task.known.threads) program_.threads().named(name);
    search_.resume({task.pending, task.known.words, task.known.iterations, false});
    core::Outcome before;
    before.evidence = task.known.evidence;
    Report report;
    if (takeOne()) {
      report.outcome = heddle::explore::explore(program_, search_, limitsOf(all), std::move(before));
      if (report.outcome.executions.total() > counted_) hasOne_ = false;  // nobody was asked after the last one
    } else {
      report.outcome.isUnfinished = true;
      report.outcome.evidence = std::move(before.evidence);
    }
    giveBackOne();
    report.known = known();
    if (report.outcome.isUnfinished) report.left = search_.takeFrontier().pending;
    channel_.send(bytesOf(report));
  }

 private:
  explore::Limits limitsOf(const explore::Limits& all) {
    explore::Limits limits{.stopAtFirst = all.stopAtFirst, .deadlocks = all.deadlocks};
    limits.keepsRest = true;
    limits.isPart = true;
    limits.interrupted = [this] { return control_.stops.load(); };
    limits.handsOver = [this](const explore::Pause& pause) {
      control_.executions = pause.spent.executions;
      if (const std::uint32_t wanted = control_.wanted.exchange(0); wanted != 0) give(wanted, pause);
      return false;
    };
    if (budget_ != nullptr) limits.isSpent = [this](std::uint64_t executions) { return isSpent(executions); };
    return limits;
  }

  void give(std::uint32_t wanted, const explore::Pause& pause) {
    explore::graph::Split split = search_.split(wanted == Control::kReport ? 0 : wanted);
    channel_.send(bytesOf({pause.soFar(), known(), std::move(split.left.pending), std::move(split.given)}));
  }

  Known known() {
    explore::graph::Frontier notes = search_.notes();
    return {std::move(notes.words), std::move(notes.iterations), program_.threads().names(), {}};
  }

  // One that may be run is taken before it is.
  bool takeOne() {
    hasOne_ = budget_ == nullptr || budget_->take();
    return hasOne_;
  }
  void giveBackOne() {
    if (budget_ != nullptr && hasOne_) budget_->giveBack();
    hasOne_ = false;
  }
  bool isSpent(std::uint64_t executions) {
    if (executions == counted_) return false;
    counted_ = executions;
    return !takeOne();
  }

  core::Program& program_;
  GraphSearch& search_;
  Control& control_;
  Budget* budget_;
  Channel& channel_;
  bool hasOne_ = false;
  std::uint64_t counted_ = 0;
};

}  // namespace

void work(core::Program& program, GraphSearch& search, const explore::Limits& limits, const Task& task,
          Control& control, Budget* budget, Channel& channel) {
  Worker(program, search, control, budget, channel).explore(limits, task);
}

}  // namespace heddle::parallel
