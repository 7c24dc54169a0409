#include "runtime/call_paths.h"

#include <utility>

namespace heddle::runtime {
namespace {

bool isOfLibrary(const core::Site& site) { return site.isSystem || site.line == 0; }

}  // namespace

core::CallPath CallPaths::path(SiteId site, ThreadId thread, const std::vector<SiteId>& calls) const {
  core::CallPath result;
  result.thread = engine_.names.nameOfThread(thread);
  std::string library;  // that the next frame of the program has called
  bool isFirst = true;
  const auto add = [&](core::Place place, std::string through) {
    if (isFirst) {
      result.place = std::move(place);
      result.through = std::move(through);
    } else if (result.callers.empty() && !result.through.empty() && place == result.place) {
      // Where the program called the library stands for the place, and is the innermost call of the program as well.
    } else {
      result.callers.push_back({std::move(place), std::move(through)});
    }
    isFirst = false;
  };
  const auto addSite = [&](SiteId id) {
    const core::Site& at = engine_.sites.at(id);
    if (isOfLibrary(at)) {
      if (!at.function.empty()) library = at.function;
    } else {
      // What an inlined function calls has its own name there.
      add({at.file, at.line, at.column, at.function}, at.library.empty() ? std::exchange(library, {}) : at.library);
      library.clear();
    }
    for (core::FrameId f = at.caller; f != 0; f = engine_.sites.info().frames[f].caller) {
      const core::Frame& frame = engine_.sites.info().frames[f];
      add({frame.file, frame.line, frame.column, frame.function},
          frame.library.empty() ? std::exchange(library, {}) : frame.library);
      library.clear();
    }
  };
  addSite(site);
  for (const SiteId call : calls) addSite(call);
  if (isFirst) {  // no code of the program is known
    const core::Site& at = engine_.sites.at(site);
    result.place = {at.file, at.line, at.column, at.function};
  }
  return result;
}

core::CallPath CallPaths::to(SiteId site, ThreadId thread, StackId stack) const {
  return path(site, thread, engine_.recording.stacks().callsOf(stack));
}

core::CallPath CallPaths::toNow(SiteId site, ThreadId thread) const {
  const core::CallStack& stack = engine_.stepper.threads[thread].calls;
  std::vector<SiteId> calls;
  for (std::uint32_t i = 0; i < stack.kept(); ++i) calls.push_back(stack.at(i));
  return path(site, thread, calls);
}

core::CallPath CallPaths::toEvent(std::size_t number) const {
  const core::Event& event = engine_.stepper.execution.trace[number];
  return to(event.op.site, event.thread, engine_.recording.stackOf(number, event.thread));
}

}  // namespace heddle::runtime
