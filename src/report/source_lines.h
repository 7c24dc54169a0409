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

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle::report
