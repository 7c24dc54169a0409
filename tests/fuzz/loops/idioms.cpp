#include "idioms.h"

namespace heddle::fuzz {
namespace {

// The loops that people write, with random parts.
class Idioms {
 public:
  explicit Idioms(Parts& parts) : parts_(parts) {}

  Block any() {
    switch (parts_.below(16)) {
      case 0: return spin();
      case 1: return testAndSet();
      case 2: return testAndTestAndSet();
      case 3: return compareExchangeLoop(parts_, parts_.word());
      case 4: return compareExchangeWait();
      case 5: return ticket();
      case 6: return sequenceReader();
      case 7: return counted();
      case 8: return waitForPointer();
      case 9: return bitLock();
      case 10: return backOff();
      case 11: return rolledBack();
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
      case 1: return compareExchangeLoop(parts_, parts_.word());
      case 2: return compareExchangeWait();
      case 3: return waitForPointer();
      // Goes iteration as long as it has an effect, or as long as it has none.
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

  // forever { x += c; x -= c; r = y; if (r) break; }, and the like
  Block rolledBack() {
    const int r = parts_.reg();
    const unsigned word = parts_.word();
    const bool adds = !parts_.oneIn(3);
    const Expression what = value(number(1 + static_cast<int>(parts_.below(2))));
    Block body{load(r, parts_.word()), leaveIf(test(r, Relation::NotEqual, 0))};
    Block iteration{update(parts_.regOrNone(), word, adds ? Update::Add : Update::Xor, what),
                    update(parts_.regOrNone(), word, adds ? Update::Sub : Update::Xor, what)};
    if (parts_.oneIn(3)) iteration.insert(iteration.begin() + 1, leaveIf(parts_.test()));
    body.insert(parts_.oneIn(2) ? body.begin() : body.end(), iteration.begin(), iteration.end());
    return {forever(std::move(body))};
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

}  // namespace

Block randomLoop(Parts& parts) { return Idioms(parts).any(); }

Block compareExchangeLoop(Parts& parts, unsigned word) {
  const int r = parts.reg();
  const int ok = parts.reg();
  const Expression next = binary(parts.oneIn(2) ? Operator::Add : Operator::Xor, local(r), number(1));
  if (parts.oneIn(2)) {
    return {load(r, word),
            nested(What::DoWhile, only(test(ok, Relation::Equal, 0)), {compareExchangeLocal(ok, word, r, next)})};
  }
  Block body{load(r, word)};
  if (parts.oneIn(3)) body.push_back(leaveIf(parts.test(), parts.oneIn(2) ? What::Break : What::Continue));
  body.push_back(compareExchange(ok, word, value(local(r)), next));
  return {nested(What::DoWhile, only(test(ok, Relation::Equal, 0)), std::move(body))};
}

}  // namespace heddle::fuzz
