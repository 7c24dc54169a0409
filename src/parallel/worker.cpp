#include "parallel/worker.h"

#include "parallel/host.h"

namespace heddle::parallel {
namespace {

using explore::graph::GraphSearch;

class Explorer {
 public:
  Explorer(core::Program& program, GraphSearch& search, Control& control, Channel& channel)
      : program_(program), search_(search), control_(control), channel_(channel) {}

  void explore(const explore::Limits& all, const Task& task) {
    for (const std::string& name : task.known.threads) program_.threads().named(name);
    search_.resume({task.pending, task.known.words, task.known.iterations, false});
    core::Outcome before;
    before.evidence = task.known.evidence;
    Report report;
    report.outcome = heddle::explore::explore(program_, search_, limitsOf(all, task), std::move(before));
    report.known = known();
    if (report.outcome.isUnfinished) report.left = search_.takeFrontier().pending;
    channel_.send(bytesOf(report));
  }

 private:
  explore::Limits limitsOf(const explore::Limits& all, const Task& task) {
    explore::Limits limits{.stopAtFirst = all.stopAtFirst, .deadlocks = all.deadlocks};
    limits.keepsRest = true;
    limits.isPart = true;
    limits.interrupted = [this] { return control_.stops.load(); };
    limits.handsOver = [this](const explore::Pause& pause) {
      control_.executions = pause.spent.executions;
      if (const std::uint32_t wanted = control_.wanted.exchange(0); wanted != 0) give(wanted, pause);
      return false;
    };
    limits.boundExecutions = task.mostExecutions;
    return limits;
  }

  void give(std::uint32_t wanted, const explore::Pause& pause) {
    explore::graph::Split split = search_.split(wanted == Worker::kReport ? 0 : wanted);
    channel_.send(bytesOf({pause.soFar(), known(), std::move(split.left.pending), std::move(split.given)}));
  }

  Known known() {
    explore::graph::Frontier notes = search_.notes();
    return {std::move(notes.words), std::move(notes.iterations), program_.threads().names(), {}};
  }

  core::Program& program_;
  GraphSearch& search_;
  Control& control_;
  Channel& channel_;
};

}  // namespace

void work(core::Program& program, GraphSearch& search, const explore::Limits& limits, const Task& task,
          Control& control, Channel& channel) {
  Explorer(program, search, control, channel).explore(limits, task);
}

}  // namespace heddle::parallel
