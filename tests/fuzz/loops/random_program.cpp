#include "random_program.h"

#include <algorithm>
#include <iterator>

#include "builders.h"
#include "explore/random_numbers.h"
#include "states.h"

namespace heddle::fuzz {
namespace {

constexpr std::size_t kMostStates = 4000;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : numbers_(seed) {}
  unsigned below(std::uint64_t limit) { return static_cast<unsigned>(numbers_.below(limit)); }
  bool oneIn(unsigned n) { return below(n) == 0; }

 private:
  explore::RandomNumbers numbers_;
};

// Small parts, at random.
class Parts {
 public:
  explicit Parts(Dice& dice) : dice_(dice) {}

  unsigned below(std::uint64_t limit) { return dice_.below(limit); }
  bool oneIn(unsigned n) { return dice_.oneIn(n); }

  int reg() { return static_cast<int>(below(kLocals)); }
  int regOrNone() { return oneIn(3) ? -1 : reg(); }
  unsigned word() { return below(kWords); }
  std::int32_t constant() { return oneIn(12) ? -1 : static_cast<std::int32_t>(below(3)); }
  Operand operand() { return oneIn(3) ? local(reg()) : number(constant()); }
  Target target() { return static_cast<Target>(oneIn(5) ? kTargetIsP : below(kWords + 1)); }

  Expression expression() {
    if (oneIn(2)) return value(operand());
    static constexpr Operator kUsual[] = {Operator::Add, Operator::And, Operator::Sub,   Operator::Or,
                                          Operator::Xor, Operator::Add, Operator::Equal, Operator::Less};
    return binary(kUsual[below(std::size(kUsual))], local(reg()), operand());
  }
  // Of a few values, so that memory has few states too.
  Expression stored() { return oneIn(3) ? binary(Operator::And, local(reg()), number(3)) : value(operand()); }

  Test test() {
    if (oneIn(10)) return {oneIn(2) ? Relation::IsNull : Relation::IsSet, {}, {}};
    static constexpr Relation kUsual[] = {Relation::Equal, Relation::NotEqual, Relation::Equal, Relation::NotEqual,
                                          Relation::Less,  Relation::AtMost,   Relation::Below};
    const Relation relation = kUsual[below(std::size(kUsual))];
    if (oneIn(4)) return fuzz::test(binary(Operator::And, local(reg()), number(1)), relation, number(constant()));
    return fuzz::test(value(local(reg())), relation, operand());
  }
  Condition condition() {
    Condition made = only(test());
    if (oneIn(4)) {
      made.join = oneIn(2) ? Condition::Join::And : Condition::Join::Or;
      made.second = test();
    }
    return made;
  }

  Update update() {
    static constexpr Update kUsual[] = {Update::Exchange, Update::Exchange, Update::And,  Update::Or,
                                        Update::Xor,      Update::Add,      Update::Sub,  Update::Max,
                                        Update::Min,      Update::UMax,     Update::UMin, Update::Add};
    return kUsual[below(std::size(kUsual))];
  }

  Statement access() {
    Statement made = plainAccess();
    if (oneIn(8)) made.word = kThroughP;
    return made;
  }

  // An access, and what the program thinks of its result.
  Block pair() {
    Statement first = access();
    const int r = reg();
    first.dest = static_cast<std::int8_t>(r);
    const Relation relation = oneIn(2) ? Relation::Equal : Relation::NotEqual;
    const What what = oneIn(2) ? What::Assume : What::Assert;
    return {std::move(first), nested(what, only(fuzz::test(r, relation, constant())), {})};
  }

  // No jump and no block.
  Statement statement() {
    switch (below(24)) {
      case 0:
      case 1:
      case 2: return assign(reg(), expression());
      case 3: return pointer(What::LoadPointer);
      case 4: return pointer(What::StorePointer, target());
      case 5: return pointer(What::ExchangePointer, target());
      case 6: return {.what = What::GetCell, .dest = static_cast<std::int8_t>(reg()), .cell = cell()};
      case 7: return {.what = What::PutCell, .cell = cell(), .value = expression()};
      case 8: return nested(What::Assume, condition(), {});
      case 9: return nested(What::Assert, condition(), {});
      case 10:
        if (oneIn(2)) return {.what = What::Choose, .dest = static_cast<std::int8_t>(regOrNone())};
        return simple(oneIn(2) ? What::Yield : What::Fence);
      case 11:
        if (oneIn(3))
          return {.what = What::Divide,
                  .dest = static_cast<std::int8_t>(reg()),
                  .value = value(number(2)),
                  .other = value(local(reg()))};
        [[fallthrough]];
      default: return access();
    }
  }

 private:
  std::uint8_t cell() { return static_cast<std::uint8_t>(below(kCells)); }

  Statement plainAccess() {
    switch (below(8)) {
      case 0:
      case 1:
      case 2: return load(oneIn(8) ? -1 : reg(), word());
      case 3:
      case 4: return store(word(), stored());
      case 5: return fuzz::update(regOrNone(), word(), update(), stored());
      case 6: return compareExchange(regOrNone(), word(), value(operand()), stored());
      default: return compareExchangeLocal(regOrNone(), word(), reg(), stored());
    }
  }

  Dice& dice_;
};

// The loops that people write, with random parts.
class Idioms {
 public:
  explicit Idioms(Parts& parts) : parts_(parts) {}

  Block any() {
    switch (parts_.below(16)) {
      case 0: return spin();
      case 1: return testAndSet();
      case 2: return testAndTestAndSet();
      case 3: return compareExchangeLoop();
      case 4: return compareExchangeWait();
      case 5: return ticket();
      case 6: return sequenceReader();
      case 7: return counted();
      case 8: return waitForPointer();
      case 9: return bitLock();
      case 10: return backOff();
      default: return {soup(2)};
    }
  }

  // A loop of no particular kind.
  Statement soup(unsigned depth) {
    Block body;
    for (unsigned i = 1 + parts_.below(4); i-- > 0;) append(body, inLoop(depth));
    static constexpr What kLoops[] = {What::While, What::DoWhile, What::Forever};
    const What what = kLoops[parts_.below(3)];
    if (what == What::Forever)
      body.insert(body.begin() + parts_.below(body.size() + 1), leaveIf(parts_.test()));
    else if (parts_.oneIn(2))
      body.insert(body.begin(), load(parts_.reg(), parts_.word()));
    return nested(what, parts_.condition(), std::move(body));
  }

  Block critical() {
    Block body;
    for (unsigned i = parts_.below(3); i-- > 0;) body.push_back(parts_.statement());
    if (parts_.oneIn(6)) append(body, parts_.pair());
    return body;
  }

 private:
  Block inLoop(unsigned depth) {
    switch (parts_.below(11)) {
      case 0: return {leaveIf(parts_.test())};
      case 1: return {leaveIf(parts_.test(), What::Continue)};
      case 2:
        if (parts_.oneIn(4)) return {leaveIf(parts_.test(), What::Return)};
        return {load(parts_.reg(), parts_.word())};
      case 3: return {nested(What::If, parts_.condition(), critical(), parts_.oneIn(2) ? critical() : Block{})};
      case 4:
        if (parts_.oneIn(3)) {
          Statement choice = nested(What::Switch, {}, critical(), critical());
          choice.value = value(local(parts_.reg()));
          return {choice};
        }
        return {parts_.statement()};
      case 5:
      case 6: return depth > 1 ? inner(depth - 1) : parts_.pair();
      default: return {parts_.statement()};
    }
  }

  Block inner(unsigned depth) {
    switch (parts_.below(8)) {
      case 0: return spin();
      case 1: return compareExchangeLoop();
      case 2: return compareExchangeWait();
      case 3: return waitForPointer();
      // Goes round as long as it has an effect, or as long as it has none.
      case 4:
      case 5: {
        const int r = parts_.reg();
        Statement take = parts_.access();
        take.dest = static_cast<std::int8_t>(r);
        const Relation relation = parts_.oneIn(2) ? Relation::Equal : Relation::NotEqual;
        return {nested(What::DoWhile, only(test(r, relation, parts_.constant())), {std::move(take)})};
      }
      default: return {soup(depth)};
    }
  }

  static void append(Block& body, const Block& more) { body.insert(body.end(), more.begin(), more.end()); }
  static Block joined(Block first, const Block& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }
  Test usually(int r) {
    return parts_.oneIn(3) ? test(r, Relation::NotEqual, parts_.constant()) : test(r, Relation::Equal, 0);
  }

  // do r = x; while (r == 0)
  Block spin() {
    const int r = parts_.reg();
    Block body{load(r, parts_.word())};
    if (parts_.oneIn(3)) body.push_back(simple(What::Yield));
    return {nested(What::DoWhile, only(usually(r)), std::move(body))};
  }

  // do { r = x; wait a while } while (r == 0), another while each time
  Block backOff() {
    const int r = parts_.reg();
    const int time = parts_.reg();
    const int i = parts_.reg();
    Block body{load(r, parts_.word())};
    if (parts_.oneIn(2)) {
      body.push_back({.what = What::Sleep, .value = value(local(time))});
    } else {
      body.push_back(assign(i, value(number(0))));
      body.push_back(nested(What::While, only(test(value(local(i)), Relation::Less, local(time))),
                            {simple(What::Yield), assign(i, binary(Operator::Add, local(i), number(1)))}));
    }
    const Statement longer = assign(time, binary(Operator::Add, local(time), number(1)));
    if (parts_.oneIn(2))
      body.push_back(nested(What::If, only(test(time, Relation::Less, 2)), {longer}));
    else
      body.push_back(assign(time, binary(Operator::Xor, local(time), number(1))));
    return {nested(What::DoWhile, only(usually(r)), std::move(body))};
  }

  Block testAndSet() {
    const int r = parts_.reg();
    const unsigned lock = parts_.word();
    Block code{nested(What::DoWhile, only(test(r, Relation::NotEqual, 0)),
                      {update(r, lock, Update::Exchange, value(number(1)))})};
    return joined(joined(std::move(code), critical()), {store(lock, value(number(0)))});
  }

  Block testAndTestAndSet() {
    const int r = parts_.reg();
    const unsigned lock = parts_.word();
    const Statement take = parts_.oneIn(2) ? update(r, lock, Update::Exchange, value(number(1)))
                                           : compareExchange(r, lock, value(number(0)), value(number(1)));
    const int free = take.what == What::Update ? 0 : 1;
    Block code{forever({nested(What::DoWhile, only(test(r, Relation::NotEqual, 0)), {load(r, lock)}), take,
                        leaveIf(test(r, Relation::Equal, free))})};
    return joined(joined(std::move(code), critical()), {store(lock, value(number(0)))});
  }

  // do r = x; while (!cas(x, r, r + 1))
  Block compareExchangeLoop() {
    const int r = parts_.reg();
    const int ok = parts_.reg();
    const unsigned word = parts_.word();
    const Expression next = binary(parts_.oneIn(2) ? Operator::Add : Operator::Xor, local(r), number(1));
    if (parts_.oneIn(2)) {
      return {load(r, word),
              nested(What::DoWhile, only(test(ok, Relation::Equal, 0)), {compareExchangeLocal(ok, word, r, next)})};
    }
    Block body{load(r, word)};
    if (parts_.oneIn(3)) body.push_back(leaveIf(parts_.test(), parts_.oneIn(2) ? What::Break : What::Continue));
    body.push_back(compareExchange(ok, word, value(local(r)), next));
    return {nested(What::DoWhile, only(test(ok, Relation::Equal, 0)), std::move(body))};
  }

  // while (!cas(x, 0, 1)) ; with a local that is set anew each time, or not
  Block compareExchangeWait() {
    const int r = parts_.reg();
    const int ok = parts_.reg();
    const unsigned word = parts_.word();
    Block body;
    if (parts_.oneIn(2)) body.push_back(assign(r, value(number(parts_.constant()))));
    body.push_back(compareExchangeLocal(ok, word, r, value(number(1 + static_cast<int>(parts_.below(2))))));
    return {nested(What::DoWhile, only(test(ok, Relation::Equal, 0)), std::move(body))};
  }

  Block ticket() {
    const int mine = parts_.reg();
    const int r = parts_.reg();
    const unsigned next = parts_.word();
    const unsigned now = parts_.word();
    Block code{update(mine, next, Update::Add, value(number(1))),
               nested(What::DoWhile, only(test(value(local(r)), Relation::NotEqual, local(mine))), {load(r, now)})};
    return joined(joined(std::move(code), critical()), {update(-1, now, Update::Add, value(number(1)))});
  }

  Block sequenceReader() {
    const int before = parts_.reg();
    const int after = parts_.reg();
    const unsigned sequence = parts_.word();
    Block body{
        load(before, sequence),
        leaveIf(test(binary(Operator::And, local(before), number(1)), Relation::NotEqual, number(0)), What::Continue),
        load(parts_.reg(), parts_.word()), load(after, sequence)};
    const Test differ = test(value(local(before)), Relation::NotEqual, local(after));
    if (parts_.oneIn(2)) return {nested(What::DoWhile, only(differ), std::move(body))};
    body.push_back(leaveIf(test(value(local(before)), Relation::Equal, local(after))));
    return {forever(std::move(body))};
  }

  // for (i = 0; i < 2; ++i) …
  Block counted() {
    const int i = parts_.reg();
    Block body = critical();
    if (parts_.oneIn(2)) body.push_back(leaveIf(parts_.test()));
    if (parts_.oneIn(3)) append(body, inLoop(1));
    body.push_back(assign(i, binary(Operator::Add, local(i), number(1))));
    return {nested(What::While, only(test(i, Relation::Less, 1 + static_cast<int>(parts_.below(2)))), std::move(body))};
  }

  Block waitForPointer() {
    Block body{pointer(What::LoadPointer)};
    if (parts_.oneIn(3)) body.push_back(parts_.statement());
    Statement use = parts_.access();
    use.word = kThroughP;
    if (parts_.oneIn(3)) {
      body.push_back(std::move(use));
      return {nested(What::DoWhile, parts_.condition(), std::move(body))};
    }
    return {nested(What::DoWhile, only({Relation::IsNull, {}, {}}), std::move(body)), std::move(use)};
  }

  // while (fetch_or(x, 1) & 1) ;
  Block bitLock() {
    const int r = parts_.reg();
    const unsigned lock = parts_.word();
    const Statement take = update(r, lock, Update::Or, value(number(1)));
    Block code{nested(What::DoWhile,
                      only(test(binary(Operator::And, local(r), number(1)), Relation::NotEqual, number(0))), {take})};
    return joined(joined(std::move(code), critical()), {update(-1, lock, Update::And, value(number(-2)))});
  }

  Parts& parts_;
};

class Author {
 public:
  explicit Author(Dice& dice) : dice_(dice), parts_(dice), idioms_(parts_) {}

  Program write() {
    Program program;
    program.threads.resize(dice_.oneIn(4) ? 3 : 2);
    for (std::int32_t& word : program.words) word = dice_.oneIn(4) ? static_cast<std::int32_t>(dice_.below(3)) : 0;
    const std::size_t with = dice_.below(program.threads.size());
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      program.threads[t].body = body(t == with || dice_.oneIn(4));
      program.threads[t].result = dice_.below(1u << kLocals);
    }
    for (unsigned changes = dice_.below(4); changes-- > 0;) change(program);
    if (dice_.oneIn(2)) makePlain(program);
    program.isRelaxed = dice_.oneIn(program.plain == Plain::Races ? 2 : 8);
    return program;
  }

 private:
  Block body(bool loops) {
    Block made;
    for (unsigned i = dice_.below(3) + (loops ? 0 : 1); i-- > 0;) made.push_back(parts_.statement());
    if (dice_.oneIn(3)) {
      Block pair = parts_.pair();
      made.insert(made.end(), pair.begin(), pair.end());
    }
    if (!loops) return made;
    Block loop = idioms_.any();
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
  // is both is a race wherever it is not initialisation.
  void makePlain(Program& program) {
    program.plain = dice_.oneIn(2) ? Plain::Steps : Plain::Races;
    constexpr unsigned kPlainWord = kWords - 1;
    for (const Position& at : positionsOf(program)) {
      Statement& s = *at;
      const bool canBePlain = s.what == What::Load || s.what == What::Store;
      if (program.plain == Plain::Steps) {
        s.plain = canBePlain && dice_.oneIn(2);
        continue;
      }
      if (s.target == static_cast<Target>(kPlainWord + 1)) s.target = 1;
      s.plain = canBePlain && s.word == kPlainWord;
      if (!canBePlain && s.word == kPlainWord) s.word = 0;
    }
  }

  Dice& dice_;
  Parts parts_;
  Idioms idioms_;
};

}  // namespace

Program randomProgram(std::uint64_t seed, std::uint64_t index) {
  Dice dice(explore::RandomNumbers(seed).next() + index);
  while (true) {
    Program program = Author(dice).write();
    const auto has = [&](auto holds) {
      auto all = positionsOf(program);
      return std::ranges::any_of(all, [&](const Position& at) { return holds((*at).what); });
    };
    if (!isWellFormed(program) || !has(isLoop)) continue;
    if (endsOf(program, codeOf(program), kMostStates)) return program;
  }
}

}  // namespace heddle::fuzz
