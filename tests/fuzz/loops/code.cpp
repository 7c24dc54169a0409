#include "code.h"

namespace heddle::fuzz {
namespace {

using Kind = Instruction::Kind;

class Lowering {
 public:
  explicit Lowering(unsigned& line) : line_(line) {}

  Code lower(const Block& body) {
    block(body);
    code_.push_back({.kind = Kind::Exit, .line = ++line_});
    return std::move(code_);
  }

 private:
  // Jumps whose targets are not known yet.
  struct Loop {
    std::vector<unsigned> breaks;
    std::vector<unsigned> continues;
  };

  unsigned here() const { return static_cast<unsigned>(code_.size()); }
  unsigned add(Instruction instruction) {
    instruction.line = current_;
    code_.push_back(instruction);
    return here() - 1;
  }
  unsigned jump(unsigned target = 0) { return add({.kind = Kind::Jump, .target = target}); }
  void land(const std::vector<unsigned>& jumps, unsigned at) {
    for (const unsigned jump : jumps) code_[jump].target = at;
  }

  void block(const Block& statements) {
    for (const Statement& statement : statements) {
      current_ = ++line_;
      one(statement);
    }
  }

  // Where control goes on if the condition holds, and if not.
  struct Ways {
    std::vector<unsigned> ifTrue;  // Jumps
    std::vector<unsigned> ifFalse;
  };
  Ways branch(const Condition& condition) {
    Ways ways;
    const unsigned first = test(condition.first);
    if (condition.join == Condition::Join::None) return {{first + 1}, {first + 2}};
    const bool both = condition.join == Condition::Join::And;
    land({first + (both ? 1 : 2)}, here());
    const unsigned second = test(condition.second);
    (both ? ways.ifFalse : ways.ifTrue).push_back(first + (both ? 2 : 1));
    ways.ifTrue.push_back(second + 1);
    ways.ifFalse.push_back(second + 2);
    return ways;
  }
  // A branch to the two jumps after it.
  unsigned test(const Test& what) {
    const unsigned at = add({.kind = Kind::Branch, .test = &what, .target = here() + 1, .other = here() + 2});
    jump();
    jump();
    return at;
  }

  void one(const Statement& s) {
    switch (s.what) {
      case What::If: return choice(s);
      case What::Switch: return select(s);
      case What::While:
      case What::DoWhile:
      case What::Forever: return loop(s);
      case What::Break: loops_.back().breaks.push_back(jump()); return;
      case What::Continue: loops_.back().continues.push_back(jump()); return;
      case What::Return: add({.kind = Kind::Exit}); return;
      case What::Assume:
      case What::Assert: return property(s);
      default: add({.kind = Kind::Do, .statement = &s});
    }
  }

  void property(const Statement& s) {
    // As a call with the value of the condition, not as one that is jumped over.
    if (s.what == What::Assume && s.condition.join == Condition::Join::None) {
      add({.kind = Kind::Do, .statement = &s, .test = &s.condition.first});
      return;
    }
    const Ways ways = branch(s.condition);
    land(ways.ifFalse, here());
    add({.kind = Kind::Do, .statement = &s});  // it has failed
    land(ways.ifTrue, here());
  }

  void choice(const Statement& s) {
    const Ways ways = branch(s.condition);
    land(ways.ifTrue, here());
    block(s.body);
    const unsigned end = jump();
    land(ways.ifFalse, here());
    block(s.orElse);
    land({end}, here());
  }

  void select(const Statement& s) {
    const unsigned at = add({.kind = Kind::Switch, .statement = &s});
    code_[at].target = here();
    block(s.body);
    const unsigned end = jump();
    code_[at].other = here();
    block(s.orElse);
    land({end}, here());
    code_[at].rest = here();
  }

  void loop(const Statement& s) {
    loops_.emplace_back();
    const unsigned line = current_;
    const unsigned start = here();
    Ways ways;
    if (s.what == What::While) {
      ways = branch(s.condition);
      land(ways.ifTrue, here());
    }
    block(s.body);
    current_ = line;
    unsigned again = here();
    if (s.what == What::DoWhile) {
      ways = branch(s.condition);
      land(ways.ifTrue, start);
    } else {
      jump(start);
    }
    const Loop ended = std::move(loops_.back());
    loops_.pop_back();
    land(ended.continues, again);
    land(ended.breaks, here());
    land(ways.ifFalse, here());
  }

  unsigned& line_;
  unsigned current_ = 0;
  Code code_;
  std::vector<Loop> loops_;
};

}  // namespace

std::vector<Code> codeOf(const Program& program) {
  std::vector<Code> all;
  unsigned line = 0;
  for (const Thread& thread : program.threads) all.push_back(Lowering(line).lower(thread.body));
  return all;
}

bool isVisible(const Instruction& instruction) {
  if (instruction.kind != Kind::Do) return false;
  switch (instruction.statement->what) {
    case What::Load:
    case What::Store:
    case What::Update:
    case What::CompareExchange:
    case What::CompareExchangeLocal:
    case What::LoadPointer:
    case What::StorePointer:
    case What::ExchangePointer:
    case What::Choose: return true;
    default: return false;
  }
}

}  // namespace heddle::fuzz
