// C text that was preprocessed on another system has that system's types in it. Here it runs
// with this system's library, so it gets this system's.
#pragma once

#include <string>
#include <string_view>

namespace heddle::frontend {

struct Adapted {
  std::string text;        // line by line what was there
  bool isChanged = false;  // else the text is empty
  bool was32Bit = false;   // long and pointers had 32 bits there
};

Adapted adaptTypes(std::string_view text);

}  // namespace heddle::frontend
