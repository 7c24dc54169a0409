#include "simulation/protocol.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <vector>

namespace heddle::bench {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Interval {
  std::uint64_t begin, end;
};

// A rank with a worker: it explores an interval, an execution after the other.
struct Rank {
  std::optional<Interval> has;
  double since = 0;       // when it began with the first of it, in effect
  std::uint64_t age = 0;  // of its plan: older ends are void
  // What rank 0 thinks of it.
  bool isAsked = false;
  bool isWanted = false;  // and not only to say how far it is
  double asked = 0, begun = 0;
};

class Simulation {
 public:
  Simulation(const Tree& tree, unsigned ranks, const Costs& costs, const Rules& rules)
      : tree_(tree), costs_(costs), rules_(rules), ranks_(ranks) {
    for (unsigned r = 0; r < ranks; ++r) free_.push_back(r);
    waiting_.push_back({0, tree.executions()});
    addPiece(0);
    serveAt(0);
  }

  Simulated run() {
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.time;
      happen(event);
      if (left_ == 0) break;
    }
    const double work = static_cast<double>(tree_.executions()) * costs_.execution;
    result_.seconds = now_;
    result_.efficiency = work / (now_ * static_cast<double>(ranks_.size()));
    result_.coordinator = busy_ / now_;
    return result_;
  }

 private:
  enum class Kind : std::uint8_t { Serve, Task, Ask, Done };
  struct Event {
    double time;
    Kind kind;
    unsigned rank = 0;
    std::uint32_t wanted = 0;
    std::uint64_t age = 0;
    Interval what = {0, 0};
    bool operator<(const Event& other) const { return time > other.time; }
  };
  struct Message {
    unsigned rank;
    bool isDone;
    std::vector<Interval> given;
  };

  void happen(const Event& event) {
    Rank& rank = ranks_[event.rank];
    switch (event.kind) {
      case Kind::Serve: return serve();
      case Kind::Task:
        rank.has = event.what;
        rank.since = now_ + costs_.begin;
        return planEnd(event.rank);
      case Kind::Ask: return giveAway(event.rank, event.wanted);
      case Kind::Done:
        if (event.age != rank.age) return;
        left_ -= rank.has->end - rank.has->begin;
        rank.has.reset();
        return tell({event.rank, true, {}});
    }
  }

  // --- ranks ---

  void planEnd(unsigned r) {
    Rank& rank = ranks_[r];
    const double time = rank.since + static_cast<double>(rank.has->end - rank.has->begin) * costs_.execution;
    events_.push({.time = time, .kind = Kind::Done, .rank = r, .age = ++rank.age});
  }

  void giveAway(unsigned r, std::uint32_t wanted) {
    Rank& rank = ranks_[r];
    if (!rank.has) return;  // its last message is on its way
    Message message{r, false, {}};
    const double done = std::max(0.0, now_ - rank.since) / costs_.execution;
    const std::uint64_t at = std::min(rank.has->begin + static_cast<std::uint64_t>(done), rank.has->end - 1);
    for (std::uint64_t end = rank.has->end; wanted > 0; --wanted) {
      const std::uint64_t from = tree_.shallowest(at, end);
      if (from == end) break;
      message.given.push_back({from, end});
      rank.has->end = end = from;
    }
    rank.since += costs_.split;
    planEnd(r);
    tell(std::move(message));
  }

  void tell(Message message) {
    ++result_.messages;
    const double arrives = now_ + costs_.latency;
    inbox_.push_back({arrives, std::move(message)});
    serveAt(arrives);
  }

  // --- rank 0 ---

  void serveAt(double time) {
    time = std::max(time, freeAt_);
    if (time >= plannedFor_) return;
    plannedFor_ = time;
    events_.push({.time = time, .kind = Kind::Serve});
  }

  void serve() {
    if (now_ != plannedFor_) return;  // it was served before
    plannedFor_ = kNever;
    const double begun = freeAt_ = now_;
    while (!inbox_.empty() && inbox_.front().first <= now_) {
      const Message message = std::move(inbox_.front().second);
      inbox_.pop_front();
      take(message);
    }
    beginAll();
    askForMore();
    busy_ += freeAt_ - begun;
    serveAt(now_ + rules_.tick);
    if (!inbox_.empty()) serveAt(inbox_.front().first);
  }

  void take(const Message& message) {
    Rank& rank = ranks_[message.rank];
    freeAt_ += costs_.report;
    if (rules_.looksThroughAll) freeAt_ += costs_.look * static_cast<double>(pieces_.size() / 2 + ranks_.size() / 2);
    if (rank.isAsked && rank.isWanted) --asked_;
    if (!rank.isAsked) donors_.erase({rank.asked, message.rank});
    rank.isAsked = false;
    if (!message.isDone) donors_.insert({rank.asked, message.rank});
    if (message.isDone) {
      free_.push_back(message.rank);
      over(message.rank);
      const bool isShort = freeAt_ - rank.begun < rules_.shortPiece;
      atOnce_ = isShort ? std::min(2 * atOnce_, rules_.mostAtOnce) : std::max(atOnce_ / 2, 1U);
      return;
    }
    if (message.given.empty()) return;
    if (rules_.asOnePiece) return newPiece({message.given.back().begin, message.given.front().end});
    for (const Interval& one : message.given) newPiece(one);
  }

  void newPiece(const Interval& what) {
    waiting_.push_back(what);
    addPiece(what.begin);
  }
  void addPiece(std::uint64_t begin) {
    pieces_[begin] = false;
    ++result_.pieces;
  }
  void over(unsigned r) {
    pieces_[begins_[r]] = true;
    while (!pieces_.empty() && pieces_.begin()->second) pieces_.erase(pieces_.begin());
  }

  void beginAll() {
    if (waiting_.empty() || free_.empty()) return;
    std::ranges::sort(waiting_, {}, &Interval::begin);
    std::size_t next = 0;
    for (; next < waiting_.size() && !free_.empty(); ++next) {
      const unsigned r = free_.back();
      free_.pop_back();
      freeAt_ += costs_.send;
      if (rules_.looksThroughAll) freeAt_ += costs_.look * static_cast<double>(pieces_.size() / 2 + ranks_.size());
      Rank& rank = ranks_[r];
      rank.asked = rank.begun = freeAt_;
      donors_.insert({rank.asked, r});
      begins_[r] = waiting_[next].begin;
      ++result_.messages;
      events_.push({.time = freeAt_ + costs_.latency, .kind = Kind::Task, .rank = r, .what = waiting_[next]});
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(next));
  }

  // Whoever has gone on longest without giving anything away has most left.
  void askForMore() {
    const auto idle = static_cast<unsigned>(free_.size());
    unsigned wanted = idle > asked_ ? idle - asked_ : 0;
    std::uint32_t each = rules_.asOnePiece ? atOnce_ : 1;
    if (wanted > 0 && !rules_.asOnePiece) {
      const auto last = donors_.upper_bound({now_ - rules_.betweenRequests, ~0U});
      const auto count = static_cast<unsigned>(std::distance(donors_.begin(), last));
      if (count > 0) each = std::clamp((wanted + count - 1) / count, 1U, rules_.mostAtOnce);
    }
    while (wanted > 0 && !donors_.empty() && now_ - donors_.begin()->first >= rules_.betweenRequests) {
      ask(donors_.begin()->second, each);
      wanted -= std::min(wanted, rules_.asOnePiece ? 1 : each);
    }
    while (!donors_.empty() && now_ - donors_.begin()->first >= rules_.betweenReports) ask(donors_.begin()->second, 0);
  }

  void ask(unsigned r, std::uint32_t wanted) {
    freeAt_ += costs_.send;
    if (rules_.looksThroughAll && wanted != 0) freeAt_ += costs_.look * static_cast<double>(ranks_.size());
    donors_.erase({ranks_[r].asked, r});
    ranks_[r].isAsked = true;
    ranks_[r].asked = freeAt_;
    if (wanted != 0) ++asked_;
    ranks_[r].isWanted = wanted != 0;
    ++result_.messages;
    events_.push({.time = freeAt_ + costs_.latency, .kind = Kind::Ask, .rank = r, .wanted = wanted});
  }

  const Tree& tree_;
  const Costs& costs_;
  const Rules& rules_;
  std::vector<Rank> ranks_;
  std::vector<unsigned> free_;
  std::set<std::pair<double, unsigned>> donors_;  // that have work and were not asked for it, by when they were last
  unsigned asked_ = 0;                            // ranks, for work
  std::map<unsigned, std::uint64_t> begins_;      // of the pieces that ranks have
  std::map<std::uint64_t, bool> pieces_;          // that are not taken in: whether they are over
  std::vector<Interval> waiting_;
  std::deque<std::pair<double, Message>> inbox_;  // in the order of their arrival
  std::priority_queue<Event> events_;
  std::uint64_t left_ = tree_.executions();
  std::uint32_t atOnce_ = 1;
  double now_ = 0, freeAt_ = 0, busy_ = 0, plannedFor_ = kNever;
  Simulated result_;
};

}  // namespace

Simulated simulate(const Tree& tree, unsigned ranks, const Costs& costs, const Rules& rules) {
  return Simulation(tree, ranks, costs, rules).run();
}

}  // namespace heddle::bench
