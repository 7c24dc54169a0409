#include "conversation.h"

#include "idioms.h"

namespace heddle::fuzz {

Block Conversation::asker() {
  Block code = parts_.oneIn(5) ? compareExchangeLoop(parts_, answered_) : Block{loop()};
  if (!asksFirst_ || parts_.oneIn(3)) append(code, ask());
  return code;
}

Statement Conversation::loop() {
  const int answer = parts_.reg();
  Block iteration{load(answer, answered_)};
  if (parts_.oneIn(4)) {
    append(iteration, endless(answer));
    return forever(std::move(iteration));
  }
  iteration.push_back(leaveIf(isSet(answer)));
  // Before it looks, between looking and leaving, or only if it does not leave.
  for (unsigned i = 1 + parts_.below(2); i-- > 0;) {
    const Block more = asksFirst_ && !parts_.oneIn(3) ? ask() : use(answer);
    const std::size_t at = parts_.oneIn(2) ? iteration.size() : parts_.below(iteration.size());
    iteration.insert(iteration.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  }
  return forever(std::move(iteration));
}

Block Conversation::ask() {
  const int r = parts_.reg();
  switch (parts_.below(7)) {
    case 0: return {store(asked_, something())};
    // Takes it back.
    case 6: {
      const Expression question = something();
      return {update(parts_.regOrNone(), asked_, Update::Add, question),
              update(parts_.regOrNone(), asked_, Update::Sub, question)};
    }
    case 1: return {update(parts_.regOrNone(), asked_, parts_.update(), something())};
    // Goes iteration as long as that has an effect.
    case 2:
    case 3: {
      const Expression before = parts_.oneIn(4) ? something() : value(number(0));
      return {nested(What::DoWhile, only(test(r, Relation::NotEqual, 0)),
                     {compareExchange(r, asked_, before, something())})};
    }
    case 4: return {nested(What::If, parts_.condition(), {store(asked_, something())})};
    // Has changed the word, even if it stops there.
    default: return {update(r, asked_, parts_.update(), something()), nested(What::Assume, only(isSet(r)), {})};
  }
}

Block Conversation::use(int answer) {
  switch (parts_.below(7)) {
    case 0:
    case 1:
    case 2: return {load(parts_.reg(), kBeside)};
    case 6:
      return {pointer(What::LoadPointer),
              nested(What::If, only({Relation::IsSet, {}, {}}), {load(parts_.reg(), kThroughP)})};
    case 3: return {store(kBeside, something())};
    case 4: return {parts_.statement()};
    default: return endless(answer);
  }
}

// The loop may end without being left: by something that goes wrong when others
// have changed a word, or by a variable of its own.
Block Conversation::endless(int answer) {
  const int r = parts_.reg();
  switch (parts_.below(3)) {
    case 0:
      return {{.what = What::Divide,
               .dest = static_cast<std::int8_t>(r),
               .value = value(number(2)),
               .other = value(local(answer))}};
    case 1: return {pointer(What::LoadPointer), load(r, kThroughP)};
    default:
      return {leaveIf(test(r, Relation::Equal, 1)),
              assign(r, binary(Operator::Add, local(r), number(static_cast<std::int32_t>(parts_.below(2)))))};
  }
}

Block Conversation::answerer() {
  Block code;
  for (unsigned i = asksFirst_ ? parts_.below(2) : 1 + parts_.below(2); i-- > 0;) code.push_back(speak());
  const int r = parts_.reg();
  const Statement look = load(r, asked_);
  if (parts_.oneIn(4)) {
    code.push_back(nested(What::DoWhile, only(test(r, Relation::Equal, 0)), {look}));
    append(code, reply());
  } else {
    append(code, {look, nested(What::If, only(isSet(r)), reply())});
  }
  return code;
}

Statement Conversation::speak() {
  if (parts_.oneIn(4)) return pointer(What::StorePointer, static_cast<Target>(parts_.below(3)));
  return store(answered_, parts_.oneIn(3) ? value(number(0)) : something());
}

Block Conversation::reply() {
  switch (parts_.below(4)) {
    case 0: return {store(answered_, something())};
    case 1: return {store(asksFirst_ ? answered_ : kBeside, something())};
    case 2: return {store(kBeside, something())};
    default: return {nested(What::Assert, only(parts_.test()), {})};
  }
}

}  // namespace heddle::fuzz
