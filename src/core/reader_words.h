// Which threads take which read-write locks to read, as far as that is known: each of them has a word for it
// (runtime/externals/rwlock.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "core/op.h"

namespace heddle::core {

// Shared by the executor and whoever starts a search again. It grows.
class ReaderWords {
 public:
  static constexpr unsigned kMost = 32;
  struct Reader {
    Address lock;
    ThreadId thread;
    bool operator==(const Reader&) const = default;
  };

  const std::vector<Reader>& all() const { return all_; }
  std::optional<unsigned> of(Reader reader) const {
    const auto at = std::ranges::find(all_, reader);
    return at == all_.end() ? std::nullopt : std::optional(static_cast<unsigned>(at - all_.begin()));
  }
  // False: there is no room.
  bool add(Reader reader) {
    if (all_.size() < kMost && !of(reader)) all_.push_back(reader);
    return of(reader).has_value();
  }

 private:
  std::vector<Reader> all_;
};

}  // namespace heddle::core
