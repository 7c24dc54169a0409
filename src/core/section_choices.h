// Which choices are made in atomic sections, as far as that is known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/ids.h"

namespace heddle::core {

// Shared by the executor, which makes them before the section begins, and whoever starts a search again. It grows.
class SectionChoices {
 public:
  bool empty() const { return counts_.empty(); }
  // Of the section that begins there: of how many values each, in the order in which they are made.
  std::span<const std::uint64_t> of(SiteId begin) const {
    const auto row = counts_.find(begin);
    return row == counts_.end() ? std::span<const std::uint64_t>() : row->second;
  }
  // At least so many. Whether that was news.
  bool add(SiteId begin, std::span<const std::uint64_t> counts) {
    std::vector<std::uint64_t>& known = counts_[begin];
    const std::vector<std::uint64_t> before = known;
    known.resize(std::max(known.size(), counts.size()));
    for (std::size_t i = 0; i < counts.size(); ++i) known[i] = std::max(known[i], counts[i]);
    return known != before;
  }
  const std::map<SiteId, std::vector<std::uint64_t>>& all() const { return counts_; }

 private:
  std::map<SiteId, std::vector<std::uint64_t>> counts_;
};

}  // namespace heddle::core
