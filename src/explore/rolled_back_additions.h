// Additions that wait in place of being rolled back (LoopRole::RolledBack):
// whether others could observe the difference.
//
// Follows   Kokologiannakis, Ren, Vafeiadis: Dynamic Partial Order Reductions
//           for Spinloops (FMCAD 2021), zero-net-effect loops: a thread that
//           adds, finds that it came too early, subtracts again and comes back
//           has done nothing.
// What      The program under test, P, has attempts that fail; in what is
//           explored, P', an attempt waits until it succeeds. P' does nothing
//           that P could not do. It shows all that P can do if of each word
//           that is added to like that
//           - all accesses are such attempts, additions whose results nobody
//             uses, or waits for the word of which nothing else is used, but for
//             those that have no other thread beside them;
//           - no attempt or wait that would have to wait at a value u of the word
//             would go on at u + c, where c is what failed attempts of
//             several threads, at most one each, have added and not rolled back yet.
// Why       Let an execution of P have failed attempts, and let e be the first
//           event that would not be the same without all those of them that came
//           before. Without them, what is left before e is an execution of P':
//           the word's updates form a chain, from which each of them takes
//           itself out again; whoever read from the middle of one reads from
//           what was before it, which had been released to him as well; all
//           happens-before edges are edges that were there. e is no access to
//           such a word that is alone, since no attempt is under way then, and
//           no addition, whose result nobody uses. If it is an attempt or a
//           wait it goes on in P, at u + c, and would have to wait in P', where
//           the word is u. So P' has an execution in which the word is u, and in
//           each longer one those who have failed are at their attempts: P'
//           shows all of u, e and c, in one execution or another.
//           Likewise threads that wait for ever in P' do so in P, unless the end
//           of that execution shows who lets them go on.
// Values    What is compared are the values that a word had in any execution with
//           what any attempt would make of them, which is more than need be.
//           Searches that run one order only of additions that commute do not
//           show all values: those of the other orders are sums of some of them.
// Races     An attempt that waits counts as a write from the beginning (Iterations::await).
// Deviates  The paper decides on what an execution shows at the end of an iteration, and
//           leaves out iterations that others have observed.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/evidence.h"
#include "core/execution.h"
#include "core/graph.h"
#include "core/program.h"

namespace heddle::explore {

class RolledBackAdditions {
 public:
  // What an execution shows, whatever it ended with. With the graph that it was
  // explored as, if there is one.
  void look(const core::Execution& execution, const core::Graph* graph);
  // One that was not run.
  void look(const core::Graph& graph);

  // An access because of which executions may have been left out.
  const std::optional<SiteId>& observed() const { return observed_; }

  void addEvidence(core::Evidence& evidence) const;
  // False: it does not fit the program.
  bool takeIn(const core::Evidence& evidence, const core::Program& program);
  static bool isBrokenBy(const core::Evidence& evidence, const core::Program& program) {
    RolledBackAdditions all;
    return !all.takeIn(evidence, program) || all.observed();
  }

 private:
  struct Word {
    core::Address addr;
    unsigned size;
    std::uint32_t next;                  // that begins in the same 8 bytes; kNone: none
    std::optional<SiteId> other = {};    // an access of another kind
    std::vector<core::Value> values{};   // that it had
    std::vector<core::Op> waits{};       // attempts and other waits, those that differ
    std::vector<core::Value> addends{};  // of attempts, those that differ
    std::vector<ThreadId> threads{};     // that attempt
    // Values with some of the last additions that were done directly after each other, in this execution.
    std::vector<core::Value> between{};
    std::uint64_t execution = 0;
  };

  template <typename IsAlone>
  void see(Word& word, ThreadId thread, const core::Op& op, core::Value found, IsAlone isAlone);
  void seeOrders(Word& word, const core::Op& op, core::Value found);
  void seeEvents(const core::EventLog& trace);
  void seeWaiting(ThreadId thread, const core::Op& op, const core::Graph* graph);
  void seeWait(Word& word, std::optional<ThreadId> thread, const core::Op& op);
  void seeInvalidation(core::Address addr, std::uint64_t bytes, SiteId site);
  void seeOther(Word& word, SiteId site);
  bool takeIn(const core::Fact& fact, const core::Program& program);
  Word& wordOf(const core::Op& op);
  void judge(const Word& word);
  void judgeValues(Word& word, SiteId site);  // there are new ones
  static std::vector<core::Value> addedAtOnce(const Word& word);

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<Word> words_;
  std::unordered_map<core::Address, std::uint32_t> firsts_;  // by 8 bytes: a word
  std::optional<SiteId> observed_;
  std::uint64_t execution_ = 0;  // how many were examined
};

}  // namespace heddle::explore
