#include "parallel/pieces.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/check.h"

namespace heddle::parallel {
namespace {

using core::Outcome;
using State = Pieces::Piece::State;
using Names = std::vector<std::string>;

bool isPrefix(const Names& one, const Names& other) {
  return one.size() <= other.size() && std::ranges::equal(one, std::span(other).first(one.size()));
}

// Elements of `more` that `known` has not.
template <typename T>
std::set<T> newOf(const std::set<T>& known, const std::set<T>& more) {
  std::set<T> out;
  std::ranges::set_difference(more, known, std::inserter(out, out.end()));
  return out;
}

template <typename T>
bool meet(const std::set<T>& one, const std::set<T>& other) {
  return std::ranges::any_of(one, [&](const T& element) { return other.contains(element); });
}

// From one table of threads to another, which gets those that it has not.
class Renumbering {
 public:
  Renumbering(const Names& from, Names& to) {
    for (const std::string& name : from) {
      numbers_.push_back(static_cast<ThreadId>(std::ranges::find(to, name) - to.begin()));
      if (numbers_.back() == to.size()) to.push_back(name);
    }
  }
  void apply(std::vector<Pending>& list) const {
    for (Pending& pending : list) {
      for (auto& event : pending.events) apply(event.thread);
      for (auto& lost : pending.displaced) apply(lost.thread);
    }
  }
  void apply(Outcome& outcome) const {
    for (core::Found& found : outcome.found) {
      apply(found.schedule);
      apply(found.violation.thread);
    }
    apply(outcome.stopSchedule);
  }

 private:
  void apply(std::vector<core::Step>& schedule) const {
    for (core::Step& step : schedule)
      if (!step.isStop()) apply(step.thread);
  }
  void apply(ThreadId& thread) const { thread = numbers_[thread]; }

  std::vector<ThreadId> numbers_;
};

// Whether a piece that began with `first` and knows `last` by now can come after what is known by `now`: with that it
// would have been the same.
//
// A word where reads are not revisited in place, or not speculated on, makes no difference where nobody waits, or would
// speculate. But if reads do not wait for old writes at the other words only, it may do without a trace.
bool fits(const Known& now, const Known& first, const Known& last, bool leavesOutStaleReads) {
  const auto& before = first.words;
  const auto& after = last.words;
  const auto excluded = newOf(before.excluded, now.words.excluded);
  const auto unspeculated = newOf(before.withoutSpeculation, now.words.withoutSpeculation);
  if (!leavesOutStaleReads && !excluded.empty()) return false;
  return !meet(excluded, after.waited) && !meet(excluded, after.speculatedOn) &&
         !meet(unspeculated, after.speculatedOn) && now.words.speculatedOn.empty() == before.speculatedOn.empty() &&
         // It has found out itself what would have made all before it void.
         !meet(newOf(before.excluded, after.excluded), newOf(before.waited, now.words.waited)) &&
         !meet(newOf(before.withoutSpeculation, after.withoutSpeculation),
               newOf(before.speculatedOn, now.words.speculatedOn)) &&
         now.iterations == first.iterations &&
         (isPrefix(now.threads, last.threads) || isPrefix(last.threads, now.threads));
}

void learn(Known& now, const Known& more) {
  now.words.waited.insert(more.words.waited.begin(), more.words.waited.end());
  now.words.speculatedOn.insert(more.words.speculatedOn.begin(), more.words.speculatedOn.end());
  now.words.excluded.insert(more.words.excluded.begin(), more.words.excluded.end());
  now.words.withoutSpeculation.insert(more.words.withoutSpeculation.begin(), more.words.withoutSpeculation.end());
  now.iterations = more.iterations;
  if (more.threads.size() > now.threads.size()) now.threads = more.threads;
}

}  // namespace

Pieces::Pieces(std::vector<Pending> left, Known known, Outcome before, bool hasEarlier, const Rules& rules,
               Breaks breaks)
    : stopAtFirst_(rules.stopAtFirst),
      leavesOutStaleReads_(rules.leavesOutStaleReads),
      breaks_(std::move(breaks)),
      taken_(std::move(before)),
      known_(std::move(known)),
      hasEarlier_(hasEarlier) {
  seenBefore_ = seen_ = std::exchange(taken_.evidence, {});
  // Those that a search would come to last are the largest, most often.
  constexpr std::size_t kApart = 8;
  const std::size_t apart = std::min(kApart, left.size() - 1);
  const auto rest = left.begin() + static_cast<std::ptrdiff_t>(apart);
  for (auto one = left.begin(); one != rest; ++one)
    pieces_.push_front(std::make_shared<Piece>(known_, std::vector<Pending>{*one}));
  pieces_.push_front(std::make_shared<Piece>(known_, std::vector<Pending>(rest, left.end())));
}

// What comes after a piece that ends all is explored only if that one is done again.
Pieces::Handle Pieces::begin() {
  for (const Handle& piece : pieces_) {
    if (endsAll(*piece)) return nullptr;
    if (piece->state != State::Waiting) continue;
    piece->state = State::Running;
    piece->outcome = {};
    piece->start.evidence = seenBefore_;
    return piece;
  }
  return nullptr;
}

bool Pieces::endsAll(const Piece& piece) const {
  const Outcome& result = piece.result;
  return piece.state == State::Over && (result.mustBeOnePart || result.madePartsVoid || result.broken ||
                                        (stopAtFirst_ && !(result.found.empty() && piece.base.found.empty())));
}

// Another worker is to go on where the last report was made.
void Pieces::goOn(Piece& piece) {
  piece.base.add(std::exchange(piece.outcome, {}));
  piece.state = State::Waiting;
}

void Pieces::report(const Handle& piece, Report report) {
  HEDDLE_CHECK(piece->state == State::Running);
  piece->losses = 0;
  if (!report.outcome.broken) see(report.outcome.evidence);
  report.outcome.evidence.clear();
  if (!report.given && !report.outcome.isUnfinished) {
    piece->result = std::move(report.outcome);
    piece->known = std::move(report.known);
    piece->state = State::Over;
    if (endsAll(*piece)) dropAfterEnd();
    return takeIn();
  }
  piece->outcome = std::move(report.outcome);
  piece->start = std::move(report.known);
  piece->pending = std::move(report.left);
  if (!report.given) return goOn(*piece);
  if (report.given->empty()) return;
  const auto at = std::ranges::find(pieces_, piece);
  HEDDLE_CHECK(at != pieces_.end());
  // The last one is what the donor would have come to first.
  for (Pending& given : *report.given) {
    const auto next =
        pieces_.insert(std::next(at), std::make_shared<Piece>(piece->start, std::vector{std::move(given)}));
    (*next)->donor = piece;
  }
}

// Which execution has broken it, only one search alone can tell.
void Pieces::see(const core::Evidence& evidence) {
  core::Evidence all = seen_;
  core::add(all, evidence);
  if (all == seen_) return;
  seen_ = std::move(all);
  if (breaks_(seen_) && !ending_) ending_ = Ending::Alone;
}

void Pieces::lose(const Handle& piece) {
  ++piece->losses;
  goOn(*piece);
}

// Nobody need explore what comes after.
void Pieces::dropAfterEnd() {
  const auto end = std::ranges::find_if(pieces_, [&](const Handle& piece) { return endsAll(*piece); });
  for (auto after = std::next(end); after != pieces_.end(); ++after)
    if ((*after)->state == State::Running) goOn(**after);
}

// --- taking in ---

void Pieces::takeIn() {
  while (!ending_ && !pieces_.empty() && pieces_.front()->state == State::Over) {
    const Handle piece = pieces_.front();
    const Outcome& result = piece->result;
    if (!fits(known_, piece->atFirst, piece->known, leavesOutStaleReads_)) return redoFrom(pieces_.begin(), known_);
    learn(known_, piece->known);
    taken_.add(piece->base);
    taken_.add(result);
    pieces_.pop_front();
    if (result.madePartsVoid) {
      restartAll(*result.madePartsVoid);
    } else if (result.mustBeOnePart) {
      ending_ = Ending::Alone;
    } else if (endsAll(*piece)) {
      taken_.broken = result.broken;
      ending_ = Ending::Found;
    }
  }
  if (pieces_.empty() && !ending_) ending_ = Ending::Explored;
}

// These pieces, as they were at first; what one of them has given away is its own again.
void Pieces::redoFrom(List::iterator first, const Known& now) {
  std::set<Handle> again;
  for (auto at = first; at != pieces_.end();) {
    const Handle old = *at;
    old->state = State::Dropped;
    again.insert(old);
    if (again.contains(old->donor)) {
      at = pieces_.erase(at);
      continue;
    }
    Known known = now;
    std::vector<Pending> all = old->all;
    Renumbering(old->atFirst.threads, known.threads).apply(all);
    *at = std::make_shared<Piece>(std::move(known), std::move(all));
    ++at;
  }
}

void Pieces::settle() {
  if (ending_) return;
  Known known = known_;
  for (auto at = pieces_.begin(); at != pieces_.end(); ++at) {
    const Piece& piece = **at;
    const bool isOver = piece.state == State::Over;
    const Known& last = isOver ? piece.known : piece.start;
    if (!fits(known, piece.atFirst, last, leavesOutStaleReads_)) return redoFrom(at, known);
    learn(known, last);
  }
}

// From the start.
void Pieces::restartAll(const core::Broken& broken) {
  if (hasEarlier_) taken_.madePartsVoid = broken;
  hasEarlier_ = false;
  restart_ = broken.assumption;
  taken_.forgetCounts();
  for (const Handle& piece : pieces_) piece->state = State::Dropped;
  pieces_ = {std::make_shared<Piece>(known_, std::vector<Pending>{Pending{}})};
}

// --- what is known ---

Outcome Pieces::outcome(Names& threads) const { return sum(threads, /*withEnds=*/true); }

explore::Standing Pieces::standing() const {
  Pieces settled = copy();
  settled.settle();
  explore::Standing now;
  now.soFar = settled.sum(now.threads, /*withEnds=*/false);
  now.left = settled.left(now.threads);
  return now;
}

Pieces Pieces::copy() const {
  Pieces copy(*this);
  std::map<Handle, Handle> copies;
  for (Handle& piece : copy.pieces_) piece = copies[piece] = std::make_shared<Piece>(*piece);
  for (const Handle& piece : copy.pieces_)
    if (const auto donor = copies.find(piece->donor); donor != copies.end()) piece->donor = donor->second;
  return copy;
}

// `withEnds`: also violations that were found in a piece before which there are others.
Outcome Pieces::sum(Names& threads, bool withEnds) const {
  threads = known_.threads;
  Outcome all = taken_;
  all.evidence = seen_;
  if (ending_) return all;
  for (const Handle& piece : pieces_) {
    const bool isOver = piece->state == State::Over;
    // What ends all but was not taken in may not be so, apart from a violation.
    const bool isShown = withEnds && stopAtFirst_ && !piece->result.found.empty();
    const bool counts = isOver && (!endsAll(*piece) || isShown);
    Outcome own = piece->base;
    own.add(counts ? piece->result : piece->outcome);
    Renumbering(isOver ? piece->known.threads : piece->start.threads, threads).apply(own);
    all.add(own);
    if (counts && endsAll(*piece)) break;
  }
  return all;
}

explore::graph::Frontier Pieces::left(Names& threads) const {
  Known known = known_;
  for (const Handle& piece : pieces_) learn(known, piece->state == State::Over ? piece->known : piece->start);
  if (threads.empty()) threads = known_.threads;
  explore::graph::Frontier all{{}, known.words, known.iterations, false};
  for (auto at = pieces_.rbegin(); at != pieces_.rend(); ++at) {
    const Piece& piece = **at;
    if (piece.state == State::Over && !endsAll(piece)) continue;
    std::vector<Pending> own = piece.pending;
    Renumbering(piece.start.threads, threads).apply(own);
    std::ranges::move(own, std::back_inserter(all.pending));
  }
  return all;
}

std::uint64_t Pieces::executions() const {
  std::uint64_t sum = taken_.executions.total();
  for (const Handle& piece : pieces_)
    sum += piece->base.executions.total() + (piece->state == State::Over ? piece->result.executions.total() : 0);
  return sum;
}

}  // namespace heddle::parallel
