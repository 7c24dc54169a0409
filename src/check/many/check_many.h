// Many checks, each in a process of its own.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "check/many/answer_cache.h"
#include "check/options.h"
#include "report/report.h"

namespace heddle::check {

// What many checks ask of their caller. All of them may be empty.
struct AroundMany {
  std::function<bool()> interrupted = {};
  std::function<void(std::size_t)> begins = {};  // the check of that index
  std::function<void()> tick = {};               // some time has passed
  // In the order of the checks, each as soon as it and those before it have ended.
  std::function<void(const report::Report&)> answered = {};
};

// Of a check that was not made, or has not ended.
report::Report unanswered(const Options& options, core::Verdict verdict, std::string why);

// With at most so many processes in all: checks at once, and where fewer are left, processes that explore each. In the
// order of the checks, whatever ends first. What Heddle refuses to check is a report, too
// (core::Verdict::Refused), and so is what nobody has checked since the user has interrupted it, or what Heddle has not
// survived (Inconclusive).
std::vector<report::Report> checkMany(std::span<const Options> checks, unsigned most, const AnswerCache& cache,
                                      const AroundMany& around = {});

}  // namespace heddle::check
