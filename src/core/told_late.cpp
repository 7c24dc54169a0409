#include "core/told_late.h"

#include <algorithm>
#include <unordered_map>

namespace heddle::core {
namespace {

constexpr std::uint64_t kLargest = 256;  // bytes; what touches more is ordered with everything

class Lines {
 public:
  Lines(const std::vector<TraceLine>& lines, const std::vector<Touched>& touched, std::size_t violation)
      : lines_(lines), end_(violation), needs_(violation), place_(violation), isTold_(violation) {
    order_.reserve(lines.size());
    for (std::size_t i = 0; i < violation; ++i) {
      Thread& thread = threads_[lines[i].thread];
      place_[i] = {&thread, thread.lines.size()};
      thread.lines.push_back(i);
    }
    for (std::size_t i = 0; i < violation; ++i) {
      needs_[i] = lines[i].sw;
      if (const auto& node = lines[i].node) {
        if (node->rf) needs_[i].push_back(*node->rf);
        if (node->later) needs_[i].push_back(*node->later);
      }
    }
    orderAccesses(touched);
  }

  // By their old places.
  std::vector<std::size_t> inOrder(const std::string& culprit) {
    std::size_t last = end_;  // from here on only the culprit makes steps
    while (last > 0 && (!isDecided(last - 1) || lines_[last - 1].thread == culprit)) --last;
    for (std::size_t i = 0; i < last; ++i)
      if (isDecided(i)) tell(i);
    for (std::size_t i = 0; i < end_; ++i)
      if (!isTold_[i] && isNext(i) && canFollow(i) && lines_[i].thread != culprit) tell(i);
    for (std::size_t i = last; i < end_; ++i)
      if (isDecided(i)) tell(i);
    for (std::size_t i = 0; i < end_; ++i)
      if (lines_[i].thread != culprit) tell(i);
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (i >= end_ || !isTold_[i]) order_.push_back(i);
    return std::move(order_);
  }

 private:
  struct Thread {
    std::vector<std::size_t> lines;
    std::size_t told = 0;  // how many of them
  };

  bool isDecided(std::size_t line) const { return lines_[line].step != 0; }

  // Its thread up to there, and what comes after it without a decision.
  void tell(std::size_t line) {
    if (isTold_[line]) return;
    const auto [thread, at] = place_[line];
    while (thread->told <= at) {
      const std::size_t next = thread->lines[thread->told];
      for (const std::size_t need : needs_[next])
        if (need < next) tell(need);
      add(*thread);
    }
    while (thread->told < thread->lines.size() && canFollow(thread->lines[thread->told])) add(*thread);
  }

  // Of its thread.
  bool isNext(std::size_t line) const { return place_[line].second == place_[line].first->told; }

  bool canFollow(std::size_t line) const {
    return !isDecided(line) && std::ranges::all_of(needs_[line], [&](std::size_t need) { return isTold_[need]; });
  }

  void add(Thread& thread) {
    const std::size_t line = thread.lines[thread.told++];
    isTold_[line] = true;
    order_.push_back(line);
  }

  // Accesses of two threads to the same memory stay as they are if one of them writes.
  void orderAccesses(const std::vector<Touched>& touched) {
    std::unordered_map<Address, std::vector<std::size_t>> byWord;  // the last of each thread to read, and to write
    std::size_t barrier = end_;
    for (std::size_t i = 0; i < end_; ++i) {
      const Touched access = i < touched.size() ? touched[i] : Touched{};
      if (access.bytes > kLargest) {
        for (const auto& [name, thread] : threads_) {
          const auto after = std::ranges::lower_bound(thread.lines, i);
          if (after != thread.lines.begin()) needs_[i].push_back(*(after - 1));
        }
        barrier = i;
        byWord.clear();
        continue;
      }
      if (barrier != end_) needs_[i].push_back(barrier);
      if (access.bytes == 0) continue;
      for (Address word = access.addr / 8; word <= (access.addr + access.bytes - 1) / 8; ++word) {
        std::vector<std::size_t>& before = byWord[word];
        for (const std::size_t line : before)
          if (lines_[line].thread != lines_[i].thread && (access.write || touched[line].write))
            needs_[i].push_back(line);
        std::erase_if(before, [&](std::size_t line) {
          return lines_[line].thread == lines_[i].thread && (access.write || !touched[line].write);
        });
        before.push_back(i);
      }
    }
  }

  const std::vector<TraceLine>& lines_;
  const std::size_t end_;
  std::unordered_map<std::string, Thread> threads_;
  std::vector<std::vector<std::size_t>> needs_;  // lines that come before it, of other threads
  std::vector<std::pair<Thread*, std::size_t>> place_;
  std::vector<bool> isTold_;
  std::vector<std::size_t> order_;
};

}  // namespace

void tellLate(std::vector<TraceLine>& lines, const std::vector<Touched>& touched, std::size_t violation,
              const std::string& culprit) {
  const std::vector<std::size_t> order = Lines(lines, touched, violation).inOrder(culprit);
  std::vector<std::size_t> now(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) now[order[i]] = i;
  std::vector<TraceLine> moved;
  moved.reserve(lines.size());
  for (const std::size_t line : order) {
    TraceLine& one = moved.emplace_back(std::move(lines[line]));
    for (std::size_t& with : one.sw) with = now[with];
    if (!one.node) continue;
    if (one.node->rf) one.node->rf = now[*one.node->rf];
    if (one.node->later) one.node->later = now[*one.node->later];
  }
  lines = std::move(moved);
}

}  // namespace heddle::core
