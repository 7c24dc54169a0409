// The answer for a person: one screen, the verdict first.
#pragma once

#include <string>

#include "report/report.h"
#include "report/style.h"

namespace heddle::report {

struct TextOptions {
  Style style;
  bool fullTrace = false;
  bool quiet = false;  // only the verdict line
  bool stats = false;  // the time of each phase
};

std::string text(const Report& report, const TextOptions& options);

// The counterexample of one execution: its verdict line, message, interleaving, output.
std::string counterexample(const core::Trace& trace, const TextOptions& options);

// "data race": a kind of violation in words.
std::string spoken(core::ViolationKind kind);
// "12 ms", "1.20 s".
std::string duration(double seconds);

// "queue.c:31:7: message": what is wrong with the input, in the form editors understand.
std::string locatedMessage(const core::Place& place, std::string_view message);

}  // namespace heddle::report
