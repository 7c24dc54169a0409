// What a whole search found out: the verdict, and the numbers beside it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/assumption.h"
#include "core/evidence.h"
#include "core/program.h"
#include "core/verdict.h"

namespace heddle::core {

enum class Verdict : std::uint8_t {
  Safe,          // every execution was explored, none is wrong
  Violation,     // see `found`
  Inconclusive,  // nothing wrong was found, but not everything was explored: see `why`
  Refused,       // the program needs something Heddle does not support: see `why`
};

// One violation. Two executions that show the same kind at the same site are
// the same violation.
struct Found {
  Violation violation;
  std::vector<Step> schedule;    // what the scheduler answered; of several, the one with the fewest context switches
  std::uint64_t executions = 1;  // how many executions showed it
  bool isGraph = false;          // the schedule says what reads find (explore/graph)
  bool isWhole = false;          // it is one of the whole program (check/whole_schedule.h)
};

// Each execution that was run is counted in exactly one of these.
struct ExecutionCounts {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;    // by an assume(false)
  std::uint64_t violated = 0;   // deadlocks and nondeterminism included
  std::uint64_t redundant = 0;  // abandoned by the search: sleep-set blocked
  std::uint64_t cut = 0;        // ran into a limit of the executor, or was refused

  std::uint64_t total() const { return complete + blocked + violated + redundant + cut; }
};

struct Outcome {
  Verdict verdict = Verdict::Safe;
  std::vector<Found> found;  // in the order in which they were found
  ExecutionCounts executions;
  std::uint64_t sampled = 0;  // executions beside these (explore/side_sample.h)
  std::string why;            // which limit was hit, if others may be found after it. Refused: the reason. One sentence
  std::vector<std::string> limitations;  // of the program's values, with their places (core/program.h)
  std::vector<std::string> remarks;      // likewise
  std::string guarantee;  // of a random sample: what is proven about it. One sentence without its end; or empty
  std::string whyCut;     // of the first execution that was cut; empty: none was
  std::vector<Step> stopSchedule;  // the first execution that was cut or refused, so that its place can be shown
  bool stopIsGraph = false;        // as Found::isGraph
  // An assumption about the program that does not hold: nothing is known of the executions that were not run.
  std::optional<Broken> broken;
  bool isUnfinished = false;  // a limit on the whole search has ended it: it could go on
  double expected = 0;        // executions in all, by an estimate, if it is unfinished; 0: nobody knows
  Evidence evidence;          // of the monitors, for the search that goes on from here
  // An assumption of the search's that does not hold either. It has restarted without, and what earlier parts of it
  // (--resume) have explored is void.
  std::optional<Broken> madePartsVoid;
  // In a part of a search (explore::Limits::isPart) something was seen that only the search as a whole can go on after.
  bool mustBeOnePart = false;
  double seconds = 0;

  bool hasBroken(Assumption assumption) const { return broken && broken->assumption == assumption; }
  bool hasFound(ViolationKind kind) const {
    return std::ranges::any_of(found, [kind](const Found& one) { return one.violation.kind == kind; });
  }
  // Of all executions, by that estimate.
  double share() const { return expected > 0 ? std::min(1.0, static_cast<double>(executions.total()) / expected) : 0; }
  // The search restarts. Violations stay: they were seen.
  void forgetCounts() {
    executions = {};
    sampled = 0;
    for (Found& one : found) one.executions = 0;
  }
  // What another part of the search has seen, after this.
  void add(const Outcome& part);
};

// What several monitors have seen.
void add(Evidence& all, const Evidence& more);

// How often the schedule goes from one thread to another.
std::size_t contextSwitches(const std::vector<Step>& schedule);

}  // namespace heddle::core
