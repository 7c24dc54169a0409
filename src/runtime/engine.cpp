#include "runtime/engine.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "base/check.h"

namespace heddle::runtime {

Hot hot;
Engine* engine = nullptr;

namespace {

// Copies of one place (a function inlined twice) are one place to people.
std::string placeKey(const core::Site& site) {
  return fmt::format("{}:{}:{}:{}:{}:{}:{}:{}", site.file, site.line, site.column, static_cast<int>(site.kind),
                     static_cast<int>(site.order), site.object, site.callee, static_cast<const void*>(site.rule));
}

}  // namespace

Engine::Engine(const core::ProgramInfo& info, const Options& options)
    : info_(info), options_(options), checkRaces_(options.plain == PlainPolicy::Race) {
  exceptionGlobals_ = reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
  facts_.reserve(info_.sites.size());
  std::unordered_map<std::string, SiteId> places;
  for (const core::Site& site : info_.sites)
    facts_.push_back({static_cast<SiteId>(facts_.size()), site.kind, site.order, site.failOrder, site.size, site.rule,
                      site.isShared, site.isSystem, site.kind == OpKind::Read && site.callee == "memcpy",
                      site.isRepeated, places.emplace(placeKey(site), facts_.size()).first->second});
  hot.facts = facts_.data();
  separateWords_.isWatched =
      std::ranges::any_of(facts_, [](const SiteFacts& site) { return site.isRepeated && site.order == Order::Plain; });
  threads_.resize(kMaxThreads);
  execution_.threads.resize(kMaxThreads);  // never moved after this
  for (ThreadId t = 0; t < kMaxThreads; ++t) {
    threads_[t].id = t;
    threads_[t].state = &execution_.threads[t];
  }
  for (const core::Global& global : info_.globals) openMask(global.address, global.size);
  openMask(kArguments, 64);
  openMask(kLibraryWords, 8 * kLibraryWordCount);
}

const core::Execution& Engine::run(core::Scheduler& scheduler) {
  const InHeddle guard;
  order_ = scheduler.order();
  adoptsOrder_ = order_ != nullptr;
  restart();
  scheduler_ = &scheduler;
  if (recording_) {
    recorder_.start(scheduler);
    scheduler_ = &recorder_;
  }
  current_ = &root_;
  Thread& main = startThread(0, &Engine::mainMain, this);
  if (checkRaces_) detector_.addThread(0);
  settleWords(layout::kGlobals, layout::kGlobalsSize);
  execution_.threads[0].status = core::ThreadStatus::Ready;
  switchTo(main);
  *exceptionGlobals_ = {};
  longLoops_.endExecution();
  if (std::exchange(canRetry_, false) && execution_.end == core::End::Blocked) findLivelock();
  return execution_;
}

void Engine::restart() {
  globals_.restore();
  std::memset(reinterpret_cast<void*>(kLibraryWords), 0, 8 * kLibraryWordCount);
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    Thread& thread = threads_[t];
    if (execution_.threads[t].status == core::ThreadStatus::Absent) continue;
    for (const StackObject& object : thread.objects) closeMask(object.start, object.bytes);
    thread.objects.clear();
    execution_.threads[t].status = core::ThreadStatus::Absent;
  }
  if (checkRaces_) detector_.restart(adoptsOrder_);
  heap_.restart();
  execution_.threads.resize(table_.count());
  execution_.trace.clear();
  execution_.exiting = false;
  execution_.isClosed = canBeClosed_ && checkRaces_ && adoptsOrder_;
  execution_.end = core::End::Running;
  execution_.violation.reset();
  execution_.furtherViolations.clear();
  execution_.stop.reset();
  execution_.broken.reset();
  retries_ = 0;
  timeFollowed_ = 0;
  if (!timeLeft_.empty()) timeLeft_.clear();
  atExit_.clear();
  keys_.count = 0;
  terminateHandler = nullptr;
  output_.clear();
  conflict_.reset();
  if (!publishedStores_.empty()) publishedStores_.clear();
  userSite_ = 0;
  plainAccesses_.clear();
  untaken_.clear();
  recorder_.clear();
  unjoined_ = 0;
  updateWatch();
  hot.budget = kBudget;
  execution_.trace.reserve(std::min<std::size_t>(kEventsBetweenLooks, options_.eventLimit));
  loops_ = 0;
  loopsSince_ = 0;
}

// --- ends ---

// Comes back only when the thread is tried again after the end.
void Engine::end(core::End how) {
  // Whoever was stopped at a bound could have gone on.
  const bool wasStopped = execution_.stop && how != core::End::Violated && how != core::End::Abandoned;
  if (!retrying_) execution_.end = wasStopped && execution_.stop->bounded ? core::End::Cut : how;
  hot.inProgram = false;
  switchTo(root_);
}

void Engine::leave(core::End how) {
  end(how);
  HEDDLE_CHECK_NOTE(false, "a dropped fiber was resumed");
  __builtin_unreachable();
}

void Engine::stopThread(SiteId site) {
  hot.inProgram = false;
  Thread& me = *current_;
  me.endedIteration = false;
  core::ThreadState& state = execution_.threads[me.id];
  state.pending = {.site = site, .kind = OpKind::Assume};
  state.status = core::ThreadStatus::Stopped;
  handOver();
}

}  // namespace heddle::runtime
