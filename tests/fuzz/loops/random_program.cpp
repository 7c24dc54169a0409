#include "random_program.h"

#include <algorithm>
#include <iterator>

#include "attempts.h"
#include "conversation.h"
#include "idioms.h"
#include "states.h"

namespace heddle::fuzz {
namespace {

constexpr std::size_t kMostStates = 4000;

class Author {
 public:
  Author(Dice& dice, About about) : dice_(dice), parts_(dice), about_(about) {}

  Program write() {
    Program program;
    program.threads.resize(dice_.oneIn(4) ? 3 : 2);
    for (std::int32_t& word : program.words) word = dice_.oneIn(4) ? static_cast<std::int32_t>(dice_.below(3)) : 0;
    const bool attempts = about_ == About::Attempts || dice_.oneIn(6);
    const bool talks = !attempts && dice_.oneIn(2);
    if (attempts) {
      program.words[Attempts::kWord] = static_cast<std::int32_t>(dice_.below(5));
      Attempts author(parts_);
      for (Thread& thread : program.threads) thread.body = author.thread();
    } else if (talks) {
      Conversation talk(parts_);
      program.threads[0].body = talk.asker();
      program.threads[1].body = talk.answerer();
      if (program.threads.size() > 2) program.threads[2].body = body(false);
    } else {
      const std::size_t with = dice_.below(program.threads.size());
      for (std::size_t t = 0; t < program.threads.size(); ++t)
        program.threads[t].body = body(t == with || dice_.oneIn(4));
    }
    for (Thread& thread : program.threads) {
      thread.result = dice_.below(1u << kLocals);
      if (attempts && !dice_.oneIn(8)) thread.result &= ~(1U << Attempts::kFound);
    }
    for (unsigned changes = dice_.below(attempts ? 2 : talks ? 3 : 4); changes-- > 0;) change(program);
    if (dice_.below(4) < (talks ? 3 : 2)) makePlain(program, dice_.oneIn(talks ? 4 : 2) ? Plain::Steps : Plain::Races);
    program.isRelaxed = program.plain == Plain::Races ? !dice_.oneIn(talks ? 4 : 2) : dice_.oneIn(attempts ? 2 : 8);
    return program;
  }

 private:
  Block body(bool loops) {
    Block made;
    for (unsigned i = dice_.below(3) + (loops ? 0 : 1); i-- > 0;) made.push_back(parts_.statement());
    if (dice_.oneIn(3)) append(made, parts_.pair());
    if (!loops) return made;
    Block loop = randomLoop(parts_);
    const auto at = made.begin() + dice_.below(made.size() + 1);
    made.insert(at, std::make_move_iterator(loop.begin()), std::make_move_iterator(loop.end()));
    return made;
  }

  void change(Program& program) {
    const auto positions = positionsOf(program);
    if (positions.empty()) return;
    const Position at = positions[dice_.below(positions.size())];
    Block& block = *at.block;
    const auto here = block.begin() + static_cast<std::ptrdiff_t>(at.index);
    switch (dice_.below(9)) {
      case 0: block.erase(here); return;
      case 1:
      case 2: block.insert(here, parts_.statement()); return;
      case 3: (*at).word = static_cast<std::uint8_t>(parts_.word()); return;
      case 4: (*at).condition = parts_.condition(); return;
      case 5: (*at).value = parts_.stored(); return;
      case 6:
        if (at.inLoop) block.insert(here, leaveIf(parts_.test(), dice_.oneIn(2) ? What::Break : What::Continue));
        return;
      case 7: {
        Statement inner = *here;
        *here = nested(What::If, parts_.condition(), {std::move(inner)});
        return;
      }
      default:
        if (at.index + 1 < block.size()) std::swap(block[at.index], block[at.index + 1]);
    }
  }

  // Where races are looked for, one word is plain and the others are not: what
  // is both is a race wherever it is not initialisation. Pointers lead to one of
  // the others, or all to the plain one; it may be read through them as if it
  // were atomic.
  void makePlain(Program& program, Plain how) {
    program.plain = how;
    constexpr unsigned kPlainWord = kWords - 1;
    constexpr auto kPlainTarget = static_cast<Target>(kPlainWord + 1);
    const bool leadsToPlain = dice_.oneIn(3);
    const bool looksAtomically = dice_.oneIn(4);
    for (const Position& at : positionsOf(program)) {
      Statement& s = *at;
      const bool canBePlain = s.what == What::Load || s.what == What::Store;
      if (program.plain == Plain::Steps) {
        s.plain = canBePlain && dice_.oneIn(2);
        continue;
      }
      if (leadsToPlain ? s.target > 0 : s.target == kPlainTarget) s.target = leadsToPlain ? kPlainTarget : 1;
      const bool isThroughP = leadsToPlain && s.word == kThroughP;
      if (!canBePlain && (s.word == kPlainWord || isThroughP)) s.word = 0;
      s.plain = canBePlain && (s.word == kPlainWord || isThroughP);
      if (isThroughP && s.what == What::Load && looksAtomically) s.plain = false;
    }
  }

  Dice& dice_;
  Parts parts_;
  About about_;
};

}  // namespace

Program randomProgram(std::uint64_t seed, std::uint64_t index, About about) {
  Dice dice(explore::RandomNumbers(seed).next() + index);
  while (true) {
    Program program = Author(dice, about).write();
    const auto has = [&](auto holds) {
      auto all = positionsOf(program);
      return std::ranges::any_of(all, [&](const Position& at) { return holds((*at).what); });
    };
    if (!isWellFormed(program) || !has(isLoop)) continue;
    if (endsOf(program, codeOf(program), kMostStates)) return program;
  }
}

}  // namespace heddle::fuzz
