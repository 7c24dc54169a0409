// Many checks, each by itself, and one report on all of them.
#pragma once

#include <vector>

#include "base/result.h"
#include "check/many/answer_cache.h"
#include "cli/options.h"
#include "cli/progress_line.h"

namespace heddle::cli {

// Where answers are kept, if anywhere.
Result<check::AnswerCache> cacheOf(const CheckOptions& options, bool isOnByDefault);

// `checks` are about tests and programs (check::Options::test), of which each has a line as soon as it has an answer.
// Answers the exit code.
int checkAll(const CheckOptions& options, std::vector<check::Options> checks, ProgressLine& line);

// `heddle check --each`: the mains of all programs, and the tests of those that have no main.
int checkEach(const CheckOptions& options);

}  // namespace heddle::cli
