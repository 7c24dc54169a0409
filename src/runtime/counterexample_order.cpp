#include "runtime/counterexample_order.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "core/synchronisation.h"

namespace heddle::runtime {
namespace {

using core::TraceLine;

// The lines of each thread.
class LinesOfThreads {
 public:
  explicit LinesOfThreads(const std::vector<TraceLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) lines_[lines[i].thread].push_back(i);
  }
  std::optional<std::size_t> lastBefore(const std::string& thread, std::size_t end) const {
    const std::span<const std::size_t> own = of(thread);
    const auto at = std::ranges::lower_bound(own, end);
    return at == own.begin() ? std::nullopt : std::optional(*(at - 1));
  }
  std::optional<std::size_t> firstFrom(const std::string& thread, std::size_t first) const {
    const std::span<const std::size_t> own = of(thread);
    const auto at = std::ranges::lower_bound(own, first);
    return at == own.end() ? std::nullopt : std::optional(*at);
  }

 private:
  std::span<const std::size_t> of(const std::string& thread) const {
    const auto found = lines_.find(thread);
    return found == lines_.end() ? std::span<const std::size_t>() : found->second;
  }
  std::map<std::string, std::vector<std::size_t>> lines_;
};

void order(std::vector<TraceLine>& lines, std::optional<std::size_t> from, std::optional<std::size_t> to) {
  if (!from || !to || *from >= *to) return;
  std::vector<std::size_t>& sw = lines[*to].sw;
  if (std::ranges::find(sw, *from) == sw.end()) sw.push_back(*from);
}

}  // namespace

void CounterexampleOrder::tell(std::vector<TraceLine>& lines, const core::EventLog& log, const core::GraphView& view,
                               const core::ThreadTable& threads) const {
  const LinesOfThreads own(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].node) continue;
    if (lines[i].node->kind == "spawn") order(lines, i, own.firstFrom(lines[i].object, i));
    if (lines[i].node->kind == "join") order(lines, own.lastBefore(lines[i].object, i), i);
  }
  const auto synchronisations = core::synchronisations(log, view);
  for (std::size_t event = 0; event < spans_.size(); ++event)
    for (const std::size_t with : synchronisations[event])
      order(lines, own.lastBefore(threads.nameOf(log[with].thread), spans_[with].end),
            own.firstFrom(threads.nameOf(log[event].thread), spans_[event].first));
}

}  // namespace heddle::runtime
