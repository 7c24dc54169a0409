// What all idioms need: random choices, the names that a program has, and the
// accesses to them.
//
// A program has
//   x0 x1 x2    atomic words; xs, an array of two
//   w0 w1       ints, accessed plainly and by the __atomic functions
//   d0 d1       plain ints, and g.in.deep.a, g.in.deep.b
//   after       an atomic word that says that a thread has come somewhere
//   e           a plain int with what a compare-exchange expects
//   own_T, tl   plain ints of thread T, which no other one touches; tl is thread_local
//   l0 l1       words that serve as locks (l1 is an int)
//   m0 m1       mutexes; m1 in C++ only
//   top         an atomic pointer to a Node; np, a plain one
//   c           a channel
//   cv rw sem bar once  a condition variable and so on; soon, a time that is over
//   where       an atomic pointer to `mine` of a thread
//   r_T_a       what thread T has in its variable a at its end
// and each thread a, b, s, mine and other (ints), p (an int*), n (a Node*), now, next, far and farther (structs).
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "dialect.h"
#include "source.h"

namespace heddle::fuzz::programs {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(engine_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }

 private:
  std::mt19937_64 engine_;
};

// How a program is, as a whole.
struct Character {
  bool isCxx = false;
  unsigned threads = 2;            // besides main
  std::vector<Order> orders;       // one is chosen for each access
  unsigned plainPercent = 0;       // of accesses that may be unordered plain ones
  unsigned mixedPercent = 0;       // of words that are accessed plainly too
  std::vector<std::string> words;  // atomic ones
  std::vector<unsigned> themes;    // which idioms it has
};

// A word for which a thread waits. Somebody has to set it.
struct Need {
  Word word;
  unsigned thread;
};

class Maker {
 public:
  Maker(Random& random, const Character& character)
      : random_(random), character_(character), dialect_(character.isCxx) {}

  void startThread(unsigned thread) { thread_ = thread; }
  unsigned thread() const { return thread_; }
  Random& random() { return random_; }
  const Dialect& dialect() const { return dialect_; }
  const Character& character() const { return character_; }
  bool chance(unsigned percent) { return random_.chance(percent); }
  std::string pick(const std::vector<std::string>& from) { return random_.pick(from); }

  Order order() { return random_.pick(character_.orders); }
  Word word();
  Word atomicWord();  // not a mixed one
  Word lockWord();
  // The one that a loop waits for, or any.
  Word waitedOrAny() {
    const unsigned percent = isObserved && waited.isMixed ? 80 : 40;
    return !waited.name.empty() && chance(percent) ? waited : word();
  }
  std::string value() { return pick({"1", "1", "2", "0"}); }
  std::string variable() { return pick({"a", "b"}); }
  std::string plain();  // a plain variable that all threads may touch
  // The same, more often than not one that a loop touches.
  std::string hasUnorderedWaits();
  void touch(const std::string& name) { touched_.push_back(name); }
  bool hasTouched() const { return !touched_.empty(); }
  bool hasTouched(const std::string& name) const { return std::ranges::find(touched_, name) != touched_.end(); }
  std::string own() { return chance(20) ? "tl" : "own_" + std::to_string(thread_); }

  std::string load(const Word& word) { return dialect_.load(word, order()); }
  std::string store(const Word& word, const std::string& value) { return dialect_.store(word, value, order()); }
  std::string update(const std::string& how, const Word& word, const std::string& value) {
    return dialect_.update(how, word, value, order());
  }
  std::string compareExchange(const Word& word, const std::string& expected, const std::string& value) {
    return dialect_.compareExchange(word, expected, value, order(), chance(15));
  }

  void need(const Word& word) {
    needs.push_back({word, thread_});
    if (word.name != "done" && word.name != "top" && word.name != "where") waited = word;
  }
  std::string label() { return "L" + std::to_string(labels_++); }
  // A function of the program's with this text; its name.
  std::string helper(const std::string& kind, const std::string& parameters, const std::string& result, Lines body);

  std::vector<Need> needs;
  Lines helpers;
  bool usesHeap = false;
  bool usesChannel = false;
  bool usesHeddle = false;  // its header
  bool usesMeetings = false;
  bool isTwice = false;     // two threads do the same
  bool isObserved = false;  // somebody wants to know what iterations touch
  bool isLinked = false;    // somebody wants to know what was stored to a node before it was published
  bool readsNode = false;   // what np points to, there
  Word waited;              // what a loop waits for; no name: nothing yet

 private:
  Random& random_;
  const Character& character_;
  Dialect dialect_;
  unsigned thread_ = 0;
  unsigned labels_ = 0;
  std::vector<std::string> touched_;  // what iterations of loops access
};

}  // namespace heddle::fuzz::programs
