#include "report/source_lines.h"

#include <fstream>

#include "report/unicode.h"

namespace heddle::report {
namespace {

std::vector<std::string> readLines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t start = line.find_first_not_of(" \t");
    const std::size_t end = line.find_last_not_of(" \t\r");
    lines.push_back(start == std::string::npos ? std::string() : printable(line.substr(start, end - start + 1)));
  }
  return lines;
}

}  // namespace

std::string SourceLines::line(const std::string& file, unsigned number) {
  auto found = files_.find(file);
  if (found == files_.end()) found = files_.emplace(file, readLines(file)).first;
  const std::vector<std::string>& lines = found->second;
  return number >= 1 && number <= lines.size() ? lines[number - 1] : std::string();
}

}  // namespace heddle::report
