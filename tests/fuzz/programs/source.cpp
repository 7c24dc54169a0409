#include "source.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace heddle::fuzz::programs {
namespace {

void write(const Lines& lines, unsigned depth, std::string& to) {
  for (const Line& line : lines) {
    to += std::string(std::size_t{2} * depth, ' ') + line.text + "\n";
    write(line.block, depth + 1, to);
    if (!line.close.empty()) to += std::string(std::size_t{2} * depth, ' ') + line.close + "\n";
  }
}

std::size_t indentation(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

// From `next` on, until a line closes the block that is open at `indent`.
Lines blockOf(const std::vector<std::string>& all, std::size_t& next, std::size_t indent, std::string& close) {
  Lines lines;
  while (next < all.size()) {
    const std::string& now = all[next++];
    const std::size_t depth = indentation(now);
    Line line{now.substr(depth)};
    if (depth + 2 == indent && line.text.starts_with("}")) {
      close = line.text;
      return lines;
    }
    if (line.text.ends_with("{")) line.block = blockOf(all, next, depth + 2, line.close);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

Source parse(std::istream& in, bool isCxx) {
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  std::size_t next = 0;
  std::string close;
  return {isCxx, blockOf(all, next, 0, close)};
}

std::string text(const Source& source) {
  std::string all;
  write(source.lines, 0, all);
  return all;
}

std::set<std::string> namesIn(const std::string& text) {
  const auto isOfName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string> names;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && isOfName(text[end])) ++end;
    if (end > i && std::isdigit(static_cast<unsigned char>(text[i])) == 0) names.insert(text.substr(i, end - i));
    i = end + 1;
  }
  return names;
}

std::set<std::string> namesIn(const Lines& lines) {
  std::set<std::string> names;
  for (const Line& line : lines) {
    names.merge(namesIn(line.text));
    names.merge(namesIn(line.close));
    names.merge(namesIn(line.block));
  }
  return names;
}

void append(Lines& to, Lines lines) {
  to.insert(to.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

Line block(const std::string& head, Lines lines, const std::string& close) {
  return {head.empty() ? "{" : head + " {", std::move(lines), close};
}

}  // namespace heddle::fuzz::programs
