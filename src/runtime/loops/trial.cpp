#include "runtime/loops/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ranges>

namespace heddle::runtime {
namespace {

constexpr std::size_t kMostPlainSteps = 100'000;

}  // namespace

// A word at a time, since what is found in two iterations is compared.
void Trial::notePlainRead(Address addr, std::uint64_t bytes, SiteId site) {
  const InHeddle guard;
  if (plainSteps_.size() > kMostPlainSteps) giveUp();
  for (const Address end = addr + bytes; addr < end; addr += plainSteps_.back().size) {
    const auto size = static_cast<std::uint8_t>(std::bit_floor(std::min<Address>((addr | 7) + 1, end) - addr));
    plainSteps_.push_back({.a = core::loadWord(addr, size),
                           .addr = addr,
                           .site = site,
                           .kind = OpKind::Read,
                           .order = Order::Plain,
                           .size = size});
  }
}

void Trial::notePlainStore(Op op) {
  const InHeddle guard;
  if (plainSteps_.size() > kMostPlainSteps) giveUp();
  op.b = core::loadWord(op.addr, op.size);
  plainSteps_.push_back(op);
}

void Trial::rollBack() {
  for (const Op& op : std::views::reverse(plainSteps_))
    if (op.kind == OpKind::Write) core::storeWord(op.addr, op.size, op.b);
}

void Trial::giveUp() {
  run_.execution.stop = notFoundOut(run_.current->id);
  run_.leave(core::End::Blocked);
}

core::StopReason Trial::notFoundOut(ThreadId t) const {
  const SiteId loop = loopOf(run_, sites_, t);
  return {.message = fmt::format("a thread spins in the loop at {}; whether it does so for ever was not found out",
                                 sites_.placeOf(loop)),
          .site = loop,
          .thread = t,
          .bounded = true};
}

SiteId loopOf(const Running& run, const Sites& sites, ThreadId t) {
  const SiteId site = run.execution.threads[t].pending.site;
  return run.endedIteration(t) ? site : sites.at(site).loop;
}

}  // namespace heddle::runtime
