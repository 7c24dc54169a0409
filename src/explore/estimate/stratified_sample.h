// The size of a tree from a few of its nodes.
//
// Follows   Knuth, Estimating the efficiency of backtrack programs (1975): who goes down from the root to a
//           random child each time, and counts each node as often as there were ways to choose, counts
//           all nodes in the mean.
//           Chen, Heuristic sampling (SIAM J. Comput. 1992): nodes that are probably alike, a stratum, are
//           represented by one of them, drawn by its weight. All strata together are
//           one probe. The mean is the same, and probes differ far less.
// Strata    Nodes of the same depth with about the same room and of the same kind (branching.h): an alternative that
//           turns off early has more below it than one of the last steps.
// Deviates  A stratum has several representatives, each of which stands for its part: in the first probe one, so that
//           something is known soon, and in each after it twice as many up to kMost. Large probes tell more than
//           many small ones that cost the same.
//           All probes together, also the one that is under way, tell the size (conditional_distribution.h); each by
//           itself only how far they differ.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "explore/estimate/branching.h"
#include "explore/estimate/conditional_distribution.h"
#include "explore/random_numbers.h"

namespace heddle::explore {

class StratifiedSample {
 public:
  explicit StratifiedSample(std::uint64_t seed) : numbers_(seed) {}

  // The node to look at; null: the root.
  const Branch* node() const { return current_ ? &current_->branch : nullptr; }
  struct Probe {
    double size;    // of the tree
    double weight;  // how much it tells
  };
  // What was seen there: whether it counts, and its branches. If that was the last node of the probe, the next one
  // begins at the root.
  std::optional<Probe> take(bool counts, std::vector<Branch> branches);
  // What is known of the tree from all probes.
  ConditionalDistribution::Size treeSize() const { return seen_.size(); }
  // The tree is another one.
  void restart();

 private:
  struct Node {
    Branch branch;
    double weight;  // how many nodes it stands for
  };
  using Representatives = std::vector<Node>;

  static constexpr std::size_t kLeast = 1, kMost = 32;

  void add(Representatives& representatives, Branch branch, double weight);
  double fraction();  // uniform in [0, 1)
  void goToRoot();

  RandomNumbers numbers_;
  std::map<Stratum, Representatives> open_;
  std::optional<Node> current_;
  Stratum stratum_;            // of the current node
  double weight_ = 1;          // of the current node
  double size_ = 0;            // of the tree, so far
  std::size_t most_ = kLeast;  // representatives of a stratum
  ConditionalDistribution seen_;
  std::vector<Stratum> below_;  // scratch: of the current node's branches
};

}  // namespace heddle::explore
