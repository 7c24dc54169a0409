#include "parallel/ranks/ranks.h"

#include <csignal>
#include <utility>

#include "base/check.h"

namespace heddle::parallel {

class Ranks::RemoteWorker : public Worker {
 public:
  RemoteWorker(Ranks& ranks, std::uint64_t number, Heard& heard) : ranks_(ranks), number_(number), heard_(heard) {}
  ~RemoteWorker() override {
    if (!isDismissed_) dismiss(/*kills=*/true);
    ranks_.workers_.erase(number_);
  }

  void ask(std::uint32_t wanted) override { send({Order::Kind::Ask, number_, wanted}); }
  void stop() override { send({Order::Kind::Stop, number_}); }
  std::uint64_t executions() const override { return heard_.executions; }
  int file() const override { return ranks_.link_.file(); }
  bool receive() override { return !heard_.lost; }
  std::optional<std::string> take() override {
    if (heard_.reports.empty()) return std::nullopt;
    std::string report = std::move(heard_.reports.front());
    heard_.reports.pop_front();
    return report;
  }
  int status() override {
    dismiss(/*kills=*/false);
    return heard_.lost.value_or(0);
  }
  void dismiss(bool kills) override {
    if (kills) send({Order::Kind::Kill, number_});
    isDismissed_ = true;
    ++ranks_.peers_[heard_.rank].room;
  }

 private:
  void send(const Order& order) { ranks_.send(heard_.rank, order); }

  Ranks& ranks_;
  std::uint64_t number_;
  Heard& heard_;
  bool isDismissed_ = false;
};

class Ranks::Remote : public Host {
 public:
  Remote(Ranks& ranks, unsigned rank) : ranks_(ranks), rank_(rank) {}

  unsigned room() const override { return ranks_.isPrepared(peer()) ? peer().room : 0; }
  std::unique_ptr<Worker> begin(const Task& task) override {
    const std::uint64_t number = ++ranks_.begun_;
    Heard& heard = ranks_.workers_.emplace(number, Heard{rank_}).first->second;
    ranks_.send(rank_, {.kind = Order::Kind::Begin, .worker = number, .task = task});
    --ranks_.peers_[rank_].room;
    return std::make_unique<RemoteWorker>(ranks_, number, heard);
  }
  std::uint64_t memory() const override { return peer().memory; }
  int file() const override { return ranks_.link_.file(); }
  void listen() override { ranks_.listen(); }
  std::string whyGone() const override { return peer().isGone ? ranks_.nameOf(rank_) + " was lost" : ""; }

 private:
  const Peer& peer() const { return ranks_.peers_[rank_]; }

  Ranks& ranks_;
  unsigned rank_;
};

Ranks::Ranks(Link link) : link_(std::move(link)), peers_(link_.ranks()) {}
Ranks::~Ranks() = default;

void Ranks::prepare(const std::string& plan) {
  ++plans_;
  refusals_.clear();
  for (unsigned rank = 1; rank < peers_.size(); ++rank) send(rank, {.kind = Order::Kind::Prepare, .plan = plan});
}

std::vector<std::unique_ptr<Host>> Ranks::hosts() {
  std::vector<std::unique_ptr<Host>> hosts;
  for (unsigned rank = 1; rank < peers_.size(); ++rank) hosts.push_back(std::make_unique<Remote>(*this, rank));
  return hosts;
}

void Ranks::listen() {
  const bool isThere = link_.receive();
  while (auto message = link_.take()) {
    if (message->bytes.empty()) {
      lose(message->rank);
      continue;
    }
    auto notice = noticeFrom(message->bytes);
    HEDDLE_CHECK_NOTE(notice.has_value(), "a rank has sent something that makes no sense");
    hear(message->rank, std::move(*notice));
  }
  for (unsigned rank = 1; !isThere && rank < peers_.size(); ++rank) lose(rank);
}

void Ranks::hear(unsigned rank, Notice notice) {
  Peer& peer = peers_[rank];
  switch (notice.kind) {
    case Notice::Kind::Prepared:
      ++peer.plans;
      peer.room = notice.room;
      return;
    case Notice::Kind::Refused:
      ++peer.plans;
      peer.room = 0;
      if (peer.plans == plans_) refusals_.push_back(nameOf(rank) + " does not take part: " + notice.text);
      return;
    case Notice::Kind::HowFar:
      peer.memory = notice.memory;
      for (const auto& [number, executions] : notice.executions)
        if (const auto worker = workers_.find(number); worker != workers_.end()) worker->second.executions = executions;
      return;
    case Notice::Kind::Said:
      if (const auto worker = workers_.find(notice.worker); worker != workers_.end())
        worker->second.reports.push_back(std::move(notice.text));
      return;
    case Notice::Kind::Lost:
      if (const auto worker = workers_.find(notice.worker); worker != workers_.end())
        worker->second.lost = notice.status;
      return;
  }
}

void Ranks::lose(unsigned rank) {
  peers_[rank].isGone = true;
  for (auto& [number, heard] : workers_)
    if (heard.rank == rank) heard.lost = SIGKILL;  // as far as one can tell
}

std::string Ranks::nameOf(unsigned rank) const {
  return "rank " + std::to_string(rank) + " (" + link_.machine(rank) + ")";
}

}  // namespace heddle::parallel
