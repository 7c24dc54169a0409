// The places of the program's code that hooks and library functions are about.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "core/program_info.h"
#include "core/slice.h"
#include "runtime/hot.h"
#include "runtime/thread.h"

namespace heddle::runtime {

// The part of a site that hooks need on the hot path. Its first eight bytes
// are those of an Op from `site` on, so that a hook copies them as one word.
struct SiteFacts {
  SiteId site;
  OpKind kind;
  Order order;
  Order failOrder;
  std::uint8_t size;
  const core::UpdateRule* rule;
  bool isShared;  // and on the slice, if there is one
  bool isSystem;
  bool isCopySource;  // the read half of a memcpy, whose write half follows
  bool isRepeated;    // core::Site
  bool isOnSlice;     // of a loop: all that is in it
  SiteId place;       // the first site with the same place and meaning: what violations are counted by

  // In `size`: an atomic access that is not on the slice. Then it is no size that the quick paths know.
  static constexpr std::uint8_t kOffSlice = 0x80;

  void copyTo(Op& op) const {
    static_assert(offsetof(Op, kind) - offsetof(Op, site) == offsetof(SiteFacts, kind));
    static_assert(offsetof(Op, order) - offsetof(Op, site) == offsetof(SiteFacts, order));
    static_assert(offsetof(Op, failOrder) - offsetof(Op, site) == offsetof(SiteFacts, failOrder));
    static_assert(offsetof(Op, size) - offsetof(Op, site) == offsetof(SiteFacts, size));
    op.rule = rule;
    std::memcpy(static_cast<void*>(&op.site), this, 8);
    op.other = 0;
    op.isGuarded = op.partBytes = op.partAt = 0;
  }
};

class Sites {
 public:
  explicit Sites(const core::ProgramInfo& info);
  Sites(const Sites&) = delete;
  Sites& operator=(const Sites&) = delete;

  const SiteFacts& operator[](SiteId site) const { return hot.facts[site]; }  // those of facts_
  // All that is known of it.
  const core::Site& at(SiteId site) const { return info_.sites[site]; }
  const core::ProgramInfo& info() const { return info_; }

  // Where the program stands at a call of a library function, in user code if
  // that is known.
  SiteId here() const { return hot.facts[hot.callSite].isSystem && hot.userSite != 0 ? hot.userSite : hot.callSite; }

  // What is on the slice from now on.
  void setSlice(const core::Slice& slice);

  bool has(core::LoopRole role) const;
  const core::UpdateRule* ruleAt(SiteId site) const { return site < facts_.size() ? facts_[site].rule : nullptr; }
  // Whether plain stores are repeated by the iterations of their loops.
  bool hasRepeatedStores() const;
  // "queue.c:7"
  std::string placeOf(SiteId site) const;

 private:
  core::ProgramInfo info_;
  std::vector<SiteFacts> facts_;
};

}  // namespace heddle::runtime
