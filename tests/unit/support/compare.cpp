#include "support/compare.h"

#include <algorithm>
#include <iterator>

#include "explore/naive.h"

namespace heddle::testing {
namespace {

constexpr unsigned kValues = 3;  // small, so that awaits, cas and assertions often hold

Statement randomStatement(explore::RandomNumbers& numbers, const Shape& shape, unsigned left) {
  const auto reg = static_cast<unsigned>(numbers.below(2));
  const auto word = static_cast<unsigned>(numbers.below(shape.words));
  const std::uint64_t constant = numbers.below(kValues);
  const Operand operand = numbers.below(4) == 0 ? r(static_cast<unsigned>(numbers.below(2))) : Operand(constant);
  switch (numbers.below(20)) {
    case 0:
    case 1:
    case 2:
    case 3: return load(reg, word);
    case 4:
    case 5:
    case 6:
    case 7: return store(word, operand);
    case 8: return add(reg, word, constant + 1);
    case 9: return cas(reg, word, operand, constant + 1);
    case 10: return exchange(reg, word, operand);
    case 11:
    case 12: return lock(word);
    case 13: return unlock(word);
    case 14: return await(reg, word, constant);
    case 15: return fence();
    case 16: return choose(reg, 2);
    case 17: return assume(reg, constant);
    case 18: return skipIf(reg, constant, static_cast<unsigned>(numbers.below(left + 1)));
    default: return check(reg, constant);
  }
}

std::set<FinalState> harmless(const std::set<FinalState>& states) {
  std::set<FinalState> out;
  std::copy_if(states.begin(), states.end(), std::inserter(out, out.end()),
               [](const FinalState& s) { return !isViolation(s); });
  return out;
}

void renumber(Script& script, unsigned removed) {
  for (Body& body : script.threads) {
    std::erase_if(
        body, [&](const Statement& s) { return (s.what == Do::Spawn || s.what == Do::Join) && s.other == removed; });
    for (Statement& s : body)
      if ((s.what == Do::Spawn || s.what == Do::Join) && s.other > removed) --s.other;
  }
}

}  // namespace

StateCounts statesOf(const Script& script, explore::Search& search) {
  ScriptedProgram program(script);
  StateCounts states;
  bool more = true;
  while (more) {
    const core::Execution& execution = program.run(search);
    ++states[program.finalState()];
    more = search.advance(execution);
  }
  return states;
}

Script randomScript(explore::RandomNumbers& numbers, const Shape& shape) {
  const auto threads = shape.minThreads + numbers.below(shape.maxThreads - shape.minThreads + 1);
  std::vector<Body> bodies(threads);
  for (Body& body : bodies) {
    const std::uint64_t length = 1 + numbers.below(shape.maxStatements);
    while (body.size() < length)
      body.push_back(randomStatement(numbers, shape, static_cast<unsigned>(length - body.size() - 1)));
  }
  Body epilogue;
  if (numbers.below(4) == 0)
    epilogue = {load(0, static_cast<unsigned>(numbers.below(shape.words))), check(0, numbers.below(kValues))};
  Script script = parallel(bodies, epilogue);
  script.words = shape.words;
  return script;
}

std::optional<std::string> naiveDisagrees(const Script& script) {
  explore::NaiveSearch search;
  const StateCounts found = statesOf(script, search);
  if (search.mismatch()) return "naive takes the script for nondeterministic";
  const StateCounts expected = everyInterleaving(script);
  if (total(found) != total(expected))
    return "naive has " + std::to_string(total(found)) + " executions, not " + std::to_string(total(expected));
  if (found != expected) return "naive's final states, or how often each is reached, are not the expected ones";

  // Running local ops at once must lose nothing. A violation may hide another
  // one that comes after it, but not that there is one.
  std::set<FinalState> states;
  for (const auto& [state, count] : found) states.insert(state);
  const std::set<FinalState> possible = reachableEnds(script);
  if (harmless(states) != harmless(possible)) return "naive's final states are not all that the script can reach";
  const bool anyFound = std::any_of(states.begin(), states.end(), isViolation);
  const bool anyPossible = std::any_of(possible.begin(), possible.end(), isViolation);
  if (anyFound != anyPossible) return "naive misses a violation, or makes one up";

  explore::RandomSearch sample(total(found), 20);
  for (const auto& [state, count] : statesOf(script, sample))
    if (!possible.contains(state)) return "random ends in a state that the script cannot reach";
  return std::nullopt;
}

Script shrink(Script script, const std::function<bool(const Script&)>& fails) {
  bool smaller = true;
  while (smaller) {
    smaller = false;
    for (unsigned t = 0; t < script.threads.size(); ++t) {
      for (std::size_t i = script.threads[t].size(); i-- > 0;) {
        const Do what = script.threads[t][i].what;
        if (what == Do::Spawn || what == Do::Join) continue;
        Script candidate = script;
        candidate.threads[t].erase(candidate.threads[t].begin() + static_cast<std::ptrdiff_t>(i));
        if (!fails(candidate)) continue;
        script = std::move(candidate);
        smaller = true;
      }
      if (t == 0 || !script.threads[t].empty()) continue;
      Script candidate = script;
      candidate.threads.erase(candidate.threads.begin() + t);
      renumber(candidate, t);
      if (!fails(candidate)) continue;
      script = std::move(candidate);
      smaller = true;
      break;
    }
  }
  return script;
}

}  // namespace heddle::testing
