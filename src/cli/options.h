// What the user asked for.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "explore/registry.h"
#include "frontend/compile.h"
#include "runtime/native_program.h"

namespace heddle::cli {

enum class Colour { Auto, Always, Never };

struct OutputOptions {
  Colour colour = Colour::Auto;
  bool fullTrace = false;
  bool quiet = false;
  bool stats = false;
  bool explainLoops = false;
  std::string json;  // file to write; "-" is standard output; empty: none
  std::string dot;   // the same

  // Whether standard output is for one of them, and the text goes elsewhere.
  bool takesStdout() const { return json == "-" || dot == "-"; }
};

struct CheckOptions {
  frontend::Source source;
  transform::LoopOptions loops{.undone = true};
  runtime::Options runtime;
  std::string search = "awamoche";
  std::string model = "rc11";
  bool areDefaults = false;  // neither of them was asked for
  explore::SearchOptions tuning;
  std::uint64_t boundExecutions = 0;  // 0: none
  double timeLimit = 0;               // seconds; 0: none
  double secondsSpent = 0;            // of these, by attempts before this one
  double secondsHere = 0;             // for this attempt; 0: what is left
  bool keepGoing = false;
  std::string saveFrontier;  // where to write what is left when a limit stops the search; empty: nowhere
  std::string resume;        // a file to go on from; empty: from the start
  unsigned watchEvery = 64;  // as LoopOptions::watchEvery, where it helps
  bool commute = true;       // updates whose results nobody uses may change places
  bool shorten = true;
  OutputOptions output;
};

struct ReplayOptions {
  std::string file;
  std::size_t violation = 1;  // which of the file's violations, from 1
  OutputOptions output;
};

// Nothing to do but to print: help, version, or what is wrong with the usage.
struct Message {
  std::string text;
  bool isError = false;
};

using Command = std::variant<CheckOptions, ReplayOptions, Message>;

// `arguments` without the name of the program.
Command parse(std::vector<std::string> arguments);

// The effective options as the JSON report has them, and back as far as a
// replay needs them.
nlohmann::ordered_json optionsToJson(const CheckOptions& options);
Result<runtime::Options> runtimeOptionsFrom(const nlohmann::ordered_json& options);
Result<transform::LoopOptions> loopOptionsFrom(const nlohmann::ordered_json& options);

}  // namespace heddle::cli
