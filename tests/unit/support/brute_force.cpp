#include "support/brute_force.h"

#include <functional>

namespace heddle::testing {
namespace {

using core::End;
using core::ThreadStatus;

struct Thread {
  ThreadStatus status = ThreadStatus::Absent;
  std::size_t pc = 0;
  std::array<std::uint64_t, kRegisters> registers{};
};

struct State {
  std::vector<std::uint64_t> words;
  std::vector<Thread> threads;  // by body
  End end = End::Running;
  SiteId site = 0;
};

class Machine {
 public:
  // Local ops (spawn, fence, an enabled join, exit) are run at once, or they are steps like the others.
  enum class Local { AtOnce, AsSteps };
  Machine(const Script& script, Local local) : script_(script), local_(local) {}

  State initial() const {
    State s{std::vector<std::uint64_t>(script_.words), std::vector<Thread>(script_.threads.size()), End::Running, 0};
    begin(s, 0);
    return s;
  }

  bool atEnd(const State& s, unsigned t) const { return s.threads[t].pc >= script_.threads[t].size(); }
  const Statement& at(const State& s, unsigned t) const { return script_.threads[t][s.threads[t].pc]; }
  bool isChoose(const State& s, unsigned t) const { return !atEnd(s, t) && at(s, t).what == Do::Choose; }
  std::uint64_t values(const State& s, unsigned t) const { return isChoose(s, t) ? at(s, t).a.value : 1; }

  bool onWord(const State& s, unsigned t) const { return !atEnd(s, t) && at(s, t).what <= Do::Await; }

  bool canGo(const State& s, unsigned t) const {
    if (s.threads[t].status != ThreadStatus::Ready) return false;
    if (atEnd(s, t)) return true;
    const Statement& st = at(s, t);
    if (st.what == Do::Lock) return s.words[st.word] == 0;
    if (st.what == Do::Await) return s.words[st.word] == value(s, t, st.a);
    if (st.what == Do::Join) return s.threads[st.other].status == ThreadStatus::Exited;
    return true;
  }

  // The state after thread t has performed its op.
  State after(State s, unsigned t, std::uint64_t chosen) const {
    perform(s, t, chosen);
    return s;
  }

  End stuck(const State& s) const {
    bool stopped = false, ready = false;
    for (const Thread& t : s.threads) {
      stopped = stopped || t.status == ThreadStatus::Stopped;
      ready = ready || t.status == ThreadStatus::Ready;
    }
    if (stopped) return End::Blocked;
    return ready && s.threads[0].status != ThreadStatus::Exited ? End::Deadlock : End::Complete;
  }

 private:
  void perform(State& s, unsigned t, std::uint64_t chosen) const {
    if (atEnd(s, t)) return exit(s, t);
    const Statement& st = at(s, t);
    const SiteId here = ScriptedProgram::siteOf(t, s.threads[t].pc++);
    const std::uint64_t a = value(s, t, st.a), b = value(s, t, st.b), mine = t + 1;
    std::uint64_t unused = 0;
    std::uint64_t& word = st.what <= Do::Await ? s.words[st.word] : unused;
    std::uint64_t& reg = s.threads[t].registers[st.reg];
    switch (st.what) {
      case Do::Load:
      case Do::Await: reg = word; break;
      case Do::Store: word = a; break;
      case Do::Add:
        reg = word;
        word += a;
        break;
      case Do::Cas:
        reg = word;
        if (word == a) word = b;
        break;
      case Do::Exchange:
        reg = word;
        word = a;
        break;
      case Do::Lock: word = mine; break;
      case Do::Unlock:
        if (word != mine)
          violate(s, here);
        else
          word = 0;
        break;
      case Do::Choose: reg = chosen; break;
      case Do::Spawn: begin(s, st.other); break;
      default: break;
    }
    goOn(s, t);
  }

  void exit(State& s, unsigned t) const {
    s.threads[t].status = ThreadStatus::Exited;
    if (local_ == Local::AsSteps) return;
    for (unsigned w = 0; w < s.threads.size(); ++w)
      if (s.threads[w].status == ThreadStatus::Ready && !atEnd(s, w) && at(s, w).what == Do::Join &&
          at(s, w).other == t)
        return perform(s, w, 0);
  }

  std::uint64_t value(const State& s, unsigned t, const Operand& o) const {
    return o.isRegister ? s.threads[t].registers[o.value] : o.value;
  }

  static void violate(State& s, SiteId site) {
    s.end = End::Violated;
    s.site = site;
  }

  void begin(State& s, unsigned t) const {
    s.threads[t].status = ThreadStatus::Ready;
    goOn(s, t);
  }

  void goOn(State& s, unsigned t) const {
    if (s.end == End::Running) settle(s, t);
    if (local_ == Local::AsSteps || s.end != End::Running) return;
    if (canGo(s, t) && !onWord(s, t) && !isChoose(s, t)) perform(s, t, 0);
  }

  // Runs the statements that nobody else can notice.
  void settle(State& s, unsigned t) const {
    Thread& thread = s.threads[t];
    for (; !atEnd(s, t); ++thread.pc) {
      const Statement& st = at(s, t);
      const bool equal = thread.registers[st.reg] == value(s, t, st.a);
      if (st.what == Do::SkipIf) {
        if (equal) thread.pc += st.other;
      } else if (st.what == Do::Assume) {
        if (equal) continue;
        thread.status = ThreadStatus::Stopped;
        return;
      } else if (st.what == Do::Assert) {
        if (equal) continue;
        return violate(s, ScriptedProgram::siteOf(t, thread.pc));
      } else {
        return;
      }
    }
  }

  const Script& script_;
  Local local_;
};

FinalState flatten(const State& s) {
  FinalState out{static_cast<std::uint64_t>(s.end), s.site};
  out.insert(out.end(), s.words.begin(), s.words.end());
  for (const Thread& t : s.threads) {
    out.push_back(static_cast<std::uint64_t>(t.status));
    out.push_back(t.pc);
    out.insert(out.end(), t.registers.begin(), t.registers.end());
  }
  return out;
}

FinalState finish(const Machine& m, State s) {
  if (s.end == End::Running) s.end = m.stuck(s);
  if (s.end == End::Deadlock)
    for (unsigned t = 0; t < s.threads.size() && s.site == 0; ++t)
      if (s.threads[t].status == ThreadStatus::Ready) s.site = ScriptedProgram::siteOf(t, s.threads[t].pc);
  return flatten(s);
}

void interleave(const Machine& m, const State& s, StateCounts& out) {
  std::vector<unsigned> who;
  if (s.end == End::Running) {
    for (unsigned t = 0; t < s.threads.size(); ++t)
      if (m.canGo(s, t)) who.push_back(t);
    for (const unsigned t : who)
      if (!m.onWord(s, t)) {
        who = {t};
        break;
      }
  }
  if (who.empty()) ++out[finish(m, s)];
  for (const unsigned t : who)
    for (std::uint64_t v = 0; v < m.values(s, t); ++v) interleave(m, m.after(s, t, v), out);
}

}  // namespace

StateCounts everyInterleaving(const Script& script) {
  const Machine machine(script, Machine::Local::AtOnce);
  StateCounts out;
  interleave(machine, machine.initial(), out);
  return out;
}

std::set<FinalState> reachableEnds(const Script& script) {
  const Machine machine(script, Machine::Local::AsSteps);
  std::set<FinalState> visited, ends;
  const std::function<void(const State&)> visit = [&](const State& s) {
    if (!visited.insert(flatten(s)).second) return;
    bool moved = false;
    for (unsigned t = 0; s.end == End::Running && t < s.threads.size(); ++t) {
      if (!machine.canGo(s, t)) continue;
      moved = true;
      for (std::uint64_t v = 0; v < machine.values(s, t); ++v) visit(machine.after(s, t, v));
    }
    if (!moved) ends.insert(finish(machine, s));
  };
  visit(machine.initial());
  return ends;
}

bool isViolation(const FinalState& state) {
  const auto end = static_cast<End>(state[0]);
  return end == End::Violated || end == End::Deadlock;
}

std::uint64_t total(const StateCounts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [state, count] : counts) sum += count;
  return sum;
}

}  // namespace heddle::testing
