// Words that are accessed atomically in several sizes. What happens before what, and what races, is judged for each of
// their bytes. In interleavings that is all there is to it.
//
// On execution graphs such a word is one location, as wide as its widest access: atomic accesses are aligned, so that
// of two that overlap one contains the other. A narrower access is one to a part of it.
//
//   reads      find the value of the word, of which they use their part
//   stores     are updates: what they find beside their part, they leave as it is
//   updates    apply their rule to their part
//   coherence  all writes of the word stand in one order, those of a thread as it makes them. A read finds what is not
//              older than what overlaps with its part and happens before (Graph::lowest)
//   sw         by parts: whoever reads synchronises with the last writes to the bytes it reads, and with the release
//              sequences of those (Graph::visitSources)
//
// Where there are such words, no iteration counts as one with zero net effect (core/iteration.h): who observes it is
// told by whole words.
//
// C and C++ say nothing of such programs. By hardware (Flur et al., Mixed-Size Concurrency: ARM, POWER, C/C++11, and
// SC, POPL 2017) more is possible: a wider load may be satisfied piecewise, and stores of a thread to different parts
// may come to memory in another order. That is not explored.
//
// Which words these are is learnt: when two sizes meet, Assumption::OneSize is broken, and the search restarts.
#pragma once

#include <algorithm>
#include <vector>

#include "core/execution.h"

namespace heddle::core {

class MixedWords {
 public:
  bool empty() const { return words_.empty(); }
  const std::vector<Word>& all() const { return words_; }
  // The word that the bytes are part of; null: they are accessed in one size only.
  const Word* around(Address addr, unsigned bytes) const {
    const auto found = std::ranges::find_if(
        words_, [&](const Word& word) { return word.addr <= addr && addr + bytes <= word.addr + word.bytes; });
    return found == words_.end() ? nullptr : &*found;
  }
  bool cover(Address addr, unsigned bytes) const { return around(addr, bytes) != nullptr; }
  // In place of those that are parts of it. False: nothing new.
  bool add(Word word);

 private:
  std::vector<Word> words_;
};

// The same access as one to the word that it is part of.
Op asAccessToWord(const Op& op, const Word& word);
// And back.
Op asAccessToPart(const Op& op);

// Whether it is an access to a part, by an operation of the program that is a store.
extern const UpdateRule kStorePart;
inline bool storesPart(const Op& op) { return op.rule == &kStorePart; }
// Which bytes of its word it accesses, a bit each.
inline unsigned bytesOf(const Op& op) { return isPart(op) ? ((1U << op.partBytes) - 1) << op.partAt : 0xffff; }

}  // namespace heddle::core
