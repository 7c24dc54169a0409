// The answers of many tests: what each says, and all of them together.
#pragma once

#include <span>
#include <string>

#include "report/report.h"
#include "report/text.h"

namespace heddle::report {

enum class TestAnswer : std::uint8_t { Passed, Failed, Inconclusive, Refused };

// Of a report about a test: passed if what was found is what it expects.
TestAnswer answerOf(const Report& report);

// Of a test that has not passed, as one sentence: what is wrong with the program, or why that is not known.
std::string whyNotPassed(const Report& report);

// "✓ queue_is_fifo    12 executions · 0.21 s". The names have a column of `width`.
std::string testLine(const Report& report, unsigned width, const TextOptions& options);

// What a person wants to see of a test that has not passed; empty for one that has.
std::string testDetails(const Report& report, const TextOptions& options);

// "3 of 4 tests passed, 1 failed · 1.2 s".
std::string testSummary(std::span<const Report> reports, double seconds, const Style& style);

// The first of them that has been answered: a violation, what Heddle cannot check, what it does not know, nothing.
TestAnswer answerOf(std::span<const Report> reports);

}  // namespace heddle::report
