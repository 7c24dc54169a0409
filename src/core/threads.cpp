#include "core/threads.h"

#include <charconv>

namespace heddle::core {

ThreadTable::ThreadTable() { rows_.push_back({"main", {}}); }

ThreadId ThreadTable::addChildren(ThreadId parent, unsigned nth) {
  // Children are numbered in the order of their parent's spawns, so that the
  // ones before the n-th exist.
  while (rows_[parent].children.size() <= nth) {
    if (rows_.size() == kMaxThreads) return kMaxThreads;
    const std::string number = std::to_string(rows_[parent].children.size() + 1);
    const auto id = static_cast<ThreadId>(rows_.size());
    rows_.push_back({parent == 0 ? "T" + number : rows_[parent].name + "." + number, {}});
    rows_[parent].children.push_back(id);
  }
  return rows_[parent].children[nth];
}

std::vector<std::string> ThreadTable::names() const {
  std::vector<std::string> names;
  names.reserve(rows_.size());
  for (const Row& row : rows_) names.push_back(row.name);
  return names;
}

std::optional<ThreadId> ThreadTable::named(std::string_view name) {
  if (name == "main") return ThreadId{0};
  if (name.empty() || name.front() != 'T') return std::nullopt;
  const char* at = name.data() + 1;
  const char* const end = name.data() + name.size();
  ThreadId thread = 0;
  while (true) {
    unsigned nth = 0;
    const auto [next, error] = std::from_chars(at, end, nth);
    if (error != std::errc{} || nth == 0 || nth > kMaxThreads) return std::nullopt;
    thread = child(thread, nth - 1);
    if (thread == kMaxThreads) return std::nullopt;
    if (next == end) return thread;
    if (*next != '.') return std::nullopt;
    at = next + 1;
  }
}

}  // namespace heddle::core
