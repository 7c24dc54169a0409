#include "attempts.h"

namespace heddle::fuzz {

Block Attempts::thread() {
  Block made;
  if (parts_.oneIn(3)) made.push_back(other());
  for (unsigned i = 1 + parts_.below(2); i-- > 0;) append(made, attempt());
  if (parts_.oneIn(3)) made.push_back(other());
  return made;
}

// Takes, does something, and gives back.
Block Attempts::attempt() {
  const bool adds = parts_.oneIn(3);
  const Expression what = value(number(parts_.oneIn(4) ? 4 : 1 + static_cast<int>(parts_.below(2))));
  const Statement take = update(kFound, kWord, adds ? Update::Add : Update::Sub, what);
  const Statement back = update(-1, kWord, adds ? Update::Sub : Update::Add, what);
  static constexpr Relation kUsual[] = {Relation::AtMost, Relation::Less, Relation::NotEqual, Relation::Equal,
                                        Relation::Below};
  const Test fails =
      test(kFound, kUsual[parts_.below(std::size(kUsual))], static_cast<std::int32_t>(parts_.below(6)) - 1);
  Block failed = joined({back}, behind(fails));
  Block made;
  if (parts_.oneIn(2)) {
    made = {take, nested(What::While, only(fails), joined(std::move(failed), {take}))};
  } else {
    Block iteration = parts_.oneIn(4) ? look(fails) : Block{};
    append(iteration, {take, nested(What::If, only(fails), std::move(failed), {simple(What::Break)})});
    made = {forever(std::move(iteration))};
  }
  for (unsigned i = parts_.below(3); i-- > 0;) made.push_back(other());
  if (!parts_.oneIn(8)) made.push_back(back);
  return made;
}

// Waits until it seems that an attempt would not fail, most often.
Block Attempts::look(const Test& fails) {
  const int seen = 1;
  Test waits = fails;
  waits.left = value(local(seen));
  if (parts_.oneIn(4)) waits = parts_.test();
  if (parts_.oneIn(2)) return {nested(What::DoWhile, only(waits), {load(seen, kWord)})};
  return {load(seen, kWord), nested(What::While, only(waits), {simple(What::Yield), load(seen, kWord)})};
}

// What a thread does before it tries again.
Block Attempts::behind(const Test& fails) {
  switch (parts_.below(6)) {
    case 0:
    case 1: return look(fails);
    case 2: return {simple(What::Yield)};
    case 3:
      if (parts_.oneIn(2)) return {load(1, kWord), nested(What::Assume, parts_.condition(), {})};
      return parts_.oneIn(2) ? Block{other()} : parts_.pair();
    default: return {};
  }
}

// Of the other words, and with other locals.
Statement Attempts::other() {
  while (true) {
    Statement made = parts_.oneIn(2) ? parts_.statement() : parts_.access();
    if (isObserved_ && parts_.oneIn(2)) {
      made.word = kWord;
      return made;
    }
    const auto uses = [](const Expression& e) {
      return (e.a.isLocal && e.a.value == kFound) || (e.b.isLocal && e.b.value == kFound);
    };
    const auto looks = [&](const Test& test) {
      return uses(test.left) || (test.right.isLocal && test.right.value == 0);
    };
    if (made.dest == kFound || made.expected == kFound) made.dest = made.expected = 1;
    if (uses(made.value) || uses(made.other) || looks(made.condition.first) || looks(made.condition.second)) continue;
    if (made.word == kWord) made.word = 1;
    if (made.target == kWord + 1) made.target = 2;
    return made;
  }
}

}  // namespace heddle::fuzz
