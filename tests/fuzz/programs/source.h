// The text of a program as a tree of lines, so that it can be made smaller
// without being understood.
#pragma once

#include <istream>
#include <set>
#include <string>
#include <vector>

namespace heddle::fuzz::programs {

// A line, or a line that opens a block, what is in it, and the line that closes it.
struct Line {
  std::string text;
  std::vector<Line> block = {};
  std::string close = {};
  int group = 0;  // lines of a group other than 0 can only go together
};
using Lines = std::vector<Line>;

struct Source {
  bool isCxx = false;
  Lines lines;

  const char* fileName() const { return isCxx ? "program.cpp" : "program.c"; }
};

std::string text(const Source& source);
// The blocks are those whose first line ends in { and whose last one begins with
// }, both indented alike.
Source parse(std::istream& in, bool isCxx);

// All names that occur.
std::set<std::string> namesIn(const Lines& lines);
std::set<std::string> namesIn(const std::string& text);

// `lines` at the end of `to`.
void append(Lines& to, Lines lines);

// `head {` … `}`.
Line block(const std::string& head, Lines lines, const std::string& close = "}");

}  // namespace heddle::fuzz::programs
