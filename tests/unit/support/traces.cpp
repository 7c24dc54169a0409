#include "support/traces.h"

#include <limits>
#include <unordered_set>

namespace heddle::testing {
namespace {

class Visitor {
 public:
  Visitor(const Script& script, std::size_t limit, Posts posts)
      : machine_(script, Machine::Local::AtOnce, Machine::Violations::StopTheThread), limit_(limit), posts_(posts) {}

  std::optional<Traces> run() {
    std::vector<Deed> deeds;
    const MachineState s = machine_.initial(&deeds);
    visit(s, TraceHash(posts_), deeds);
    if (visited_.size() > limit_) return std::nullopt;
    return std::move(traces_);
  }

 private:
  // `before`, and then `deeds`, led to the state.
  void visit(const MachineState& s, const TraceHash& before, const std::vector<Deed>& deeds) {
    TraceHash hash = before;
    for (const Deed& deed : deeds) hash.add(deed);
    if (visited_.size() > limit_ || !visited_.insert(hash.value()).second) return;
    bool over = true;
    std::vector<Deed> more;
    for (unsigned t = 0; t < machine_.bodies(); ++t) {
      if (!machine_.canGo(s, t)) continue;
      over = false;
      for (std::uint64_t v = 0; v < machine_.values(s, t); ++v) {
        MachineState next = s;
        more.clear();
        machine_.step(next, t, v, &more);
        visit(next, hash, more);
      }
    }
    if (over) traces_.ends.emplace(hash.value(), machine_.finish(s));
  }

  Machine machine_;
  std::size_t limit_;
  Posts posts_;
  std::unordered_set<std::uint64_t> visited_;
  Traces traces_;
};

}  // namespace

std::set<FinalState> Traces::states() const {
  std::set<FinalState> out;
  for (const auto& [trace, state] : ends) out.insert(state);
  return out;
}

std::optional<Traces> tracesUpTo(const Script& script, std::size_t limit, Posts posts) {
  return Visitor(script, limit, posts).run();
}

Traces traces(const Script& script, Posts posts) {
  return *tracesUpTo(script, std::numeric_limits<std::size_t>::max(), posts);
}

}  // namespace heddle::testing
