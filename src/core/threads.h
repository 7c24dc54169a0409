// Thread identities that do not depend on the schedule.
//
// A thread is the path (parent, n-th child) from the main thread. Each path
// gets a dense ThreadId the first time it is seen and keeps it for the run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace heddle::core {

class ThreadTable {
 public:
  ThreadTable();

  // The n-th child (from 0) of `parent`; kMaxThreads if there is no room left.
  ThreadId child(ThreadId parent, unsigned nth) {
    const std::vector<ThreadId>& children = rows_[parent].children;
    return nth < children.size() ? children[nth] : addChildren(parent, nth);
  }

  ThreadId count() const { return static_cast<ThreadId>(rows_.size()); }

  // "main", "T1" for main's first child, "T1.2" for that one's second.
  const std::string& nameOf(ThreadId t) const { return rows_[t].name; }

  // By number.
  std::vector<std::string> names() const;

  // The thread of that name, known or not yet; nothing if it is not a name.
  std::optional<ThreadId> named(std::string_view name);

 private:
  ThreadId addChildren(ThreadId parent, unsigned nth);

  struct Row {
    std::string name;
    std::vector<ThreadId> children;
  };
  std::vector<Row> rows_;
};

}  // namespace heddle::core
