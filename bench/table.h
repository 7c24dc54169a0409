// What a benchmark row reports, and the one table all of them print into.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

enum class Unit { Nanoseconds, Microseconds, Seconds, PerSecond, Times, Count, Megabytes };

struct Target {
  enum class Bound { AtMost, AtLeast, Exactly } bound;
  double value;
};

inline Target atMost(double value) { return {Target::Bound::AtMost, value}; }
inline Target atLeast(double value) { return {Target::Bound::AtLeast, value}; }
inline Target exactly(double value) { return {Target::Bound::Exactly, value}; }

// With commas: 135,135.
std::string grouped(double value);

// "of 24, no answer to 2": what a summary of the answers of another tool is made of.
std::string ofAnswered(unsigned answered, unsigned unanswered);

// One printed line. Without a target it is a part, or something to compare
// with; without a value only the words are printed.
struct Line {
  std::string what;
  std::optional<double> value;
  Unit unit = Unit::Nanoseconds;
  std::optional<Target> target = std::nullopt;
  std::string note = {};
};

class Table {
 public:
  void printHead() const;
  void print(const std::string& row, const std::vector<Line>& lines);
  void printFailure(const std::string& row, const std::string& why);
  void printFoot() const;

 private:
  int targets_ = 0;
  int met_ = 0;
  int failures_ = 0;
};

}  // namespace heddle::bench
