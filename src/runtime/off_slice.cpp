#include "runtime/off_slice.h"

#include <algorithm>

#include "core/lock_rules.h"

namespace heddle::runtime {
namespace {

constexpr Address granuleOf(Address addr) { return addr / 16; }  // no atomic access touches two

}  // namespace

void OffSlice::restart() {
  steps_.clear();
  if (!options_.slice || version_ == options_.slice->version()) return;
  version_ = options_.slice->version();
  sites_.setSlice(*options_.slice);
  writes_.clear();
}

Value OffSlice::access(Op op) {
  const InHeddle guard;
  op.size &= static_cast<std::uint8_t>(~SiteFacts::kOffSlice);
  noteStep();
  memory_.require(op);
  if (op.kind != OpKind::Read) noteWrite(op);
  if (op.kind == OpKind::Write) {
    core::storeWord(op.addr, op.size, op.a);
    return 0;
  }
  const Value read = core::loadWord(op.addr, op.size);
  if (op.kind == OpKind::Update)
    if (const core::UpdateResult result = core::apply(op, read); result.writes)
      core::storeWord(op.addr, op.size, result.value);
  return read;
}

// An update that does not write may do so after other values.
void OffSlice::noteWrite(const Op& op) {
  if (options_.slice->of(sites_.at(op.site).statement) == core::Extent::Not) return;
  std::vector<Write>& there = writes_[granuleOf(op.addr)];
  const auto isSame = [&](const Write& write) {
    return write.addr == op.addr && write.size == op.size && write.site == op.site;
  };
  if (std::ranges::none_of(there, isSame)) there.push_back({op.addr, op.size, op.site});
}

const OffSlice::Write* OffSlice::writeTo(Address addr, unsigned size) const {
  const auto there = writes_.find(granuleOf(addr));
  if (there == writes_.end()) return nullptr;
  const auto found = std::ranges::find_if(
      there->second, [&](const Write& write) { return write.addr < addr + size && addr < write.addr + write.size; });
  return found == there->second.end() ? nullptr : &*found;
}

std::vector<core::Step> OffSlice::fullSchedule() const {
  std::vector<core::Step> schedule;
  const core::EventLog& log = run_.execution.trace;
  auto step = steps_.begin();
  Address section = 0;  // the lock of the one that runs
  for (std::size_t i = 0; i <= log.size(); ++i) {
    for (; step != steps_.end() && step->at == i; ++step) schedule.emplace_back(step->thread);
    if (i == log.size()) break;
    const core::Event& event = log[i];
    const bool isInside = section != 0 && !event.asked;
    if (!isInside) section = event.op.rule == &core::locks::kSection ? event.op.addr : 0;
    const bool isPlain = event.op.order == Order::Plain && run_.checkRaces;
    const bool isStep = isInside ? core::touchesMemory(event.op.kind) && !isPlain : event.asked && section == 0;
    if (isStep) schedule.emplace_back(event.thread, event.op.kind == OpKind::Choose ? event.read : 0);
    if (isInside && event.op.addr == section && event.op.rule == &core::locks::kUnlock) section = 0;
  }
  return schedule;
}

// Assertion guided abstraction, Algorithm 3 (UpdateSlice).
void OffSlice::lookBack() {
  if (writes_.empty() || run_.execution.broken) return;
  SiteId news = 0;
  const auto look = [&](const Op& op) {
    if (!core::touchesMemory(op.kind) || op.order == Order::Plain) return;
    if (op.kind == OpKind::Write && !sites_.at(op.site).isJudged) return;
    const Write* const write = writeTo(op.addr, op.size);
    if (write && options_.slice->add(sites_.at(write->site).statement, core::Extent::Whole, core::Because::Writes))
      news = write->site;
  };
  for (std::size_t i = 0; i < run_.execution.trace.size(); ++i) look(run_.execution.trace[i].op);
  // Whoever waits looks at its word all the time.
  for (const core::ThreadState& thread : run_.execution.threads)
    if (thread.status == core::ThreadStatus::Ready) look(thread.pending);
  if (news == 0) return;
  run_.execution.broken = {core::Assumption::CompleteSlice, news};
  run_.conclude(core::End::Cut);
}

}  // namespace heddle::runtime
