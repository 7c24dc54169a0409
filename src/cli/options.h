// What the user asked for.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "check/bounded.h"
#include "check/options.h"

namespace heddle::cli {

enum class Colour { Auto, Always, Never };

struct OutputOptions {
  Colour colour = Colour::Auto;
  bool fullTrace = false;
  bool quiet = false;
  bool stats = false;
  bool explainLoops = false;
  bool explainSlice = false;
  std::map<std::string_view, std::string> files;  // by report::Format::name; "-" is standard output; empty: none

  // Whether standard output is for one of them, and the text goes elsewhere.
  bool takesStdout() const {
    return std::ranges::any_of(files, [](const auto& file) { return file.second == "-"; });
  }
};

struct CheckOptions : check::Options {
  std::vector<std::string> only;  // what is asked about; empty: everything
  OutputOptions output;
  bool isEach = false;         // each file is a program by itself
  std::string cacheDirectory;  // of answers; empty: the user's
  bool isCacheOff = false;
  // Of one test of a program, with what stands beside the test.
  std::function<Result<check::Options>(const frontend::Source&, const frontend::Test&)> ofTest = {};
};

// The same options: it is about such a check.
struct EstimateOptions : CheckOptions {};

// Of all tests together.
struct TestOptions : CheckOptions {
  std::vector<std::string> filters;  // names of the tests that are meant, as globs; empty: all
  bool isList = false;               // only print which there are
};

struct BoundedOptions : check::BoundedRequest {
  OutputOptions output;
};

struct ReplayOptions {
  std::string file;
  std::string test;                            // which of the file's tests; empty: the one with a violation
  std::size_t violation = 1;                   // which of the file's violations, from 1
  bool inDebugger = false;                     // gdb is to run it
  bool underDebugger = false;                  // gdb has started it
  std::vector<std::string> debuggerArguments;  // further ones
  OutputOptions output;
};

// Where defaults come from.
struct ConfigOptions {
  std::string file;  // empty: the nearest
  bool isOff = false;
};

}  // namespace heddle::cli
