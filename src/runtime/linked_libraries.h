// The libraries that the program is linked with: -lNAME and -LDIRECTORY, as a linker knows them.
#pragma once

#include <string>
#include <vector>

namespace heddle::runtime {

class LinkedLibraries {
 public:
  // `flags` may have others.
  explicit LinkedLibraries(const std::vector<std::string>& flags);

  // In the C or C++ library, else in one of these, which is loaded then. Null if nobody has it.
  const void* find(const std::string& symbol);

 private:
  void load();

  std::vector<std::string> names_;
  std::vector<std::string> directories_;
  std::vector<void*> loaded_;
};

}  // namespace heddle::runtime
