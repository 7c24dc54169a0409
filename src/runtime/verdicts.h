// What goes wrong in an execution, and what ends it early: violations, refusals,
// limits, assumptions that do not hold. All are called on the stack of the
// thread that they are about, which most never leave: what its frames hold then is
// lost. So messages are moved, and put together before the call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/names.h"
#include "runtime/options.h"
#include "runtime/running.h"
#include "runtime/sites.h"

namespace heddle::runtime {

class Verdicts {
 public:
  Verdicts(Running& run, const Sites& sites, const Names& names, const Options& options)
      : run_(run), sites_(sites), names_(names), options_(options) {}

  void restart();
  // While on, a violation stops only the thread that commits it.
  void keepGoing(bool on) { keepGoing_ = on; }

  [[noreturn]] void fail(ViolationKind kind, std::string message, SiteId site, Address addr = 0,
                         std::uint64_t bytes = 0);
  // Two accesses are not ordered: the running thread's, and an earlier one. `does`: "reads", "frees".
  [[noreturn]] void fail(const Conflict& conflict, Address addr, std::uint64_t bytes, const char* does, SiteId site);
  // A signal arrived while the program ran; called on a stack of its own.
  [[noreturn]] void crashed(ViolationKind kind, std::string message, Address addr);
  [[noreturn]] void refuse(std::string message, SiteId site);
  [[noreturn]] void cut(std::string message, SiteId site, bool endless, bool isOutside = false);
  // Nothing that follows can be relied on.
  [[noreturn]] void breakOff(core::Broken broken);

  // A loop does not end, or not soon: that may be due to the order of what is not on
  // the slice, unless its condition is.
  void requireLoopsOnSlice(SiteId site);

  // A violation of a thread, found when the execution was over.
  void note(const Thread& thread, ViolationKind kind, std::string message, SiteId site, Address addr,
            std::uint64_t bytes);

  // Of the violation: what conflicts with its access, if it is a data race; and
  // where user code stood, if its own site is in a header of the system, else 0.
  const Conflict* conflict() const { return conflict_ ? &*conflict_ : nullptr; }
  // What is said of it, of an object that is called so.
  std::string raceOf(const std::string& object, ThreadId thread) const;
  SiteId userSite() const { return userSite_; }
  // Which of the sites at its place it is (SiteFacts::place).
  SiteId site() const { return site_; }

  // The process ends while a thread waits there: that is no deadlock.
  void noteLeftWaiting(SiteId site);
  std::vector<std::string> remarks() const;
  // At this call the program gets fewer values than it may, in any execution.
  void noteFewValues(SiteId site);
  // This allocation of the running execution has failed, which outside of Heddle it need not.
  void noteNoMemory(SiteId site);
  // `range`: how many values it gets.
  std::vector<std::string> limitations(std::uint64_t range) const;

 private:
  std::string noMemoryAt(SiteId site) const;
  void add(ThreadId thread, SiteId user, ViolationKind kind, std::string message, SiteId site, Address addr,
           std::uint64_t bytes);

  Running& run_;
  const Sites& sites_;
  const Names& names_;
  const Options& options_;
  bool keepGoing_ = false;
  std::optional<Conflict> conflict_;
  const char* does_ = "";  // who comes second
  SiteId userSite_ = 0, site_ = 0;
  std::vector<SiteId> fewValues_;
  std::vector<SiteId> leftWaiting_;
  std::vector<SiteId> noMemory_;
  SiteId noMemoryHere_ = 0;  // in the running execution
};

}  // namespace heddle::runtime
