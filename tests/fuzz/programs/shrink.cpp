#include "shrink.h"

#include <algorithm>
#include <set>

namespace heddle::fuzz::programs {
namespace {

using Fails = std::function<bool(const Source&)>;

// Calls `visit(lines, index)` for every line, outer ones first, until it says true.
template <typename Visit>
bool forEach(Lines& lines, const Visit& visit) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (visit(lines, i) || forEach(lines[i].block, visit)) return true;
  return false;
}

std::size_t count(Source& source) {
  std::size_t lines = 0;
  forEach(source.lines, [&](Lines&, std::size_t) { return ++lines, false; });
  return lines;
}

// Does `change` to the `index`-th line of a copy.
template <typename Change>
Source changed(const Source& source, std::size_t index, const Change& change) {
  Source copy = source;
  std::size_t at = 0;
  forEach(copy.lines, [&](Lines& lines, std::size_t i) { return at++ == index && (change(lines, i), true); });
  return copy;
}

void remove(Lines& lines, std::size_t i) { lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i)); }

// What was in the block, without it.
void unwrap(Lines& lines, std::size_t i) {
  Lines inner = std::move(lines[i].block);
  remove(lines, i);
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
}

void removeGroup(Lines& lines, int group) {
  std::erase_if(lines, [&](const Line& line) { return line.group == group; });
  for (Line& line : lines) removeGroup(line.block, group);
}

bool withoutGroups(Source& source, const Fails& fails) {
  std::set<int> groups;
  forEach(source.lines, [&](Lines& lines, std::size_t i) { return groups.insert(lines[i].group), false; });
  bool isSmaller = false;
  for (const int group : groups) {
    if (group == 0) continue;
    Source copy = source;
    removeGroup(copy.lines, group);
    if (!fails(copy)) continue;
    source = std::move(copy);
    isSmaller = true;
  }
  return isSmaller;
}

bool withoutLines(Source& source, const Fails& fails) {
  bool isSmaller = false;
  for (std::size_t i = count(source); i-- > 0;) {
    if (i >= count(source)) continue;
    bool isBlock = false;
    Source copy = changed(source, i, [&](Lines& lines, std::size_t at) {
      isBlock = !lines[at].block.empty();
      remove(lines, at);
    });
    if (!fails(copy)) {
      if (!isBlock) continue;
      copy = changed(source, i, unwrap);
      if (!fails(copy)) continue;
    }
    source = std::move(copy);
    isSmaller = true;
  }
  return isSmaller;
}

}  // namespace

Source shrink(Source source, const Fails& fails) {
  bool isSmaller = true;
  while (isSmaller) {
    isSmaller = withoutGroups(source, fails);
    isSmaller = withoutLines(source, fails) || isSmaller;
  }
  return source;
}

}  // namespace heddle::fuzz::programs
