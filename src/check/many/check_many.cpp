#include "check/many/check_many.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>

#include "check/many/cached_check.h"
#include "check/many/processes.h"
#include "check/many/report_bytes.h"
#include "check/pass.h"

namespace heddle::check {
namespace {

// The processes that all checks may have together, divided among those that run: each sees here what its part is now.
class Cores {
 public:
  explicit Cores(unsigned all) : all_(all) {
    void* const memory = mmap(nullptr, sizeof(*running_), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) running_ = new (memory) std::atomic<unsigned>(0);
  }
  Cores(const Cores&) = delete;
  Cores& operator=(const Cores&) = delete;
  ~Cores() {
    if (running_ != nullptr) munmap(running_, sizeof(*running_));
  }

  void begins() {
    if (running_ != nullptr) ++*running_;
  }
  void ends() {
    if (running_ != nullptr) --*running_;
  }
  unsigned ofEach() const { return running_ == nullptr ? 1 : std::max(1U, all_ / std::max(1U, running_->load())); }

 private:
  unsigned all_;
  std::atomic<unsigned>* running_ = nullptr;  // null: there is no memory for it
};

report::Report checked(Options options, const AnswerCache& cache, const Cores& cores, unsigned most,
                       const std::function<bool()>& interrupted) {
  options.jobs = most;
  options.jobsNow = [&cores] { return cores.ofEach(); };
  options.areJobsAsked = false;
  auto report = checkCached(options, {.interrupted = interrupted}, cache);
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

report::Report unanswered(const Options& options, core::Verdict verdict, std::string why) {
  report::Report report;
  describe(options, report);
  report.outcome.verdict = verdict;
  report.outcome.why = std::move(why);
  return report;
}

std::vector<report::Report> checkMany(std::span<const Options> checks, unsigned most, const AnswerCache& cache,
                                      const AroundMany& around) {
  Answers answers(checks.size(), around);
  Cores cores(most);
  inProcesses(
      {.count = checks.size(),
       .atOnce = most,
       .perform =
           [&](std::size_t which) { return toBytes(checked(checks[which], cache, cores, most, around.interrupted)); },
       .begins =
           [&](std::size_t which) {
             cores.begins();
             if (around.begins) around.begins(which);
           },
       .ends =
           [&](std::size_t which, const std::string& answer, const std::string& problem) {
             cores.ends();
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
  cache.evict();
  return answers.take();
}

}  // namespace heddle::check
