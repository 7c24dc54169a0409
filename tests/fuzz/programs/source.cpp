#include "source.h"

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

}  // namespace

std::string text(const Source& source) {
  std::string all;
  write(source.lines, 0, all);
  return all;
}

void append(Lines& to, Lines lines) {
  to.insert(to.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

Line block(const std::string& head, Lines lines, const std::string& close) {
  return {head + " {", std::move(lines), close};
}

}  // namespace heddle::fuzz::programs
