// core::Program on a Script: no compiler, no native code, no fibers. Threads
// are program counters; a step interprets one statement and then those after
// it that need no scheduler, up to the next op that does.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/program.h"
#include "support/script.h"

namespace heddle::testing {

// How an execution ended: {end, lowest site of its violations or 0, the words,
// then for each body of the script its ThreadStatus, program counter and
// registers}.
using FinalState = std::vector<std::uint64_t>;

class ScriptedProgram final : public core::Program {
 public:
  explicit ScriptedProgram(Script script);

  const core::Execution& run(core::Scheduler& scheduler) override;
  void record(bool) override {}  // there are no plain accesses
  core::Trace trace() const override;
  core::ThreadTable& threads() override { return threads_; }

  // A violation stops only the thread that committed it.
  void keepGoing(bool on) override { keepGoing_ = on; }

  const core::Execution& execution() const { return execution_; }
  unsigned bodies() const { return static_cast<unsigned>(script_.threads.size()); }
  unsigned bodyOf(ThreadId thread) const { return machines_[thread].body; }
  FinalState finalState() const;
  core::Address addressOf(unsigned word) const;

  // Where statement `pc` of a body stands: what violations and ops refer to.
  static SiteId siteOf(unsigned body, std::size_t pc) { return static_cast<SiteId>((body << 8) + pc + 1); }

 private:
  struct Machine {
    unsigned body = 0;
    std::size_t pc = 0;
    unsigned children = 0;
    bool inSection = false;
    std::array<std::uint64_t, kRegisters> registers{};
  };

  void reset();
  void start(ThreadId thread, unsigned body);
  void perform(core::Step step, bool asked);
  void performOnWord(const core::Op& op, core::Event& event);
  void performOnChannel(ThreadId thread, const Statement& statement, const core::Op& op);
  void exit(ThreadId thread);
  void runOn(ThreadId thread);
  bool stopAtNextOp(ThreadId thread);
  bool goesAtOnce(ThreadId thread) const;
  bool runSilent(ThreadId thread, const Statement& statement);
  core::Op opOf(ThreadId thread, const Statement& statement);
  void fail(ThreadId thread, core::ViolationKind kind, std::string message, SiteId site);
  bool anyEnabled() const;
  void endStuck();
  std::string waitsFor(ThreadId thread) const;
  std::string wordName(core::Address addr) const;
  core::Place placeOf(SiteId site) const;

  std::uint64_t valueOf(const Machine& machine, const Operand& operand) const {
    return operand.isRegister ? machine.registers[operand.value] : operand.value;
  }

  Script script_;
  core::ThreadTable threads_;
  core::Execution execution_;
  std::vector<std::uint64_t> words_;
  std::vector<Machine> machines_;     // by ThreadId
  std::vector<ThreadId> threadOf_;    // by body; kMaxThreads: not spawned yet
  std::vector<core::Step> schedule_;  // of the last execution
  std::uint64_t runs_ = 0;
  bool isClosed_ = true;  // see core::Execution
  bool keepGoing_ = false;
};

}  // namespace heddle::testing
