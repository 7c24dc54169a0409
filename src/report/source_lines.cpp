#include "report/source_lines.h"

#include <algorithm>
#include <fstream>

#include "report/unicode.h"

namespace heddle::report {
namespace {

std::vector<std::string> readLines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

const std::string* SourceLines::find(const std::string& file, unsigned number) {
  auto found = files_.find(file);
  if (found == files_.end()) found = files_.emplace(file, readLines(file)).first;
  const std::vector<std::string>& lines = found->second;
  return number >= 1 && number <= lines.size() ? &lines[number - 1] : nullptr;
}

std::string SourceLines::line(const std::string& file, unsigned number) {
  const std::string* const text = find(file, number);
  if (text == nullptr) return {};
  const std::size_t start = text->find_first_not_of(" \t");
  const std::size_t end = text->find_last_not_of(" \t\r");
  return start == std::string::npos ? std::string() : printable(text->substr(start, end - start + 1));
}

unsigned SourceLines::charactersUpTo(const std::string& file, unsigned number, unsigned column) {
  const std::string* const text = find(file, number);
  if (text == nullptr) return column;
  const auto isContinuation = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
  const auto bytes = static_cast<std::ptrdiff_t>(std::min<std::size_t>(column, text->size()));
  return column - static_cast<unsigned>(std::count_if(text->begin(), text->begin() + bytes, isContinuation));
}

}  // namespace heddle::report
