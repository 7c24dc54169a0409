#include "simulation/tree.h"

#include <algorithm>
#include <limits>

namespace heddle::bench {
namespace {

constexpr std::uint64_t kBlock = 64;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Tree::Tree(std::vector<std::uint32_t> branches) {
  levels_.push_back(std::move(branches));
  while (levels_.back().size() > kBlock) {
    const std::vector<std::uint32_t>& last = levels_.back();
    std::vector<std::uint32_t> next;
    next.reserve(last.size() / kBlock + 1);
    for (std::size_t i = 0; i < last.size(); i += kBlock) {
      const std::size_t end = std::min(i + kBlock, last.size());
      next.push_back(*std::min_element(last.begin() + static_cast<std::ptrdiff_t>(i),
                                       last.begin() + static_cast<std::ptrdiff_t>(end)));
    }
    levels_.push_back(std::move(next));
  }
}

// Branch i leads to execution i + 1.
std::uint64_t Tree::shallowest(std::uint64_t now, std::uint64_t end) const {
  if (now + 1 >= end) return end;
  return least(0, now, end - 1).at + 1;
}

Tree::Least Tree::scanned(std::size_t level, std::uint64_t begin, std::uint64_t end) const {
  Least best{kNone, end};
  for (std::uint64_t i = begin; i < end; ++i)
    if (levels_[level][i] < best.depth) best = {levels_[level][i], i};
  return best;
}

Tree::Least Tree::least(std::size_t level, std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t firstWhole = (begin + kBlock - 1) / kBlock, endWhole = end / kBlock;
  if (level + 1 == levels_.size() || firstWhole >= endWhole) return scanned(level, begin, end);
  Least best = scanned(level, begin, firstWhole * kBlock);
  const Least inside = least(level + 1, firstWhole, endWhole);
  if (inside.depth < best.depth) best = scanned(level, inside.at * kBlock, (inside.at + 1) * kBlock);
  if (const Least rest = scanned(level, endWhole * kBlock, end); rest.depth < best.depth) best = rest;
  return best;
}

}  // namespace heddle::bench
