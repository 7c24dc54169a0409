#include "table.h"

#include <fmt/format.h>

#include <cstdio>

namespace heddle::bench {
namespace {

std::string text(double value, Unit unit) {
  switch (unit) {
    case Unit::Nanoseconds: return fmt::format("{:.1f} ns", value);
    case Unit::Microseconds: return fmt::format("{:.2f} us", value);
    case Unit::Seconds: return fmt::format("{:.3f} s", value);
    case Unit::PerSecond: return grouped(value) + " /s";
    case Unit::Times: return fmt::format("{:.1f} x", value);
    case Unit::Count: return grouped(value);
    case Unit::Megabytes: return fmt::format("{:.1f} MB", value);
  }
  return {};
}

std::string text(const Target& target, Unit unit) {
  const char* const relation = target.bound == Target::Bound::AtMost    ? "<= "
                               : target.bound == Target::Bound::AtLeast ? ">= "
                                                                        : "= ";
  return relation + text(target.value, unit);
}

bool isMet(const Target& target, double value) {
  switch (target.bound) {
    case Target::Bound::AtMost: return value <= target.value;
    case Target::Bound::AtLeast: return value >= target.value;
    case Target::Bound::Exactly: return value == target.value;
  }
  return false;
}

void printColumns(const std::string& row, const std::string& what, const std::string& figure, const std::string& target,
                  const std::string& met, const std::string& note) {
  std::string line = fmt::format("{:<12} {:<54} {:>14} {:>15}  {:<4} {}", row, what, figure, target, met, note);
  line.erase(line.find_last_not_of(' ') + 1);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

}  // namespace

std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

std::string ofAnswered(unsigned answered, unsigned unanswered) {
  return unanswered == 0 ? fmt::format("of {}", answered) : fmt::format("of {}, no answer to {}", answered, unanswered);
}

void Table::printHead() const { printColumns("row", "what (CPU time)", "Heddle", "target", "met", ""); }

void Table::print(const std::string& row, const std::vector<Line>& lines) {
  std::string name = row;  // on the first line only
  for (const Line& line : lines) {
    std::string met;
    if (line.target) {
      const bool isIt = line.value && isMet(*line.target, *line.value);
      met = isIt ? "yes" : "NO";
      ++targets_;
      met_ += isIt ? 1 : 0;
    }
    printColumns(name, line.target ? line.what : "  " + line.what, line.value ? text(*line.value, line.unit) : "",
                 line.target ? text(*line.target, line.unit) : "", met, line.note);
    name.clear();
  }
}

void Table::printFailure(const std::string& row, const std::string& why) {
  printColumns(row, "not measured: " + why, "", "", "", "");
  ++failures_;
}

void Table::printFoot() const {
  fmt::print("\n{} of {} targets met", met_, targets_);
  if (failures_ > 0) fmt::print("; rows not measured: {}", failures_);
  fmt::print("\n");
}

}  // namespace heddle::bench
