// The executions of a search, as far as it matters how they can be divided: in its order, and how deep the search has
// branched off to each of them. What is left of an interval is given away from the shallowest open event on
// (GraphSearch::split), and that is where its branch is the shallowest: nothing else of the tree need be known.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::bench {

class Tree {
 public:
  // By execution but the first: the depth of its branch.
  explicit Tree(std::vector<std::uint32_t> branches);

  std::uint64_t executions() const { return levels_.front().size() + 1; }

  // Where an interval of executions that is at `now` can be divided: what is given away begins there. `end`: it cannot.
  std::uint64_t shallowest(std::uint64_t now, std::uint64_t end) const;

 private:
  struct Least {
    std::uint32_t depth;
    std::uint64_t at;  // the first
  };
  Least least(std::size_t level, std::uint64_t begin, std::uint64_t end) const;
  Least scanned(std::size_t level, std::uint64_t begin, std::uint64_t end) const;

  // The branches, then the least of each 64, of each 64 of these, …
  std::vector<std::vector<std::uint32_t>> levels_;
};

}  // namespace heddle::bench
