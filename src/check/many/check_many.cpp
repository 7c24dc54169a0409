#include "check/many/check_many.h"

#include <optional>

#include "check/check.h"
#include "check/many/processes.h"
#include "check/many/report_bytes.h"
#include "check/pass.h"

namespace heddle::check {
namespace {

report::Report unanswered(const Options& options, core::Verdict verdict, std::string why) {
  report::Report report;
  describe(options, report);
  report.outcome.verdict = verdict;
  report.outcome.why = std::move(why);
  return report;
}

report::Report checked(const Options& options, const std::function<bool()>& interrupted) {
  auto report = check(options, {.interrupted = interrupted});
  return report ? std::move(*report) : unanswered(options, core::Verdict::Refused, report.problem().message);
}

// Those that have answered, in the order of the checks.
class Answers {
 public:
  Answers(std::size_t count, const AroundMany& around) : around_(around), reports_(count) {}

  void add(std::size_t which, report::Report report) {
    reports_[which] = std::move(report);
    for (; next_ < reports_.size() && reports_[next_]; ++next_)
      if (around_.answered) around_.answered(*reports_[next_]);
  }
  bool has(std::size_t which) const { return reports_[which].has_value(); }

  std::vector<report::Report> take() {
    std::vector<report::Report> all;
    for (auto& report : reports_) all.push_back(std::move(*report));
    return all;
  }

 private:
  const AroundMany& around_;
  std::vector<std::optional<report::Report>> reports_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<report::Report> checkMany(std::span<const Options> checks, unsigned atOnce, const AroundMany& around) {
  Answers answers(checks.size(), around);
  inProcesses({.count = checks.size(),
               .atOnce = atOnce,
               .perform = [&](std::size_t which) { return toBytes(checked(checks[which], around.interrupted)); },
               .begins = around.begins,
               .ends =
                   [&](std::size_t which, const std::string& answer, const std::string& problem) {
                     auto report = reportFrom(answer);
                     if (!report)
                       report = unanswered(checks[which], core::Verdict::Inconclusive,
                                           "the process of Heddle that checked it " +
                                               (problem.empty() ? std::string("gave no answer") : problem));
                     answers.add(which, std::move(*report));
                   },
               .interrupted = around.interrupted,
               .tick = around.tick});
  for (std::size_t i = 0; i < checks.size(); ++i)
    if (!answers.has(i))
      answers.add(i, unanswered(checks[i], core::Verdict::Inconclusive, "interrupted before it was checked"));
  return answers.take();
}

}  // namespace heddle::check
