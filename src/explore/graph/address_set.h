// A few addresses, asked for at every step: a row of words is quicker than a
// hash table as long as it is short, and programs have few words that matter.
#pragma once

#include <algorithm>
#include <set>
#include <unordered_set>
#include <vector>

#include "core/op.h"

namespace heddle::explore::graph {

class AddressSet {
 public:
  AddressSet() = default;
  explicit AddressSet(const std::set<core::Address>& addresses) {
    for (const core::Address address : addresses) insert(address);
  }

  bool empty() const { return few_.empty(); }
  bool contains(core::Address address) const {
    return std::find(few_.begin(), few_.end(), address) != few_.end() || (!many_.empty() && many_.contains(address));
  }
  // False: it was there.
  bool insert(core::Address address) {
    if (contains(address)) return false;
    if (few_.size() < kFew)
      few_.push_back(address);
    else
      many_.insert(address);
    return true;
  }
  std::set<core::Address> sorted() const {
    std::set<core::Address> all(few_.begin(), few_.end());
    all.insert(many_.begin(), many_.end());
    return all;
  }

 private:
  static constexpr std::size_t kFew = 16;
  std::vector<core::Address> few_;
  std::unordered_set<core::Address> many_;
};

}  // namespace heddle::explore::graph
