// Old C programs define functions whose names newer headers have taken, with other types: getline, remove, index.
// Natively they do not compile any more; here they get names of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

struct TakenName {
  std::string name;
  std::string header;  // that declares it

  bool operator==(const TakenName&) const = default;
};

// That the compiler has complained of; empty: it has complained of something else only.
std::vector<TakenName> takenNames(std::string_view errors);

// The file's text behind the headers and new names. Lines keep their numbers.
std::string withOwnNames(std::string_view text, const std::string& file, const std::vector<TakenName>& names);

}  // namespace heddle::frontend
