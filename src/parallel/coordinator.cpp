#include "parallel/coordinator.h"

#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <iterator>
#include <memory>

#include "base/check.h"
#include "explore/seconds_text.h"
#include "parallel/local_host.h"
#include "parallel/ranks/ranks.h"

namespace heddle::parallel {
namespace {

// Between two requests to the same worker.
constexpr double kBetweenRequests = 0.01;
constexpr std::size_t kMostAtOnce = 64;
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

Coordinator::Coordinator(core::Program& program, const explore::Limits& limits, const Workers& workers, Pieces& pieces,
                         const explore::Spent& spent, double secondsBefore)
    : limits_(limits),
      workers_(workers),
      pieces_(pieces),
      spent_(spent),
      secondsBefore_(secondsBefore),
      prober_(program, limits.estimating, workers, spent),
      memory_(limits.memoryLimit),
      keeper_(limits.checkpoints) {
  hosts_.push_back(std::make_unique<LocalHost>(program, limits, workers));
  if (workers.ranks != nullptr) std::ranges::move(workers.ranks->hosts(), std::back_inserter(hosts_));
  unspent_ = limits.boundExecutions - std::min(spent.executions, limits.boundExecutions);
}

Coordinator::~Coordinator() { killAll(); }

bool Coordinator::run() {
  while (!pieces_.ending()) {
    if (stoppedAt_ == 0 && !beginAll()) return false;
    lookAtLimits();
    if (stoppedAt_ != 0 && running_.empty()) break;
    if (stoppedAt_ == 0) askForMore();
    listen(room() == 0 ? kQuietTick : kTick);
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
unsigned Coordinator::room() const {
  unsigned sum = 0;
  for (const auto& host : hosts_) sum += host->room();
  return sum;
}

// False: nobody can go on.
bool Coordinator::beginAll() {
  while (room() != 0 && !isSpent()) {
    const Pieces::Handle piece = pieces_.begin();
    if (piece == nullptr) return true;
    if (begin(piece)) continue;
    pieces_.lose(piece);
    piece->losses = 0;  // nobody had begun
    return !running_.empty();
  }
  return true;
}

// Where there is most room.
bool Coordinator::begin(const Pieces::Handle& piece) {
  Host& host = **std::ranges::max_element(hosts_, {}, [](const auto& one) { return one->room(); });
  const std::uint64_t most = lease();
  std::unique_ptr<Worker> worker = host.begin({piece->pending, piece->start, most});
  if (worker == nullptr) return false;
  unspent_ -= most;
  running_.push_back({std::move(worker), piece, most, sinceStart()});
  return true;
}

// A part of what is left, so that whoever comes next gets something, too.
std::uint64_t Coordinator::lease() const {
  if (limits_.boundExecutions == 0) return 0;
  return std::max<std::uint64_t>(unspent_ / (2 * (running_.size() + room())), 1);
}

// Whoever has gone on longest without giving anything away has most left. Each is asked for as many alternatives as
// there are workers to be for each who can be asked: who gave more would have nothing left (docs/scale.md).
void Coordinator::askForMore() {
  const double now = sinceStart();
  const auto asked = static_cast<std::size_t>(std::ranges::count_if(
      running_, [&](const Running& one) { return one.isAsked && now - one.asked < kSoonAnswered; }));
  std::vector<Running*> donors;
  for (Running& one : running_)
    if (!one.isAsked && now - one.asked >= kBetweenRequests) donors.push_back(&one);
  std::ranges::sort(donors, {}, &Running::asked);
  std::size_t wanted = room() - std::min<std::size_t>(room(), asked);
  const std::size_t each =
      donors.empty() ? 1 : std::clamp<std::size_t>((wanted + donors.size() - 1) / donors.size(), 1, kMostAtOnce);
  for (auto donor = donors.begin(); wanted > 0 && donor != donors.end(); ++donor) {
    ask(**donor, static_cast<std::uint32_t>(each));
    wanted -= std::min(wanted, each);
  }
  for (Running& one : running_)
    if (!one.isAsked && now - one.asked >= kBetweenReports) ask(one, Worker::kReport);
}

void Coordinator::ask(Running& one, std::uint32_t wanted) {
  one.isAsked = true;
  one.asked = sinceStart();
  one.worker->ask(wanted);
}

// --- what workers say ---

void Coordinator::listen(int milliseconds) {
  std::vector<pollfd> waiting;
  for (const Running& one : running_) waiting.push_back({one.worker->file(), POLLIN, 0});
  for (const auto& host : hosts_) waiting.push_back({host->file(), POLLIN, 0});
  if (poll(waiting.data(), waiting.size(), milliseconds) <= 0) return;
  std::vector<const Worker*> ready;
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (waiting[i].revents != 0) ready.push_back(running_[i].worker.get());
  for (std::size_t i = 0; i < hosts_.size(); ++i)
    if (waiting[running_.size() + i].revents != 0) hosts_[i]->listen();
  for (const Worker* worker : ready) {
    const auto one = std::ranges::find(running_, worker, [](const Running& running) { return running.worker.get(); });
    if (one == running_.end()) continue;  // it was ended since
    const bool goesOn = hear(*one);
    if (!goesOn) running_.erase(one);
    sweep();
  }
}

// False: it is done, or gone.
bool Coordinator::hear(Running& one) {
  const bool isThere = one.worker->receive();
  while (const auto message = one.worker->take()) {
    auto report = reportFrom(*message);
    HEDDLE_CHECK_NOTE(report.has_value(), "a worker has sent something else than a report");
    one.isAsked = false;
    one.reported = report->outcome.executions.total();
    const bool isDone = !report->given;
    pieces_.report(one.piece, std::move(*report));
    if (!isDone && one.piece->state == Pieces::Piece::State::Running) continue;
    end(one, /*kills=*/!isDone);
    return false;
  }
  if (isThere) return true;
  lose(one);
  return false;
}

void Coordinator::lose(Running& one) {
  const int status = one.worker->status();
  unspent_ += one.lease - std::min(one.lease, one.reported);
  pieces_.lose(one.piece);
  const bool wasKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (stoppedAt_ == 0 && one.piece->losses >= (wasKilled ? kMostKills : kMostFaults))
    stopAll("processes were lost one after the other in the same part of the search, the last by " +
            howItEnded(status));
}

// Those whose pieces were dropped, or do not count any more.
void Coordinator::sweep() {
  std::erase_if(running_, [&](Running& one) {
    if (one.piece->state == Pieces::Piece::State::Running) return false;
    end(one, /*kills=*/true);
    return true;
  });
}

void Coordinator::end(Running& one, bool kills) {
  one.worker->dismiss(kills);
  unspent_ += one.lease - std::min(one.lease, one.reported);
}

void Coordinator::killAll() {
  for (Running& one : running_) {
    end(one, /*kills=*/true);
    if (one.piece->state == Pieces::Piece::State::Running) pieces_.lose(one.piece);
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
  if (memory_.isReached(sinceStart(), [this] { return memoryElsewhere(); })) return stopAll(memory_.why());
  for (const auto& host : hosts_)
    if (const std::string why = host->whyGone(); !why.empty()) return stopAll(why);
  if (isSpent() && running_.empty())
    stopAll("the bound of " + std::to_string(limits_.boundExecutions) + " executions was reached");
}

std::uint64_t Coordinator::memoryElsewhere() const {
  std::uint64_t sum = explore::memoryOf(prober_.process());
  for (const auto& host : hosts_) sum += host->memory();
  return sum;
}

// Whoever has asked for that may not wait until all have said what is left.
void Coordinator::stopAll(std::string why) {
  whyEnded_ = std::move(why);
  stoppedAt_ = std::max(sinceStart(), 1e-9);
  for (const Running& one : running_) one.worker->stop();
  keeper_.now([this] { return standing(); });
}

std::uint64_t Coordinator::executions() const {
  std::uint64_t sum = pieces_.executions();
  for (const Running& one : running_) sum += one.worker->executions();
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
explore::Standing Coordinator::standing() const {
  explore::Standing now = pieces_.standing();
  now.soFar.seconds = secondsBefore_ + seconds();
  return now;
}

void Coordinator::keep() {
  if (pieces_.ending() || stoppedAt_ != 0) return;
  keeper_.look(sinceStart(), [this] { return standing(); });
}

}  // namespace heddle::parallel
