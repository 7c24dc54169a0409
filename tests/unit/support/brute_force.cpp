#include "support/brute_force.h"

#include <functional>

namespace heddle::testing {
namespace {

using core::End;

// Who may go next, as naive has it; nobody: the execution is over.
std::vector<unsigned> candidates(const Machine& m, const MachineState& s) {
  std::vector<unsigned> who;
  for (unsigned t = 0; t < m.bodies(); ++t) {
    if (!m.canGo(s, t)) continue;
    if (!m.isOnWords(s, t)) return {t};
    who.push_back(t);
  }
  return who;
}

template <typename Visit>
void forEachNext(const Machine& m, const MachineState& s, const std::vector<unsigned>& who, Visit visit) {
  for (const unsigned t : who)
    for (std::uint64_t v = 0; v < m.values(s, t); ++v) {
      MachineState next = s;
      m.step(next, t, v);
      visit(next);
    }
}

void interleave(const Machine& m, const MachineState& s, StateCounts& out) {
  const std::vector<unsigned> who = candidates(m, s);
  if (who.empty()) ++out[m.finish(s)];
  forEachNext(m, s, who, [&](const MachineState& next) { interleave(m, next, out); });
}

}  // namespace

StateCounts everyInterleaving(const Script& script, Machine::Violations violations) {
  const Machine machine(script, Machine::Local::AtOnce, violations);
  StateCounts out;
  interleave(machine, machine.initial(), out);
  return out;
}

std::optional<std::uint64_t> countInterleavings(const Script& script, std::uint64_t limit) {
  const Machine machine(script, Machine::Local::AtOnce, Machine::Violations::StopTheThread);
  std::map<FinalState, std::uint64_t> known;  // how many executions go on from a state
  const std::function<std::uint64_t(const MachineState&)> count = [&](const MachineState& s) -> std::uint64_t {
    const std::vector<unsigned> who = candidates(machine, s);
    if (who.empty()) return 1;
    const FinalState key = machine.flatten(s);
    if (const auto it = known.find(key); it != known.end()) return it->second;
    std::uint64_t sum = 0;
    forEachNext(machine, s, who, [&](const MachineState& next) {
      if (sum <= limit) sum += count(next);
    });
    return known[key] = sum;
  };
  const std::uint64_t all = count(machine.initial());
  return all <= limit ? std::optional(all) : std::nullopt;
}

std::set<FinalState> reachableEnds(const Script& script, Machine::Violations violations) {
  const Machine machine(script, Machine::Local::AsSteps, violations);
  std::set<FinalState> visited, ends;
  const std::function<void(const MachineState&)> visit = [&](const MachineState& s) {
    if (!visited.insert(machine.flatten(s)).second) return;
    std::vector<unsigned> who;
    for (unsigned t = 0; t < machine.bodies(); ++t)
      if (machine.canGo(s, t)) who.push_back(t);
    if (who.empty()) ends.insert(machine.finish(s));
    forEachNext(machine, s, who, visit);
  };
  visit(machine.initial());
  return ends;
}

bool isViolation(const FinalState& state) {
  const auto end = static_cast<End>(state[0]);
  return end == End::Violated || end == End::Deadlock;
}

std::uint64_t total(const StateCounts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [state, count] : counts) sum += count;
  return sum;
}

}  // namespace heddle::testing
