#include "conversation.h"

#include "idioms.h"

namespace heddle::fuzz {

Block Conversation::asker() {
  Block code = parts_.oneIn(5) ? compareExchangeLoop(parts_, answered_) : Block{loop()};
  if (!parts_.oneIn(3)) append(code, ask());
  return code;
}

// What is asked or used before the thread looks, between looking and leaving,
// or only if it does not leave.
Statement Conversation::loop() {
  const int answer = parts_.reg();
  Block round{load(answer, answered_)};
  if (!parts_.oneIn(6))
    round.push_back(leaveIf(parts_.oneIn(2) ? test(answer, Relation::NotEqual, 0) : whether(answer)));
  for (unsigned i = 1 + parts_.below(2); i-- > 0;) {
    const Block more = parts_.oneIn(2) ? ask() : Block{use(answer)};
    round.insert(round.begin() + parts_.below(round.size() + 1), more.begin(), more.end());
  }
  return forever(std::move(round));
}

Block Conversation::ask() {
  const int r = parts_.reg();
  switch (parts_.below(6)) {
    case 0:
    case 1: return {store(asked_, something())};
    case 2: return {update(parts_.regOrNone(), asked_, parts_.update(), something())};
    // Goes round as long as that has an effect.
    case 3: {
      const Expression before = value(number(static_cast<std::int32_t>(parts_.below(2))));
      return {nested(What::DoWhile, only(test(r, Relation::NotEqual, 0)),
                     {compareExchange(r, asked_, before, something())})};
    }
    case 4: return {nested(What::If, parts_.condition(), {store(asked_, something())})};
    // Has changed the word, even if it stops there.
    default: return {update(r, asked_, parts_.update(), something()), nested(What::Assume, only(whether(r)), {})};
  }
}

Statement Conversation::use(int answer) {
  const auto r = static_cast<std::int8_t>(parts_.reg());
  switch (parts_.below(6)) {
    case 0:
    case 1: return load(r, kBeside);
    case 2: return store(kBeside, something());
    case 3: return {.what = What::Divide, .dest = r, .value = value(number(2)), .other = value(local(answer))};
    default: return assign(r, parts_.expression());
  }
}

Block Conversation::answerer() {
  Block code;
  for (unsigned i = parts_.below(3); i-- > 0;)
    code.push_back(store(answered_, value(number(static_cast<std::int32_t>(parts_.below(3))))));
  const int r = parts_.reg();
  const Statement look = load(r, asked_);
  if (parts_.oneIn(3)) {
    code.push_back(nested(What::DoWhile, only(whether(r)), {look}));
    append(code, reply());
  } else {
    append(code, {look, nested(What::If, only(whether(r)), reply())});
  }
  return code;
}

Block Conversation::reply() {
  switch (parts_.below(3)) {
    case 0: return {store(answered_, something())};
    case 1: return {store(kBeside, something())};
    default: return {nested(What::Assert, only(parts_.test()), {})};
  }
}

}  // namespace heddle::fuzz
