#pragma once

#include <string>

namespace heddle::cli {

// Nothing to do but to print: help, version, or what is wrong with the usage.
struct Message {
  std::string text;
  bool isError = false;
};

}  // namespace heddle::cli
