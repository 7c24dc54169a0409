// A search that is explored in pieces, by several workers: which there are, and what they say together.
//
// Order     A piece is an interval of the executions as one search alone would run them. What a worker gives away is
//           the last part of its own (GraphSearch::split); its alternatives become the pieces right after it, in their
//           order. So the pieces stand in the order of the whole.
// Answer    The pieces are taken in from the first on, once they are explored. What ends a search (a violation, an
//           assumption that does not hold) ends it with the first piece in which that was seen, and what comes after
//           that does not count, explored or not: counts and answer are those of one search alone.
// Fitting   What a piece does may depend on what is known when it begins: words where reads are not revisited in place,
//           the numbers of threads. If the pieces before it have found out something that it should have known, it is
//           done again, and so is all that comes after.
// Restart   When a search restarts without an assumption of its own, so do all.
// Alone     Some things only one search alone can judge (core::Outcome::mustBeOnePart), and if what the monitors of
//           several pieces have seen (core/evidence.h) shows together that an assumption does not hold, only it can
//           tell where: the pieces are of no use then. Until then evidence changes nothing of what is explored.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "core/outcome.h"
#include "explore/graph/frontier.h"
#include "explore/standing.h"
#include "parallel/message.h"

namespace heddle::parallel {

using explore::graph::Pending;

class Pieces {
 public:
  struct Piece {
    enum class State : std::uint8_t { Waiting, Running, Over, Dropped };
    State state = State::Waiting;
    // Where another worker would begin: as it was when the worker has said so last.
    Known start = {};
    std::vector<Pending> pending = {};
    core::Outcome outcome = {};  // of the worker, up to there
    core::Outcome base = {};     // of workers before
    // As it was at first, to do it again.
    Known atFirst = {};
    std::vector<Pending> all = {};
    std::shared_ptr<Piece> donor = {};
    // Over: of the last worker.
    core::Outcome result = {};
    Known known = {};
    unsigned losses = 0;  // of workers, since the last report

    Piece(Known known, std::vector<Pending> what) : start(known), pending(what), atFirst(known), all(std::move(what)) {}
  };
  using Handle = std::shared_ptr<Piece>;
  enum class Ending : std::uint8_t { Explored, Found, Alone };
  using Breaks = std::function<bool(const core::Evidence&)>;

  // `breaks`: whether such evidence shows that an assumption does not hold.
  struct Rules {
    bool stopAtFirst = true;           // the first violation ends the search
    bool leavesOutStaleReads = false;  // no read waits for an old write, at whatever word
  };
  // `before`: what was found out so far; `hasEarlier`: some of it by an earlier process.
  Pieces(std::vector<Pending> left, Known known, core::Outcome before, bool hasEarlier, const Rules& rules,
         Breaks breaks);

  // A piece that should be explored now, the first one; it is Running then. Null: there is none.
  Handle begin();
  // What its worker says. Of a piece that is not Running nothing may be reported.
  void report(const Handle& piece, Report report);
  // Its worker is gone without a word.
  void lose(const Handle& piece);
  // No more is explored here, and nothing runs: pieces that do not fit those before them are left as a whole.
  void settle();

  // How the search ends, if it is known by now.
  std::optional<Ending> ending() const { return ending_; }
  // Which assumption the search has given up last.
  std::optional<core::Assumption> restart() const { return restart_; }

  // How far the search is, as long as no ending is known. What workers have explored since their last reports, and
  // pieces whose end does not count yet, are left.
  explore::Standing standing() const;

  // All that was found out: at an ending what counts, otherwise by all pieces so far. Threads have their numbers in the
  // table `threads`.
  core::Outcome outcome(std::vector<std::string>& threads) const;
  // What is left, if the search goes on elsewhere. `threads`: by the same table, or empty.
  explore::graph::Frontier left(std::vector<std::string>& threads) const;
  // Without those of workers that run.
  std::uint64_t executions() const;

 private:
  using List = std::list<Handle>;

  Pieces copy() const;
  core::Outcome sum(std::vector<std::string>& threads, bool withEnds) const;
  void see(const core::Evidence& evidence);
  void takeIn();
  bool endsAll(const Piece& piece) const;
  void redoFrom(List::iterator first, const Known& known);
  void goOn(Piece& piece);
  void dropAfterEnd();
  void restartAll(const core::Broken& broken);

  const bool stopAtFirst_;
  const bool leavesOutStaleReads_;
  const Breaks breaks_;
  List pieces_;                // that were not taken in, in their order
  core::Outcome taken_;        // of those that were
  Known known_;                // by these
  core::Evidence seen_;        // by all pieces, also those that were not taken in
  core::Evidence seenBefore_;  // before there were any
  bool hasEarlier_;
  std::optional<Ending> ending_;
  std::optional<core::Assumption> restart_;
};

}  // namespace heddle::parallel
