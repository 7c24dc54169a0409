#include "parallel/coordinator.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>

#include "base/check.h"
#include "explore/seconds_text.h"
#include "parallel/worker.h"

namespace heddle::parallel {
namespace {

// A piece that is explored sooner was not worth a process.
constexpr double kShort = 0.02;
// Between two requests to the same worker.
constexpr double kBetweenRequests = 0.01;
constexpr std::uint32_t kMostAtOnce = 64;
// Whoever takes longer than that for an answer is in a long execution.
constexpr double kSoonAnswered = 0.1;
// So long a worker may take to say what is left.
constexpr double kGrace = 3;
// One after the other without a report in between. A fault happens again; what kills from outside may not.
constexpr unsigned kMostFaults = 2, kMostKills = 5;
// Whoever was not heard of for so long says how far it is.
constexpr double kBetweenReports = 0.5;
constexpr int kTick = 5, kQuietTick = 50;  // milliseconds

std::string howItEnded(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* const hint = signal == SIGKILL ? "; was there no memory left?" : "";
    return std::string("signal ") + std::to_string(signal) + " (" + strsignal(signal) + hint + ")";
  }
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

struct Coordinator::Shared {
  Budget budget;
  Control controls[1];  // one a slot
};

Coordinator::Coordinator(core::Program& program, const explore::Limits& limits, const Workers& workers, Pieces& pieces,
                         const explore::Spent& spent, double secondsBefore)
    : program_(program),
      limits_(limits),
      workers_(workers),
      pieces_(pieces),
      spent_(spent),
      secondsBefore_(secondsBefore),
      prober_(program, limits.estimating, workers, spent),
      memory_(limits.memoryLimit),
      keeper_(limits.checkpoints) {
  const std::size_t bytes = sizeof(Shared) + workers.count * sizeof(Control);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  shared_ = new (memory) Shared;
  for (unsigned slot = workers.count; slot-- > 0;) freeSlots_.push_back(slot);
  if (limits.boundExecutions != 0)
    shared_->budget.left =
        static_cast<std::int64_t>(limits.boundExecutions - std::min(spent.executions, limits.boundExecutions));
}

Coordinator::~Coordinator() {
  killAll();
  reap(/*waits=*/true);
  if (shared_ != nullptr) munmap(shared_, sizeof(Shared) + workers_.count * sizeof(Control));
}

bool Coordinator::run() {
  if (shared_ == nullptr) return false;
  while (!pieces_.ending()) {
    if (stoppedAt_ == 0 && !beginAll()) return false;
    lookAtLimits();
    if (stoppedAt_ != 0 && running_.empty()) break;
    if (stoppedAt_ == 0) askForMore();
    listen(freeNow() == 0 ? kQuietTick : kTick);
    reap(/*waits=*/false);
    showProgress();
    keep();
  }
  killAll();
  pieces_.settle();
  if (pieces_.ending()) whyEnded_.clear();
  if (limits_.progress)
    limits_.progress({.executions = executions(), .seconds = seconds(), .restart = pieces_.restart()});
  return true;
}

// --- dealing out ---

// How many more may begin.
std::size_t Coordinator::freeNow() const {
  if (!workers_.countNow) return freeSlots_.size();
  const std::size_t most = std::max(1U, workers_.countNow());
  return most > running_.size() ? std::min(freeSlots_.size(), most - running_.size()) : 0;
}

// False: nobody can go on.
bool Coordinator::beginAll() {
  while (freeNow() != 0 && !isSpent()) {
    const Pieces::Handle piece = pieces_.begin();
    if (piece == nullptr) return true;
    if (begin(piece)) continue;
    pieces_.lose(piece);
    piece->losses = 0;  // nobody had begun
    return !running_.empty();
  }
  return true;
}

bool Coordinator::begin(const Pieces::Handle& piece) {
  auto ends = Channel::make();
  if (!ends) return false;
  const unsigned slot = freeSlots_.back();
  Control& control = *new (&shared_->controls[slot]) Control;
  Budget* const budget = limits_.boundExecutions != 0 ? &shared_->budget : nullptr;
  const Task task{piece->pending, piece->start};
  const auto search = workers_.search;
  const pid_t process = workers_.fork([&] {
    isToldBy(control);
    const std::unique_ptr<explore::Search> own = search();
    work(program_, *own->onGraphs(), limits_, task, control, budget, ends->second);
  });
  if (process < 0) return false;
  freeSlots_.pop_back();
  running_.push_back({process, piece, std::move(ends->first), slot, sinceStart(), sinceStart()});
  return true;
}

// Whoever has gone on longest without giving anything away has most left.
void Coordinator::askForMore() {
  const double now = sinceStart();
  const auto asked = static_cast<std::size_t>(std::ranges::count_if(
      running_, [&](const Worker& worker) { return worker.isAsked && now - worker.asked < kSoonAnswered; }));
  for (std::size_t wanted = freeNow(); wanted > asked; --wanted) {
    Worker* donor = nullptr;
    for (Worker& worker : running_)
      if (!worker.isAsked && now - worker.asked >= kBetweenRequests &&
          (donor == nullptr || worker.asked < donor->asked))
        donor = &worker;
    if (donor == nullptr) break;
    ask(*donor, atOnce_);
  }
  for (Worker& worker : running_)
    if (!worker.isAsked && now - worker.asked >= kBetweenReports) ask(worker, Control::kReport);
}

void Coordinator::ask(Worker& worker, std::uint32_t wanted) {
  worker.isAsked = true;
  worker.asked = sinceStart();
  shared_->controls[worker.slot].wanted = wanted;
}

// --- what workers say ---

void Coordinator::listen(int milliseconds) {
  std::vector<pollfd> waiting;
  for (const Worker& worker : running_) waiting.push_back({worker.channel.file(), POLLIN, 0});
  if (poll(waiting.data(), waiting.size(), milliseconds) <= 0) return;
  std::vector<pid_t> ready;
  for (std::size_t i = 0; i < waiting.size(); ++i)
    if (waiting[i].revents != 0) ready.push_back(running_[i].process);
  for (const pid_t process : ready) {
    const auto worker = std::ranges::find(running_, process, &Worker::process);
    if (worker == running_.end()) continue;  // it was ended since
    const bool goesOn = hear(*worker);
    if (!goesOn) running_.erase(worker);
    sweep();
  }
}

// False: it is done, or gone.
bool Coordinator::hear(Worker& worker) {
  const bool isThere = worker.channel.receive();
  while (const auto message = worker.channel.take()) {
    auto report = reportFrom(*message);
    HEDDLE_CHECK_NOTE(report.has_value(), "a worker has sent something else than a report");
    worker.isAsked = false;
    const bool isDone = !report->given;
    if (isDone) judgeLength(worker);
    pieces_.report(worker.piece, std::move(*report));
    if (!isDone && worker.piece->state == Pieces::Piece::State::Running) continue;
    end(worker, /*kills=*/!isDone);
    return false;
  }
  if (isThere) return true;
  lose(worker);
  return false;
}

void Coordinator::judgeLength(const Worker& worker) {
  if (sinceStart() - worker.begun < kShort)
    atOnce_ = std::min(2 * atOnce_, kMostAtOnce);
  else
    atOnce_ = std::max(atOnce_ / 2, 1U);
}

void Coordinator::lose(Worker& worker) {
  int status = 0;
  waitpid(worker.process, &status, 0);
  freeSlots_.push_back(worker.slot);
  pieces_.lose(worker.piece);
  const bool wasKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (stoppedAt_ == 0 && worker.piece->losses >= (wasKilled ? kMostKills : kMostFaults))
    stopAll("processes were lost one after the other in the same part of the search, the last by " +
            howItEnded(status));
}

// Those whose pieces were dropped, or do not count any more.
void Coordinator::sweep() {
  std::erase_if(running_, [&](Worker& worker) {
    if (worker.piece->state == Pieces::Piece::State::Running) return false;
    end(worker, /*kills=*/true);
    return true;
  });
}

void Coordinator::end(Worker& worker, bool kills) {
  if (kills) {
    kill(worker.process, SIGKILL);
    waitpid(worker.process, nullptr, 0);  // it uses the slot no more
  } else {
    ended_.push_back(worker.process);
  }
  freeSlots_.push_back(worker.slot);
}

void Coordinator::reap(bool waits) {
  std::erase_if(ended_, [&](pid_t process) { return waitpid(process, nullptr, waits ? 0 : WNOHANG) != 0; });
}

void Coordinator::killAll() {
  for (Worker& worker : running_) {
    end(worker, /*kills=*/true);
    if (worker.piece->state == Pieces::Piece::State::Running) pieces_.lose(worker.piece);
  }
  running_.clear();
}

// --- limits ---

void Coordinator::lookAtLimits() {
  if (stoppedAt_ != 0) {
    if (sinceStart() - stoppedAt_ > kGrace) killAll();
    return;
  }
  if (pieces_.ending()) return;
  if (limits_.interrupted && limits_.interrupted()) return stopAll("the search was interrupted");
  if (limits_.timeLimit > 0 && limits_.timeSpent + seconds() >= limits_.timeLimit)
    return stopAll("the time limit of " + explore::secondsText(limits_.timeLimit) + " s was reached");
  std::vector<pid_t> processes{prober_.process()};
  for (const Worker& worker : running_) processes.push_back(worker.process);
  if (memory_.isReached(sinceStart(), processes)) return stopAll(memory_.why());
  if (isSpent() && running_.empty())
    stopAll("the bound of " + std::to_string(limits_.boundExecutions) + " executions was reached");
}

bool Coordinator::isSpent() const { return limits_.boundExecutions != 0 && shared_->budget.left <= 0; }

void Coordinator::stopAll(std::string why) {
  whyEnded_ = std::move(why);
  stoppedAt_ = std::max(sinceStart(), 1e-9);
  for (const Worker& worker : running_) shared_->controls[worker.slot].stops = true;
}

std::uint64_t Coordinator::executions() const {
  std::uint64_t sum = pieces_.executions();
  for (const Worker& worker : running_) sum += shared_->controls[worker.slot].executions;
  return sum;
}

void Coordinator::showProgress() {
  if (sinceStart() - shownAt_ < 0.2) return;
  shownAt_ = sinceStart();
  prober_.tell({executions(), spent_.seconds + sinceStart() * workers_.count});
  if (!limits_.progress) return;
  explore::Progress progress{.executions = executions(), .seconds = seconds(), .restart = pieces_.restart()};
  progress.estimate = estimate();
  if (progress.estimate)
    for (double* const number : {&progress.estimate->executions, &progress.estimate->low, &progress.estimate->high})
      *number = std::max(static_cast<double>(progress.executions), *number);
  limits_.progress(progress);
}

// A search that has restarted explores another tree.
std::optional<explore::Estimate> Coordinator::estimate() const {
  return pieces_.restart() ? std::nullopt : prober_.estimate();
}

// Workers report often enough: nothing is asked of them.
void Coordinator::keep() {
  if (pieces_.ending() || stoppedAt_ != 0) return;
  keeper_.look(sinceStart(), [this] {
    explore::Standing now = pieces_.standing();
    now.soFar.seconds = secondsBefore_ + seconds();
    return now;
  });
}

}  // namespace heddle::parallel
