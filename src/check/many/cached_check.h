// A check whose answer may be known already.
#pragma once

#include "base/result.h"
#include "check/many/answer_cache.h"
#include "check/options.h"
#include "check/outside.h"
#include "report/report.h"

namespace heddle::check {

// As check(): the answer of the cache, if it has one; else what is found out, which is kept if it may be.
Result<report::Report> checkCached(const Options& options, const Outside& outside, const AnswerCache& cache);

// Whether such a program does nothing that the key does not know of.
bool isKnownWhole(const Options& options);

// Whether a further check would find out the same. Never what a limit of time, a bound on executions or the user has
// cut short: there is more to find out. Never what the solver was asked about and did not know in its time. What is
// inconclusive because of bounds on loops, or since it is a sample, is kept, and stays inconclusive.
bool isFinal(const report::Report& report);

}  // namespace heddle::check
