#include "support/graph_oracle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <set>

#include "base/check.h"

namespace heddle::testing {
namespace {

using core::Order;
using Registers = std::array<std::uint64_t, kRegisters>;

// --- what a thread may do by itself ---

enum class Kind { Read, Write, Fence, Spawn, Join, Other };

struct Act {
  Kind kind = Kind::Other;
  unsigned word = 0;
  std::uint64_t value = 0;
  Order order = Order::SeqCst;
  bool isUpdate = false;  // half of an update that writes
  bool locked = false;    // an update, also one that writes nothing
  bool blocks = false;    // the thread cannot go on with what it has read
  unsigned other = 0;     // Spawn, Join: the body
};

enum class Fate { Exits, Blocked, Violated, Waits };  // Waits: for a thread that does not exit

struct Run {
  std::vector<Act> acts;
  Fate fate = Fate::Exits;
  unsigned waitsFor = 0;
  Registers registers{};
};

using Domain = std::vector<std::set<std::uint64_t>>;  // by word

struct Effect {
  bool enabled = true;
  bool writes = false;
  std::uint64_t value = 0;
};

Order failed(Order order) {
  if (order == Order::AcqRel) return Order::Acquire;
  return order == Order::Release ? Order::Relaxed : order;
}

class ThreadRuns {
 public:
  ThreadRuns(const Script& script, unsigned body, const Domain& domain)
      : statements_(script.threads[body]), body_(body), domain_(domain) {
    go(0, {}, {});
  }
  const std::vector<Run>& runs() const { return runs_; }

 private:
  std::uint64_t valueOf(const Registers& r, const Operand& o) const { return o.isRegister ? r[o.value] : o.value; }

  Effect effectOf(const Statement& s, const Registers& r, std::uint64_t old) const {
    const std::uint64_t a = valueOf(r, s.a), b = valueOf(r, s.b), mine = body_ + 1;
    switch (s.what) {
      case Do::Add: return {true, true, old + a};
      case Do::Post: return {true, true, old + 1};
      case Do::Exchange: return {true, true, a};
      case Do::Cas: return {true, old == a, b};
      case Do::Lock: return {old == 0, old == 0, mine};
      case Do::TryLock: return {true, old == 0, mine};
      case Do::Unlock: return {true, old == mine, 0};
      case Do::Wait: return {old > 0, old > 0, old - 1};
      case Do::AwaitCas: return {old == a, old == a, b};
      case Do::Gate: return {old != 0, old == a, 0};
      case Do::AwaitEqual: return {old == a, false, 0};
      case Do::AwaitNot: return {old != a, false, 0};
      case Do::AwaitLess: return {old < a, false, 0};
      case Do::AwaitAtLeast: return {old >= a, false, 0};
      default: return {};
    }
  }

  void end(const std::vector<Act>& acts, const Registers& r, Fate fate, unsigned waitsFor = 0) {
    runs_.push_back({acts, fate, waitsFor, r});
  }

  void go(std::size_t pc, Registers r, std::vector<Act> acts) {
    for (; pc < statements_.size(); ++pc) {
      const Statement& s = statements_[pc];
      const bool holds = r[s.reg] == valueOf(r, s.a);
      switch (s.what) {
        case Do::SkipIf:
          if (holds) pc += s.other;
          break;
        case Do::Assume:
          if (!holds) return end(acts, r, Fate::Blocked);
          break;
        case Do::Assert:
          if (!holds) return end(acts, r, Fate::Violated);
          break;
        case Do::Fence: acts.push_back({.kind = Kind::Fence, .order = s.order}); break;
        case Do::Spawn: acts.push_back({.kind = Kind::Spawn, .other = s.other}); break;
        case Do::Join:
          end(acts, r, Fate::Waits, s.other);
          acts.push_back({.kind = Kind::Join, .other = s.other});
          break;
        case Do::Choose:
          for (std::uint64_t v = 0; v < s.a.value; ++v) {
            std::vector<Act> more = acts;
            more.push_back({.kind = Kind::Other, .value = v});
            Registers chosen = r;
            chosen[s.reg] = v;
            go(pc + 1, chosen, more);
          }
          return;
        case Do::Store:
          acts.push_back({.kind = Kind::Write, .word = s.word, .value = valueOf(r, s.a), .order = s.order});
          break;
        default: return read(pc, r, acts);
      }
    }
    end(acts, r, Fate::Exits);
  }

  void read(std::size_t pc, const Registers& r, const std::vector<Act>& acts) {
    const Statement& s = statements_[pc];
    for (const std::uint64_t old : domain_[s.word]) {
      const Effect effect = effectOf(s, r, old);
      const bool locked = s.what != Do::Load && s.what < Do::AwaitEqual;
      std::vector<Act> more = acts;
      const bool writes = effect.enabled && effect.writes;
      more.push_back({Kind::Read, s.word, old, writes || !locked ? s.order : failed(s.order), writes, locked});
      more.back().blocks = !effect.enabled;
      if (!effect.enabled) {
        end(more, r, Fate::Blocked);
        continue;
      }
      if (writes) more.push_back({Kind::Write, s.word, effect.value, s.order, true, true});
      if (s.what == Do::Unlock && !writes) {
        end(more, r, Fate::Violated);
        continue;
      }
      Registers next = r;
      if (hasResult(s.what)) next[s.reg] = old;
      go(pc + 1, next, more);
    }
  }

  const Body& statements_;
  unsigned body_;
  const Domain& domain_;
  std::vector<Run> runs_;
};

// --- relations ---

// A row of bits an event: kMostNodes of them.
class Rel {
 public:
  static constexpr unsigned kMostNodes = 64;

  explicit Rel(unsigned n) : rows_(n) {}
  bool at(unsigned x, unsigned y) const { return (rows_[x] >> y & 1) != 0; }
  void set(unsigned x, unsigned y) { rows_[x] |= bit(y); }
  Rel operator|(const Rel& o) const {
    Rel out(*this);
    for (unsigned x = 0; x < size(); ++x) out.rows_[x] |= o.rows_[x];
    return out;
  }
  Rel operator*(const Rel& o) const {  // composition
    Rel out(size());
    forEach([&](unsigned x, unsigned y) { out.rows_[x] |= o.rows_[y]; });
    return out;
  }
  Rel plus() const {
    Rel out(*this);
    for (unsigned k = 0; k < size(); ++k)
      for (unsigned x = 0; x < size(); ++x)
        if (out.at(x, k)) out.rows_[x] |= out.rows_[k];
    return out;
  }
  Rel inverse() const {
    Rel out(size());
    forEach([&](unsigned x, unsigned y) { out.set(y, x); });
    return out;
  }
  template <typename Keep>
  Rel filter(Keep keep) const {
    Rel out(size());
    forEach([&](unsigned x, unsigned y) {
      if (keep(x, y)) out.set(x, y);
    });
    return out;
  }
  Rel optional() const { return *this | identity(size()); }
  bool isIrreflexive() const {
    for (unsigned x = 0; x < size(); ++x)
      if (at(x, x)) return false;
    return true;
  }
  bool isAcyclic() const { return plus().isIrreflexive(); }
  static Rel identity(unsigned n) {
    Rel out(n);
    for (unsigned x = 0; x < n; ++x) out.set(x, x);
    return out;
  }

 private:
  static std::uint64_t bit(unsigned y) { return std::uint64_t{1} << y; }
  unsigned size() const { return static_cast<unsigned>(rows_.size()); }
  template <typename Visit>
  void forEach(Visit visit) const {
    for (unsigned x = 0; x < size(); ++x)
      for (std::uint64_t left = rows_[x]; left != 0; left &= left - 1)
        visit(x, static_cast<unsigned>(std::countr_zero(left)));
  }

  std::vector<std::uint64_t> rows_;
};

struct Node {
  Act act;
  unsigned body;
  unsigned index;  // among the reads and writes of its body
  bool isInit = false;
};

struct Candidate {
  std::vector<Node> nodes;
  Rel po, rf, co, rmw;

  unsigned size() const { return static_cast<unsigned>(nodes.size()); }
  bool isRead(unsigned x) const { return nodes[x].act.kind == Kind::Read; }
  bool isWrite(unsigned x) const { return nodes[x].act.kind == Kind::Write; }
  bool isFence(unsigned x) const { return nodes[x].act.kind == Kind::Fence; }
  bool isAccess(unsigned x) const { return isRead(x) || isWrite(x); }
  bool sameLoc(unsigned x, unsigned y) const {
    return isAccess(x) && isAccess(y) && nodes[x].act.word == nodes[y].act.word;
  }
  Rel fr() const {
    return (rf.inverse() * co).filter([](unsigned x, unsigned y) { return x != y; });
  }
  Rel where(const std::function<bool(unsigned)>& keep) const {
    return Rel::identity(size()).filter([&](unsigned x, unsigned) { return keep(x); });
  }
};

// --- axioms, literally ---

bool isAtomic(const Candidate& g) {
  const Rel between = g.fr() * g.co;
  for (unsigned x = 0; x < g.size(); ++x)
    for (unsigned y = 0; y < g.size(); ++y)
      if (g.rmw.at(x, y) && between.at(x, y)) return false;
  return true;
}

bool holdsSc(const Candidate& g) { return (g.po | g.rf | g.co | g.fr()).isAcyclic(); }

// Besides coherence.
bool holdsTso(const Candidate& g) {
  const auto isBarrier = [&](unsigned x) {
    const Act& act = g.nodes[x].act;
    if (act.kind == Kind::Read) return act.locked;
    if (act.kind == Kind::Write) return act.locked || act.order == Order::SeqCst;
    return act.kind == Kind::Spawn || act.kind == Kind::Join || (act.kind == Kind::Fence && act.order == Order::SeqCst);
  };
  const Rel barrier = g.where(isBarrier);
  // Weaker fences and choices are not even there: they must not order what is around them.
  const auto isThere = [&](unsigned x) { return g.isAccess(x) || isBarrier(x); };
  const Rel ppo =
      g.po.filter([&](unsigned x, unsigned y) { return isThere(x) && isThere(y) && !(g.isWrite(x) && g.isRead(y)); });
  const Rel fenced = g.po.optional() * barrier * g.po.optional();
  const Rel rfe =
      g.rf.filter([&](unsigned x, unsigned y) { return g.nodes[x].isInit || g.nodes[x].body != g.nodes[y].body; });
  Rel all = ppo | fenced.filter([](unsigned x, unsigned y) { return x != y; }) | rfe | g.co | g.fr();
  return all.isAcyclic();
}

Rel ecoOf(const Candidate& g) { return (g.rf | g.co | g.fr()).plus(); }

bool holdsRa(const Candidate& g) {
  const Rel hb = (g.po | g.rf).plus();
  return (hb * ecoOf(g).optional()).isIrreflexive();
}

bool holdsRc11(const Candidate& g) {
  const auto acquires = [&](unsigned x) {
    return core::acquires(g.nodes[x].act.order) && (g.isRead(x) || g.isFence(x));
  };
  const auto releases = [&](unsigned x) {
    return core::releases(g.nodes[x].act.order) && (g.isWrite(x) || g.isFence(x));
  };
  // po with starts and joins of threads is sb and what those synchronise; sb proper is within a thread.
  const Rel sb =
      g.po.filter([&](unsigned x, unsigned y) { return g.nodes[x].body == g.nodes[y].body && !g.nodes[x].isInit; });
  const Rel fence = g.where([&](unsigned x) { return g.isFence(x); });
  const Rel rs = g.where([&](unsigned x) { return g.isWrite(x); }) * (g.rf * g.rmw).plus().optional();
  const Rel sw = g.where(releases) * (fence * sb).optional() * rs * g.rf *
                 g.where([&](unsigned x) { return g.isRead(x); }) * (sb * fence).optional() * g.where(acquires);
  const Rel hb = (g.po | sw).plus();
  const Rel eco = ecoOf(g);
  if (!(hb * eco.optional()).isIrreflexive()) return false;
  if (!(g.po | g.rf).isAcyclic()) return false;
  const auto isSc = [&](unsigned x) { return g.nodes[x].act.order == Order::SeqCst && !g.nodes[x].isInit; };
  const Rel esc = g.where([&](unsigned x) { return isSc(x) && (g.isAccess(x) || g.isFence(x)); });
  const Rel fsc = g.where([&](unsigned x) { return isSc(x) && g.isFence(x); });
  // Starting and joining threads come strongly before, too: between an access there and one here is the start or the
  // end of a thread, which is elsewhere.
  const Rel strong = g.po.filter([&](unsigned x, unsigned) { return !g.nodes[x].isInit; });
  const Rel elsewhere =
      strong.filter([&](unsigned x, unsigned y) { return g.nodes[x].body != g.nodes[y].body || !g.sameLoc(x, y); });
  const Rel hbLoc = hb.filter([&](unsigned x, unsigned y) { return g.sameLoc(x, y); });
  const Rel scb = strong | elsewhere * hb * elsewhere | hbLoc | g.co | g.fr();
  const Rel base = (esc | fsc * hb.optional()) * scb * (esc | hb.optional() * fsc);
  const Rel fences = fsc * (hb | hb * eco * hb) * fsc;
  return (base | fences).isAcyclic();
}

// What all of them demand of the accesses to one location.
bool isCoherent(const Candidate& g) {
  const Rel perLocation = g.po.filter([&](unsigned x, unsigned y) { return g.sameLoc(x, y); });
  return (perLocation | g.rf | g.co | g.fr()).isAcyclic();
}

bool holds(const Candidate& g, std::string_view model) {
  if (model == "sc") return holdsSc(g);
  if (model == "tso") return holdsTso(g);
  if (model == "ra") return holdsRa(g);
  HEDDLE_CHECK_NOTE(model == "rc11", "the oracle has no axioms of this model");
  return holdsRc11(g);
}

// --- combinations ---

std::string registersText(unsigned body, const std::uint64_t* registers) {
  std::string out = "T" + std::to_string(body) + " has";
  for (unsigned r = 0; r < kRegisters; ++r) out += " " + std::to_string(registers[r]);
  return out + "\n";
}

bool canWrite(const Statement& s) {
  return s.what == Do::Store || (onWord(s.what) && s.what > Do::Store && s.what < Do::AwaitEqual);
}

// What a combination of runs says about the end.
struct Ending {
  bool isViolated = false;
  bool isStopped = false;  // by an assumption
  bool waits = false;      // somebody, for something
  bool mainExits = false;  // which takes those who wait with it
  std::string registers;
  std::vector<unsigned> blockedReads;

  std::string text(bool blockedReadLast) const {
    if (isViolated) return "violated";
    return isStopped || (waits && !(mainExits && blockedReadLast)) ? "blocked" : "complete";
  }
};

class Combinations {
 public:
  Combinations(const Script& script, std::span<const std::string_view> models, const OracleLimits& limits)
      : script_(script), models_(models), limits_(limits), graphs_(models.size()) {}

  std::optional<std::vector<Graphs>> all() {
    Domain domain(script_.words, {0});
    // A value comes about in a chain of writes, each of which happens once: no
    // more iterations than there are of them can add values that somebody finds.
    unsigned iterations = 2;
    for (const Body& body : script_.threads)
      for (const Statement& s : body) iterations += canWrite(s) ? 1 : 0;
    for (bool grew = true; grew && iterations > 0; --iterations) {
      grew = false;
      runs_.clear();
      for (unsigned body = 0; body < script_.threads.size(); ++body) {
        runs_.push_back(ThreadRuns(script_, body, domain).runs());
        if (runs_.back().size() > limits_.runs) return std::nullopt;
        for (const Run& run : runs_.back())
          for (const Act& act : run.acts)
            if (act.kind == Kind::Write && domain[act.word].insert(act.value).second) grew = true;
      }
      for (const auto& values : domain)
        if (values.size() > limits_.values) return std::nullopt;
    }
    std::size_t product = 1;
    for (const auto& runs : runs_) product *= runs.size();
    if (product > limits_.combinations) return std::nullopt;
    std::vector<const Run*> chosen(script_.threads.size());
    choose(0, chosen);
    return tooMany_ ? std::nullopt : std::optional(std::move(graphs_));
  }

 private:
  // Only what was spawned runs; who is waited for must not have exited.
  bool fits(const std::vector<const Run*>& chosen) const {
    std::vector<bool> spawned(chosen.size());
    spawned[0] = true;
    for (const Run* run : chosen)
      if (run != nullptr)
        for (const Act& act : run->acts)
          if (act.kind == Kind::Spawn) spawned[act.other] = true;
    for (unsigned body = 0; body < chosen.size(); ++body) {
      if (spawned[body] != (chosen[body] != nullptr)) return false;
      if (chosen[body] == nullptr) continue;
      if (chosen[body]->fate == Fate::Waits &&
          (chosen[chosen[body]->waitsFor] == nullptr || chosen[chosen[body]->waitsFor]->fate == Fate::Exits))
        return false;
      for (const Act& act : chosen[body]->acts)
        if (act.kind == Kind::Join && (chosen[act.other] == nullptr || chosen[act.other]->fate != Fate::Exits))
          return false;
    }
    return true;
  }

  void choose(unsigned body, std::vector<const Run*>& chosen) {
    if (tooMany_) return;
    if (body == chosen.size()) {
      if (fits(chosen) && valuesExist(chosen)) combine(chosen);
      return;
    }
    chosen[body] = nullptr;
    if (body != 0) choose(body + 1, chosen);
    for (const Run& run : runs_[body]) {
      chosen[body] = &run;
      choose(body + 1, chosen);
    }
  }

  bool valuesExist(const std::vector<const Run*>& chosen) const {
    std::set<std::pair<unsigned, std::uint64_t>> written;
    for (unsigned w = 0; w < script_.words; ++w) written.insert({w, 0});
    for (const Run* run : chosen)
      if (run != nullptr)
        for (const Act& act : run->acts)
          if (act.kind == Kind::Write) written.insert({act.word, act.value});
    for (const Run* run : chosen)
      if (run != nullptr)
        for (const Act& act : run->acts)
          if (act.kind == Kind::Read && !written.contains({act.word, act.value})) return false;
    return true;
  }

  void combine(const std::vector<const Run*>& chosen) {
    std::vector<Node> nodes;
    for (unsigned w = 0; w < script_.words; ++w)
      nodes.push_back({{.kind = Kind::Write, .word = w, .value = 0, .order = Order::Relaxed}, 0, 0, true});
    std::vector<std::pair<unsigned, unsigned>> ranges(chosen.size());
    for (unsigned body = 0; body < chosen.size(); ++body) {
      ranges[body].first = static_cast<unsigned>(nodes.size());
      unsigned index = 0;
      if (chosen[body] != nullptr)
        for (const Act& act : chosen[body]->acts)
          nodes.push_back({act, body, act.kind <= Kind::Write ? ++index : 0, false});
      ranges[body].second = static_cast<unsigned>(nodes.size());
    }
    const auto n = static_cast<unsigned>(nodes.size());
    if (n > Rel::kMostNodes) {
      tooMany_ = true;
      return;
    }
    Rel po(n), rmw(n);
    for (unsigned x = 0; x < n; ++x)
      for (unsigned y = 0; y < n; ++y)
        if ((nodes[x].isInit && !nodes[y].isInit) || (!nodes[x].isInit && nodes[x].body == nodes[y].body && x < y))
          po.set(x, y);
    for (unsigned x = script_.words; x < n; ++x) {
      if (nodes[x].act.kind == Kind::Read && nodes[x].act.isUpdate) rmw.set(x, x + 1);
      const auto [first, end] = ranges[nodes[x].act.other];
      if (nodes[x].act.kind == Kind::Spawn)
        for (unsigned y = first; y < end; ++y) po.set(x, y);
      if (nodes[x].act.kind == Kind::Join)
        for (unsigned y = first; y < end; ++y) po.set(y, x);
    }
    Candidate g{nodes, po.plus(), Rel(n), Rel(n), rmw};
    Ending ending;
    for (unsigned body = 0; body < chosen.size(); ++body) {
      const Run* const run = chosen[body];
      if (run == nullptr) continue;
      ending.registers += registersText(body, run->registers.data());
      // A blocked run ends with the read that it cannot go on with, or at an assumption.
      const bool looks = run->fate == Fate::Blocked && !run->acts.empty() && run->acts.back().blocks;
      if (looks) ending.blockedReads.push_back(ranges[body].second - 1);
      ending.isViolated = ending.isViolated || run->fate == Fate::Violated;
      ending.isStopped = ending.isStopped || (run->fate == Fate::Blocked && !looks);
      ending.waits = ending.waits || looks || run->fate == Fate::Waits;
    }
    ending.mainExits = chosen[0]->fate == Fate::Exits;
    readFrom(g, 0, ending);
  }

  void readFrom(Candidate& g, unsigned read, const Ending& ending) {
    if (tooMany_) return;
    while (read < g.size() && !g.isRead(read)) ++read;
    if (read == g.size()) {
      if ((g.po | g.rf).isAcyclic()) order(g, 0, ending);
      return;
    }
    const Rel before = g.rf;
    for (unsigned w = 0; w < g.size(); ++w) {
      if (!g.isWrite(w) || !g.sameLoc(w, read) || g.nodes[w].act.value != g.nodes[read].act.value) continue;
      g.rf = before;
      g.rf.set(w, read);
      readFrom(g, read + 1, ending);
    }
    g.rf = before;
  }

  void order(Candidate& g, unsigned word, const Ending& ending) {
    if (word == script_.words) {
      if (++candidates_ > limits_.candidates) tooMany_ = true;
      judge(g, ending);
      return;
    }
    std::vector<unsigned> writes;
    for (unsigned x = script_.words; x < g.size(); ++x)
      if (g.isWrite(x) && g.nodes[x].act.word == word) writes.push_back(x);
    const Rel before = g.co;
    do {
      g.co = before;
      for (std::size_t i = 0; i < writes.size(); ++i) {
        g.co.set(word, writes[i]);
        for (std::size_t j = i + 1; j < writes.size(); ++j) g.co.set(writes[i], writes[j]);
      }
      order(g, word + 1, ending);
    } while (!tooMany_ && std::next_permutation(writes.begin(), writes.end()));
    g.co = before;
  }

  void judge(const Candidate& g, const Ending& ending) {
    if (!isAtomic(g) || !isCoherent(g)) return;
    const bool readLast = blockedReadLast(g, ending);
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (holds(g, models_[m])) graphs_[m][ending.registers + textOf(g)] = {ending.text(readLast), readLast};
  }

  static bool blockedReadLast(const Candidate& g, const Ending& ending) {
    const Rel fr = g.fr();
    for (const unsigned read : ending.blockedReads)
      for (unsigned w = 0; w < g.size(); ++w)
        if (fr.at(read, w)) return false;
    return true;
  }

  std::string textOf(const Candidate& g) const {
    std::string out;
    for (unsigned x = script_.words; x < g.size(); ++x) {
      const Node& node = g.nodes[x];
      if (node.act.kind == Kind::Other)
        out += "T" + std::to_string(node.body) + " choose " + std::to_string(node.act.value) + "\n";
      if (node.act.kind > Kind::Write) continue;
      out += "T" + std::to_string(node.body) + "." + std::to_string(node.index);
      out += g.isRead(x) ? " read x" : " write x";
      out += std::to_string(node.act.word) + " " + std::to_string(node.act.value);
      if (g.isRead(x)) {
        for (unsigned w = 0; w < g.size(); ++w)
          if (g.rf.at(w, x)) out += " from " + nameOf(g.nodes[w]);
      } else {
        unsigned position = 0;
        for (unsigned w = 0; w < g.size(); ++w) position += g.co.at(w, x) ? 1 : 0;
        out += " at " + std::to_string(position);
      }
      out += "\n";
    }
    return out;
  }
  static std::string nameOf(const Node& node) {
    return node.isInit ? "init" : "T" + std::to_string(node.body) + "." + std::to_string(node.index);
  }

  const Script& script_;
  std::span<const std::string_view> models_;
  OracleLimits limits_;
  std::vector<std::vector<Run>> runs_;
  std::vector<Graphs> graphs_;  // by model
  unsigned candidates_ = 0;
  bool tooMany_ = false;
};

}  // namespace

std::optional<std::vector<Graphs>> consistentGraphs(const Script& script, std::span<const std::string_view> models,
                                                    const OracleLimits& limits) {
  return Combinations(script, models, limits).all();
}

std::string textOf(const core::Graph& graph, const ScriptedProgram& program) {
  const auto isAccess = [&](core::EventId e) {
    return graph[e].label == core::Label::Read || graph[e].label == core::Label::Write;
  };
  const auto nameOf = [&](core::EventId e) -> std::string {
    if (e == core::kInitial) return "init";
    unsigned index = 0;
    for (const core::EventId other : graph.thread(graph[e].thread))
      if (isAccess(other) && graph[other].index <= graph[e].index) ++index;
    return "T" + std::to_string(program.bodyOf(graph[e].thread)) + "." + std::to_string(index);
  };
  std::map<unsigned, std::string> byBody;
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    for (const core::EventId e : graph.thread(t)) {
      const core::GraphEvent& event = graph[e];
      std::string& out = byBody[program.bodyOf(t)];
      const std::string value = std::to_string(static_cast<std::uint64_t>(event.value));
      if (event.label == core::Label::Choose)
        out += "T" + std::to_string(program.bodyOf(t)) + " choose " + value + "\n";
      if (!isAccess(e)) continue;
      const std::uint64_t word = (event.op.addr - program.addressOf(0)) / 8;
      out +=
          nameOf(e) + (event.label == core::Label::Read ? " read x" : " write x") + std::to_string(word) + " " + value;
      out += event.label == core::Label::Read ? " from " + nameOf(event.rf) : " at " + std::to_string(event.position);
      out += "\n";
    }
  }
  std::string all;
  const FinalState state = program.finalState();
  const std::size_t perBody = 2 + kRegisters;
  for (unsigned body = 0; body < program.bodies(); ++body) {
    const std::uint64_t* const end = state.data() + state.size() - (program.bodies() - body) * perBody;
    if (*end != static_cast<std::uint64_t>(core::ThreadStatus::Absent)) all += registersText(body, end + 2);
  }
  for (const auto& [body, text] : byBody) all += text;
  return all;
}

}  // namespace heddle::testing
