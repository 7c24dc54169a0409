// Two threads that answer each other.
//
// What an iteration of a loop did, and was wrongly taken for an iteration without effect,
// hardly ever shows in a final state: the iteration that leaves the loop does the
// same once more. It shows if another thread does something only because of it,
// and this one needs that to go on. And a data race with what was read in iterations
// before the last one shows only in these, if it needs what comes after the loop.
#pragma once

#include "parts.h"

namespace heddle::fuzz {

class Conversation {
 public:
  explicit Conversation(Parts& parts)
      : parts_(parts), asked_(parts.below(2)), answered_(1 - asked_), asksFirst_(parts.oneIn(2)) {}

  // Looks for an answer in a loop, and asks in it or after it.
  Block asker();
  // Speaks by itself, then looks for a question and replies.
  Block answerer();

 private:
  // Beside the words of the conversation: the one that may be plain.
  static constexpr unsigned kBeside = kWords - 1;

  Statement loop();
  Block ask();
  Block use(int answer);
  Block endless(int answer);
  Statement speak();
  Block reply();

  Expression something() { return value(number(1 + static_cast<std::int32_t>(parts_.below(2)))); }
  Test isSet(int r) {
    if (parts_.oneIn(2)) return test(r, Relation::NotEqual, 0);
    return test(r, parts_.oneIn(2) ? Relation::Equal : Relation::NotEqual, static_cast<std::int32_t>(parts_.below(3)));
  }

  Parts& parts_;
  unsigned asked_, answered_;
  bool asksFirst_;  // in the loop
};

}  // namespace heddle::fuzz
