#include "runtime/race_ends.h"

#include <fmt/format.h>

#include "core/function_names.h"

namespace heddle::runtime {

const PlainAccess* RaceEnds::lastPlain() const {
  const auto& accesses = engine_.recording.plainAccesses();
  for (auto it = accesses.rbegin(); it != accesses.rend(); ++it)
    if (it->thread == conflict_.thread && it->write == conflict_.write &&
        overlaps(it->addr, it->bytes, conflict_.addr, 1))
      return &*it;
  return nullptr;
}

const core::Event* RaceEnds::lastEvent() const {
  const auto& events = engine_.stepper.execution.trace;
  for (auto it = events.rbegin(); it != events.rend(); ++it)
    if (it->thread == conflict_.thread && core::accessesMemory(*it) && it->wrote == conflict_.write &&
        overlaps(it->op.addr, it->op.size, conflict_.addr, 1))
      return &*it;
  return nullptr;
}

const PlainAccess* RaceEnds::earlierPlain() const { return conflict_.atomic ? nullptr : lastPlain(); }

const core::Event* RaceEnds::earlierEvent() const { return earlierPlain() != nullptr ? nullptr : lastEvent(); }

const void* RaceEnds::earlier() const {
  const void* const plain = earlierPlain();
  return plain != nullptr ? plain : earlierEvent();
}

SiteId RaceEnds::earlierInProgram() const {
  const auto shown = [&](SiteId exact, SiteId user) {
    return engine_.sites.at(exact).isSystem && user != 0 ? user : exact;
  };
  if (const PlainAccess* const access = earlierPlain()) return shown(access->site, access->userSite);
  const core::Event* const event = earlierEvent();
  if (event == nullptr) return 0;
  const auto number = static_cast<std::size_t>(event - engine_.stepper.execution.trace.begin());
  return shown(event->op.site, engine_.recording.userSiteOf(number, event->thread));
}

SiteId RaceEnds::earlierSite() const {
  if (const PlainAccess* const access = earlierPlain()) return access->site;
  const core::Event* const event = earlierEvent();
  return event != nullptr ? event->op.site : 0;
}

std::string RaceEnds::inLibrary(SiteId later, ThreadId thread, const core::ThreadTable& threads) const {
  const auto functionOf = [&](SiteId at) {
    const core::Site& site = engine_.sites.at(at);
    if (!site.isSystem && site.library.empty()) return std::string();
    return core::withoutTemplateArguments(site.written.empty() ? site.function : site.written);
  };
  const std::string last = functionOf(later), first = functionOf(earlierSite());
  if (last.empty() && first.empty()) return {};
  if (last == first) return fmt::format("; both accesses are in {}", last);
  const std::string lasts = threads.nameOf(thread), firsts = threads.nameOf(conflict_.thread);
  if (first.empty()) return fmt::format("; {}'s access is in {}", lasts, last);
  if (last.empty()) return fmt::format("; {}'s access is in {}", firsts, first);
  return fmt::format("; {}'s access is in {}, {}'s in {}", lasts, last, firsts, first);
}

}  // namespace heddle::runtime
