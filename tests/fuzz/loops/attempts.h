// Threads that add to a word and take it back if they came too early
// (analysis/loops/rolled_back_addition.h), as those of a readers-writers lock do.
//
// Others must not observe that. Here most of the accesses to the word are such
// attempts or additions, and now and then there is another one.
#pragma once

#include "parts.h"

namespace heddle::fuzz {

class Attempts {
 public:
  explicit Attempts(Parts& parts) : parts_(parts), isObserved_(parts.oneIn(4)) {}

  Block thread();

  static constexpr unsigned kWord = 0;
  static constexpr int kFound = 0;  // the local that only the attempts use, most often

 private:
  Block attempt();
  Block look(const Test& fails);
  Block behind(const Test& fails);
  Statement other();

  Parts& parts_;
  bool isObserved_;
};

}  // namespace heddle::fuzz
