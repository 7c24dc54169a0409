// The options that stand beside a test: HEDDLE_TEST(name, "--model tso --expect data-race").
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::cli {

struct BesideTest {
  std::map<std::string, std::vector<std::string>> arguments;  // by long name, as they are on a command line
  std::string expects;                                        // report::Test::expects
};

Result<BesideTest> readBeside(const std::string& text);

}  // namespace heddle::cli
