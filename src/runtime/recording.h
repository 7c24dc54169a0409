// What is kept of an execution for the report, beside its events.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/program.h"
#include "runtime/recorded_stacks.h"
#include "runtime/running.h"

namespace heddle::runtime {

// A plain access, kept while recording.
struct PlainAccess {
  std::size_t position;  // it happened after this many events
  ThreadId thread;
  SiteId site;
  Address addr;
  std::uint64_t bytes;
  bool write;
  Value value;      // up to 16 bytes
  SiteId userSite;  // where the program's own code stood
  StackId stack;    // the calls it was in
};

// A stack object that others may reach, kept while recording: it has ended when the report is written.
struct RecordedObject {
  std::size_t position;  // it began after this many events
  ThreadId thread;
  StackObject object;
};

// Where a thread was when it began a step, in the program's own code.
struct RecordedPlace {
  std::size_t position;  // after this many events
  ThreadId thread;
  SiteId userSite;  // as of Sites
  StackId stack;
};

// Keeps what another scheduler answers, while recording.
class ScheduleRecorder final : public core::Scheduler {
 public:
  ScheduleRecorder(const Running& run, RecordedStacks& stacks) : run_(run), stacks_(stacks) {}

  void start(core::Scheduler& scheduler) { scheduler_ = &scheduler; }
  void clear() {
    steps_.clear();
    places_.clear();
  }
  const std::vector<core::Step>& steps() const { return steps_; }
  const std::vector<RecordedPlace>& places() const { return places_; }

  core::Step next(const core::Execution& execution) override {
    const core::Step step = scheduler_->next(execution);
    if (step.isStop()) return step;
    steps_.push_back(step);
    const bool isCurrent = run_.current != nullptr && run_.current->id == step.thread;
    places_.push_back({execution.trace.size(), step.thread,
                       isCurrent ? hot.userSite : run_.threads[step.thread].userSite,
                       stacks_.add(run_.threads[step.thread].calls)});
    return step;
  }
  core::EventOrder* order() override { return scheduler_->order(); }

 private:
  const Running& run_;
  RecordedStacks& stacks_;
  core::Scheduler* scheduler_ = nullptr;
  std::vector<core::Step> steps_;
  std::vector<RecordedPlace> places_;
};

class Recording {
 public:
  explicit Recording(const Running& run) : run_(run), recorder_(run, stacks_) {}

  void restart();
  // Keeps what the scheduler answers.
  core::Scheduler& around(core::Scheduler& scheduler) {
    recorder_.start(scheduler);
    return recorder_;
  }
  const std::vector<core::Step>& schedule() const { return recorder_.steps(); }
  // Where the program's own code stood when the thread began the event; 0: not known.
  SiteId userSiteOf(std::size_t event, ThreadId thread) const;

  // The calls that the thread was in when it began the event; 0: not known.
  StackId stackOf(std::size_t event, ThreadId thread) const;
  const RecordedStacks& stacks() const { return stacks_; }

  // The running thread allocates a block.
  void noteAllocation(Address start) { allocations_[start] = stacks_.add(run_.current->calls); }
  StackId allocationOf(Address start) const {
    const auto known = allocations_.find(start);
    return known == allocations_.end() ? 0 : known->second;
  }
  // A plain access of the running thread.
  void notePlain(Address addr, std::uint64_t bytes, bool write, Value value, SiteId site);
  const std::vector<PlainAccess>& plainAccesses() const { return plainAccesses_; }
  // A stack object of the running thread begins.
  void noteObject(const StackObject& object);
  const std::vector<RecordedObject>& objects() const { return objects_; }
  // The last plain access that wrote there, if it came after the last event that did; as far as recorded.
  const PlainAccess* lastPlainWriter(Address addr) const;

  // The access of the last event did not take place: it is what went wrong.
  void noteUntaken() { untaken_.push_back(run_.execution.trace.size() - 1); }
  bool tookPlace(std::size_t event) const { return std::ranges::find(untaken_, event) == untaken_.end(); }

  void print(std::string_view text) { output_.append(text); }
  const std::string& output() const { return output_; }
  void truncateOutput(std::size_t size) { output_.resize(size); }

 private:
  const Running& run_;
  RecordedStacks stacks_;
  ScheduleRecorder recorder_;
  std::vector<PlainAccess> plainAccesses_;
  std::vector<RecordedObject> objects_;
  std::unordered_map<Address, std::pair<SiteId, std::uint64_t>> lastObjects_;  // by where they begin: site and bytes
  std::unordered_map<Address, StackId> allocations_;                           // by where blocks begin
  std::vector<std::size_t> untaken_;                                           // events whose access did not take place
  std::string output_;
};

}  // namespace heddle::runtime
