#include "report/set_aside.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/unicode.h"

namespace heddle::report {
namespace {

constexpr std::size_t kMostNames = 3;  // the JSON report has them all

std::string namesOf(const std::vector<std::string>& functions) {
  std::string names;
  for (std::size_t i = 0; i < std::min(functions.size(), kMostNames); ++i)
    names += (i == 0 ? "" : ", ") + printable(functions[i]);
  if (functions.size() > kMostNames) names += fmt::format(" and {} more", functions.size() - kMostNames);
  return names;
}

}  // namespace

std::string setAside(const core::SetAside& rule) {
  if (rule.accesses == 0 && rule.stayPlain == 0) return printable(rule.rule) + ": no access of the program is meant";
  std::string line = fmt::format("{}: {} plain access{} relaxed atomic", printable(rule.rule), rule.accesses,
                                 rule.accesses == 1 ? " is" : "es are");
  if (rule.stayPlain != 0)
    line += fmt::format(", {} of other sizes sta{} plain", rule.stayPlain, rule.stayPlain == 1 ? "ys" : "y");
  return line + ", in " + namesOf(rule.functions);
}

}  // namespace heddle::report
