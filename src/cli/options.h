// What the user asked for.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "check/options.h"

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

struct CheckOptions : check::Options {
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

}  // namespace heddle::cli
