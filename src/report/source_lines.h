// The text of source lines, read from disk once a file.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heddle::report {

class SourceLines {
 public:
  // The line without its indentation and ready to print; empty if the file
  // cannot be read or has no such line.
  std::string line(const std::string& file, unsigned number);

  // Compilers count the bytes of a line, from 1; this is the same column in characters.
  unsigned charactersUpTo(const std::string& file, unsigned number, unsigned column);

 private:
  const std::string* find(const std::string& file, unsigned number);

  std::map<std::string, std::vector<std::string>> files_;  // as they are
};

}  // namespace heddle::report
