// The comparison of one program, in a process of its own: a crash or a search
// that does not end is a finding like any other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "source.h"
#include "translation.h"

namespace heddle::fuzz::programs {

struct Verdict {
  enum class Kind : std::uint8_t { Agrees, Disagrees, DoesNotCompile, TooLarge, Crashes };
  Kind kind = Kind::Agrees;
  std::string what;         // Disagrees, Crashes: what was seen
  std::string sort;         // of what was seen: stays the same when the program is made smaller
  unsigned way = 0;         // Disagrees: compare.h
  std::string unexplained;  // a line each
  unsigned compared = 0;
  unsigned inconclusive = 0;
  std::string limits;  // why, a line each
  bool hasWrongs = false;
  bool hasLoops = false;

  bool isFinding() const { return kind == Kind::Disagrees || kind == Kind::Crashes; }
};

// A directory for files and a piece of memory for the child's answer.
class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  // One for each source, or nothing where it does not compile.
  std::vector<std::optional<Translated>> translate(const std::vector<Source>& sources);
  // `only`: the ways in which to compare; empty: all of them.
  Verdict judge(const std::optional<Translated>& program, const std::vector<unsigned>& only = {});
  Verdict judge(const Source& source, const std::vector<unsigned>& only = {});

 private:
  struct Shared;
  std::string directory_;
  Shared* shared_;
};

}  // namespace heddle::fuzz::programs
