#include <algorithm>
#include <optional>
#include <utility>

#include "random_program.h"

namespace heddle::fuzz {
namespace {

void collect(Block& block, bool inLoop, std::vector<Position>& positions) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    positions.push_back({&block, i, inLoop});
    const bool inner = inLoop || isLoop(block[i].what);
    collect(block[i].body, inner, positions);
    collect(block[i].orElse, inner, positions);
  }
}

bool leavesOnlyLoops(const Block& block, bool inLoop) {
  return std::ranges::all_of(block, [&](const Statement& s) {
    if (s.what == What::Break || s.what == What::Continue) return inLoop;
    const bool inner = inLoop || isLoop(s.what);
    return leavesOnlyLoops(s.body, inner) && leavesOnlyLoops(s.orElse, inner);
  });
}

// Ways to make the statement at a position simpler; false if there is no such
// way or it changes nothing.
bool replaceBy(Position at, const Block& with) {
  const Block copy = with;
  at.block->erase(at.block->begin() + static_cast<std::ptrdiff_t>(at.index));
  at.block->insert(at.block->begin() + static_cast<std::ptrdiff_t>(at.index), copy.begin(), copy.end());
  return true;
}

bool isPlainValue(const Expression& e) { return e.op == Operator::Value && !e.a.isLocal; }

using Way = bool (*)(Position at);
constexpr Way kWays[] = {
    [](Position at) { return replaceBy(at, {}); },
    [](Position at) { return !(*at).body.empty() && replaceBy(at, (*at).body); },
    [](Position at) { return !(*at).orElse.empty() && replaceBy(at, (*at).orElse); },
    [](Position at) {
      const bool had = !(*at).orElse.empty();
      (*at).orElse.clear();
      return had;
    },
    [](Position at) {
      const bool had = (*at).condition.join != Condition::Join::None;
      (*at).condition.join = Condition::Join::None;
      return had;
    },
    [](Position at) {
      const bool had = (*at).condition.join != Condition::Join::None;
      (*at).condition = {(*at).condition.second, Condition::Join::None, {}};
      return had;
    },
    [](Position at) {
      const bool had = !isPlainValue((*at).value);
      (*at).value = {Operator::Value, {false, 1}, {}};
      return had;
    },
    [](Position at) {
      const bool had = !isPlainValue((*at).other);
      (*at).other = {Operator::Value, {false, 1}, {}};
      return had;
    },
    [](Position at) { return std::exchange((*at).plain, false); },
    [](Position at) {
      const bool result = (*at).what != What::Assign && (*at).what != What::Divide && (*at).what != What::GetCell;
      return result && std::exchange((*at).dest, std::int8_t{-1}) != -1;
    },
};

template <typename Good>
std::optional<Program> smaller(const Program& program, const Good& good) {
  for (std::size_t t = program.threads.size(); t-- > 0;) {
    Program candidate = program;
    candidate.threads.erase(candidate.threads.begin() + static_cast<std::ptrdiff_t>(t));
    if (good(candidate)) return candidate;
  }
  Program original = program;
  const std::size_t positions = positionsOf(original).size();
  for (const Way way : kWays) {
    for (std::size_t i = 0; i < positions; ++i) {
      Program candidate = program;
      if (way(positionsOf(candidate)[i]) && good(candidate)) return candidate;
    }
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (unsigned i = 0; i < kLocals; ++i) {
      Program candidate = program;
      candidate.threads[t].result &= ~(1u << i);
      if (candidate.threads[t].result != program.threads[t].result && good(candidate)) return candidate;
    }
  }
  for (std::size_t i = 0; i < kWords; ++i) {
    Program candidate = program;
    if (std::exchange(candidate.words[i], 0) != 0 && good(candidate)) return candidate;
  }
  if (program.isRelaxed) {
    Program candidate = program;
    candidate.isRelaxed = false;
    if (good(candidate)) return candidate;
  }
  if (program.plain != Plain::None) {
    Program candidate = program;
    candidate.plain = Plain::None;
    for (const Position& at : positionsOf(candidate)) (*at).plain = false;
    if (good(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Position> positionsOf(Program& program) {
  std::vector<Position> positions;
  for (Thread& thread : program.threads) collect(thread.body, false, positions);
  return positions;
}

bool isWellFormed(const Program& program) {
  return !program.threads.empty() &&
         std::ranges::all_of(program.threads, [](const Thread& thread) { return leavesOnlyLoops(thread.body, false); });
}

Program shrink(Program program, const std::function<bool(const Program&)>& fails) {
  const auto good = [&](const Program& candidate) { return isWellFormed(candidate) && fails(candidate); };
  while (auto candidate = smaller(program, good)) program = std::move(*candidate);
  return program;
}

}  // namespace heddle::fuzz
