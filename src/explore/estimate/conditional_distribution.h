// What probes have learnt about a tree: how many branches of which strata a node of a stratum has. The size of the tree
// follows, level by level.
//
// Follows   Zahavi, Felner, Burch and Holte, Predicting the performance of IDA* using conditional distributions (JAIR
//           2010): N(i+1, t') is the sum over t of N(i, t) p(t' | t), where t is what they call a type. A type is a
//           stratum here.
// Deviates  The distribution is not learnt beforehand, but from the nodes that probes look at. Each counts by the
// number of
//           nodes it stands for, so that the sizes go to the true one with more probes, whatever the strata are.
//           Of a stratum that nobody has looked at, the nearest one of its level is taken.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace heddle::explore {

struct Stratum {
  unsigned depth = 0;
  unsigned room = 0;  // about, as the sample divides it
  unsigned kind = 0;

  auto operator<=>(const Stratum&) const = default;
};

class ConditionalDistribution {
 public:
  // A node that stands for `weight` nodes of its stratum; `counts`: it is an execution.
  void add(const Stratum& stratum, double weight, bool counts, std::span<const Stratum> branches);

  struct Size {
    double nodes = 0;    // of the tree
    double unknown = 0;  // how many of these are of a level that nobody has looked at: what is below them is missing
  };
  Size size() const;
  void clear();

 private:
  struct Seen {
    double weight = 0;      // of all nodes
    double executions = 0;  // of which are executions
    std::map<std::uint32_t, double> branches;
  };
  using Indices = std::map<Stratum, std::uint32_t>;

  std::uint32_t indexOf(const Stratum& stratum);
  const Seen* nearestTo(Indices::const_iterator place) const;

  Indices indices_;  // into seen_
  std::vector<Seen> seen_;
};

}  // namespace heddle::explore
