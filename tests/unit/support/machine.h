// What the statements of a script mean, said a second time, for the oracles:
// states that can be copied, and a function from state to state. It shares no
// code with ScriptedProgram or with the searches; only the layout of FinalState
// and the numbering of sites are common.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/execution.h"
#include "support/scripted_program.h"

namespace heddle::testing {

struct MachineThread {
  core::ThreadStatus status = core::ThreadStatus::Absent;
  bool inSection = false;
  std::size_t pc = 0;
  std::array<std::uint64_t, kRegisters> registers{};
};

struct MachineState {
  static constexpr unsigned kWords = 12, kBodies = 8;

  std::array<std::uint8_t, kWords * 8> memory{};
  std::array<MachineThread, kBodies> threads{};  // by body
  core::End end = core::End::Running;
  SiteId site = 0;  // the lowest of its violations
};

// Something that a thread did, for those who want to know it.
struct Deed {
  unsigned body = 0;
  Do what = Do::Load;         // at the end of a body: Hang, which nothing else reports
  std::uint64_t other = 0;    // Spawn, Join: the body. Choose: the value
  unsigned at = 0, size = 0;  // the bytes touched
  core::Value read = 0;
  bool wrote = false;
};

class Machine {
 public:
  // Local ops (spawn, fence, an enabled join, exit) are run at once, as
  // core/program.h says, or they are steps like the others.
  enum class Local { AtOnce, AsSteps };
  // A violation ends the execution, or only its thread.
  enum class Violations { End, StopTheThread };

  Machine(const Script& script, Local local, Violations violations);

  unsigned bodies() const { return static_cast<unsigned>(script_.threads.size()); }
  MachineState initial(std::vector<Deed>* deeds = nullptr) const;

  // Whether thread t can perform its next op.
  bool canGo(const MachineState& s, unsigned t) const;
  bool isOnWords(const MachineState& s, unsigned t) const;
  // The values of its choose; 1 if it is at another op.
  std::uint64_t values(const MachineState& s, unsigned t) const;

  // Performs the next op of thread t and what goes with it. To be called while
  // nothing has ended.
  void step(MachineState& s, unsigned t, std::uint64_t chosen, std::vector<Deed>* deeds = nullptr) const;

  // The final state of an execution in which nobody can go.
  FinalState finish(MachineState s) const;

  // Every part of the state that matters, in a fixed order.
  FinalState flatten(const MachineState& s) const;

 private:
  bool atEnd(const MachineState& s, unsigned t) const { return s.threads[t].pc >= script_.threads[t].size(); }
  Statement at(const MachineState& s, unsigned t) const;
  std::uint64_t value(const MachineState& s, unsigned t, const Operand& o) const {
    return o.isRegister ? s.threads[t].registers[o.value] : o.value;
  }
  bool guardHolds(const MachineState& s, unsigned t, const Statement& st) const;
  bool onWords(MachineState& s, unsigned t, const Statement& st, Deed& deed) const;
  void onChannel(MachineState& s, unsigned t, const Statement& st, std::vector<Deed>* deeds) const;
  void exit(MachineState& s, unsigned t, std::vector<Deed>* deeds) const;
  void begin(MachineState& s, unsigned t, std::vector<Deed>* deeds) const;
  void goOn(MachineState& s, unsigned t, std::vector<Deed>* deeds) const;
  void settle(MachineState& s, unsigned t) const;
  void violate(MachineState& s, unsigned t) const;

  const Script& script_;
  Local local_;
  Violations violations_;
};

}  // namespace heddle::testing
