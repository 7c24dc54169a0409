#include "shrink.h"

#include <algorithm>
#include <set>
#include <vector>

namespace heddle::fuzz::programs {
namespace {

using Fails = std::function<bool(const Source&)>;

// Every list of lines, outer ones first. Empty ones too: those before a list
// stay where they are when it loses lines.
void collect(Lines& lines, std::vector<Lines*>& lists) {
  lists.push_back(&lines);
  for (Line& line : lines) collect(line.block, lists);
}
std::vector<Lines*> listsOf(Source& source) {
  std::vector<Lines*> lists;
  collect(source.lines, lists);
  return lists;
}

void removeGroup(Lines& lines, int group) {
  std::erase_if(lines, [&](const Line& line) { return line.group == group; });
  for (Line& line : lines) removeGroup(line.block, group);
}

class Shrinking {
 public:
  Shrinking(Source source, const Fails& fails) : best_(std::move(source)), fails_(fails) {}

  Source run() {
    while (withoutGroups() || withoutLines() || withoutBlocks()) {
    }
    return std::move(best_);
  }

 private:
  bool take(Source candidate) {
    if (!fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool withoutGroups() {
    std::set<int> groups;
    for (const Lines* list : listsOf(best_))
      for (const Line& line : *list) groups.insert(line.group);
    groups.erase(0);
    bool isSmaller = false;
    for (const int group : groups) {
      Source copy = best_;
      removeGroup(copy.lines, group);
      isSmaller = take(std::move(copy)) || isSmaller;
    }
    return isSmaller;
  }

  // Many at once first: most of them are not needed.
  bool withoutLines() {
    bool isSmaller = false;
    for (std::size_t l = 0; l < listsOf(best_).size(); ++l)
      for (std::size_t size = listsOf(best_)[l]->size(); size > 0; size /= 2)
        isSmaller = withoutPieces(l, size) || isSmaller;
    return isSmaller;
  }

  bool withoutPieces(std::size_t l, std::size_t size) {
    bool isSmaller = false;
    for (std::size_t end = listsOf(best_)[l]->size(); end >= size; end -= size) {
      Source copy = best_;
      Lines& lines = *listsOf(copy)[l];
      const auto first = lines.begin() + static_cast<std::ptrdiff_t>(end - size);
      const auto last = first + static_cast<std::ptrdiff_t>(size);
      const auto kept = std::remove_if(first, last, [](const Line& line) { return line.group == 0; });
      if (kept == last) continue;
      lines.erase(kept, last);
      isSmaller = take(std::move(copy)) || isSmaller;
    }
    return isSmaller;
  }

  // What is in a block, without it.
  bool withoutBlocks() {
    bool isSmaller = false;
    for (std::size_t l = 0; l < listsOf(best_).size(); ++l)
      for (std::size_t i = 0; l < listsOf(best_).size() && i < listsOf(best_)[l]->size(); ++i) {
        if ((*listsOf(best_)[l])[i].block.empty()) continue;
        Source copy = best_;
        Lines& lines = *listsOf(copy)[l];
        const Lines inner = std::move(lines[i].block);
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
        isSmaller = take(std::move(copy)) || isSmaller;
      }
    return isSmaller;
  }

  Source best_;
  const Fails& fails_;
};

}  // namespace

Source shrink(Source source, const Fails& fails) { return Shrinking(std::move(source), fails).run(); }

}  // namespace heddle::fuzz::programs
