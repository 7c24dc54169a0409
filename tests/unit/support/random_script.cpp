#include "support/random_script.h"

#include <algorithm>

#include "support/brute_force.h"

namespace heddle::testing {
namespace {

constexpr unsigned kValues = 3;  // small, so that awaits, cas and assertions often hold

class Author {
 public:
  Author(explore::RandomNumbers& numbers, const Shape& shape) : numbers_(numbers), shape_(shape) {}

  Script write() {
    const unsigned threads = shape_.minThreads + below(shape_.maxThreads - shape_.minThreads + 1);
    words_ = 1 + below(shape_.words);
    hasChannel_ = shape_.channels && oneIn(4);
    Script script{std::vector<Body>(threads + 1), shape_.words + (hasChannel_ ? kChannelWords : 0)};
    std::vector<unsigned> parents(threads + 1, 0);
    for (unsigned t = 2; t <= threads; ++t)
      if (shape_.trees && oneIn(3)) parents[t] = 1 + below(t - 1);
    for (unsigned t = 0; t <= threads; ++t) script.threads[t] = body(t, parents);
    return script;
  }

 private:
  unsigned below(std::uint64_t limit) { return static_cast<unsigned>(numbers_.below(limit)); }
  bool oneIn(unsigned n) { return below(n) == 0; }

  unsigned reg() { return below(2); }
  std::uint64_t constant() { return below(kValues); }
  Operand operand() { return oneIn(4) ? r(reg()) : Operand(constant()); }
  unsigned word() { return below(words_); }
  // Locks and semaphores mostly have a word of their own.
  unsigned lockWord() { return oneIn(4) ? word() : shape_.words - 1; }

  // Of a whole word, of a half, of a byte, of two words.
  Statement sized(Statement s) {
    if (!oneIn(4)) return s;
    switch (below(6)) {
      case 0: return part(s, 1, 2);
      case 1: return s.word + 1u < shape_.words ? part(s, 0, 16) : s;
      case 2:
      case 3: return part(s, 4, 4);
      default: return part(s, 0, 4);
    }
  }

  // What does not wait.
  Statement access() {
    switch (below(11)) {
      case 0:
      case 1:
      case 2: return sized(load(reg(), word()));
      case 3:
      case 4:
      case 5: return sized(store(word(), operand()));
      case 6: return sized(add(reg(), word(), constant() + 1));
      case 7: return sized(cas(reg(), word(), operand(), constant() + 1));
      case 8: return sized(exchange(reg(), word(), operand()));
      case 9: return tryLock(reg(), lockWord());
      default: return post(lockWord());
    }
  }

  Statement blocking() {
    switch (below(9)) {
      case 0: return wait(lockWord());
      case 1: return sized(awaitCas(reg(), word(), operand(), constant()));
      case 2: return sized(gate(reg(), word(), constant() + 1));
      case 3: return sized(awaitNot(reg(), word(), operand()));
      case 4: return sized(awaitLess(reg(), word(), constant() + 1));
      case 5: return sized(awaitAtLeast(reg(), word(), constant()));
      case 6: return lock(lockWord());
      case 7: return unlock(lockWord());
      default: return sized(await(reg(), word(), constant()));
    }
  }

  Statement onRegisters() { return oneIn(2) ? assume(reg(), constant()) : check(reg(), constant()); }

  Statement single() {
    const unsigned kind = below(20);
    if (kind < 15) return access();
    if (kind < 18) return blocking();
    return kind == 18 ? (oneIn(3) ? fence() : choose(reg(), 2)) : onRegisters();
  }

  static Body around(Statement first, Body inner, const std::vector<Statement>& last) {
    inner.insert(inner.begin(), first);
    inner.insert(inner.end(), last.begin(), last.end());
    return inner;
  }

  Body section() {
    Body inner;
    for (unsigned i = below(3) + 1; i-- > 0;) {
      if (oneIn(5)) inner.push_back(oneIn(2) ? onRegisters() : fence());
      if (oneIn(4)) inner.push_back(skipIf(reg(), constant(), i == 0 ? 0 : 1));
      inner.push_back(access());
    }
    return around(atomicBegin(), std::move(inner), {atomicEnd()});
  }

  Body onChannel() {
    const unsigned channel = shape_.words;
    if (oneIn(2)) return {send(channel, operand())};
    if (oneIn(2)) return {tryReceive(reg(), channel)};
    return {queue(channel), awaitMessage(reg(), channel)};
  }

  // Statements that stay together.
  Body piece(unsigned room) {
    if (hasChannel_ && oneIn(2)) return onChannel();
    const unsigned kind = below(10);
    if (kind == 0 && room >= 2) return section();
    if (kind == 1 && room >= 3) {
      const unsigned w = lockWord();
      return around(lock(w), piece(room - 2), {unlock(w)});
    }
    if (kind == 2 && room >= 2) {
      Body inner = piece(room - 1);
      const auto size = static_cast<unsigned>(inner.size());
      return around(skipIf(reg(), operand(), size), std::move(inner), {});
    }
    return {single()};
  }

  Body body(unsigned t, const std::vector<unsigned>& parents) {
    std::vector<Body> pieces;
    // Many threads are short: the number of interleavings is limited.
    const unsigned most = std::max(2u, shape_.maxStatements + 3 - static_cast<unsigned>(parents.size()));
    unsigned left = t == 0 ? below(2) : 1 + below(most);
    while (left > 0) {
      pieces.push_back(piece(left));
      left -= std::min<unsigned>(left, static_cast<unsigned>(pieces.back().size()));
    }
    addThreads(t, parents, pieces);
    if (t == 0 && oneIn(4)) pieces.push_back({load(0, word()), check(0, constant())});
    Body out;
    for (const Body& p : pieces) out.insert(out.end(), p.begin(), p.end());
    return out;
  }

  // The spawns of its children, in order; joins.
  void addThreads(unsigned t, const std::vector<unsigned>& parents, std::vector<Body>& pieces) {
    const auto insert = [&](std::size_t at, Statement s) {
      pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(at), Body{s});
    };
    const auto between = [&](std::size_t from) { return from + below(pieces.size() - from + 1); };
    if (t != 0 && shape_.trees && oneIn(8))
      if (const auto others = startedBefore(t, parents); !others.empty())
        insert(between(0), join(others[below(others.size())]));
    std::size_t at = 0;
    for (unsigned child = 1; child < parents.size(); ++child) {
      if (parents[child] != t) continue;
      at = !shape_.trees || (t == 0 && !oneIn(4)) ? at : between(at);
      insert(at++, spawn(child));
    }
    for (unsigned child = 1; child < parents.size(); ++child) {
      if (parents[child] != t) continue;
      if (t == 0 && !oneIn(6))
        pieces.push_back({join(child)});
      else if (oneIn(3))
        insert(between(at), join(child));
    }
  }

  // Threads that exist in every execution in which thread t does.
  static std::vector<unsigned> startedBefore(unsigned t, const std::vector<unsigned>& parents) {
    std::vector<unsigned> out;
    for (; t != 0; t = parents[t])
      for (unsigned x = 1; x < t; ++x)
        if (parents[x] == parents[t]) out.push_back(x);
    return out;
  }

  explore::RandomNumbers& numbers_;
  const Shape& shape_;
  unsigned words_ = 1;  // for ordinary accesses
  bool hasChannel_ = false;
};

void erase(Body& body, std::size_t at) {
  for (std::size_t i = 0; i < at; ++i)
    if (body[i].what == Do::SkipIf && i + body[i].other >= at) --body[i].other;
  body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
}

// The script without a statement (of a section's borders, without both).
Script without(Script script, unsigned thread, std::size_t at) {
  Body& body = script.threads[thread];
  if (body[at].what == Do::AtomicBegin)
    for (std::size_t end = at + 1; end < body.size(); ++end)
      if (body[end].what == Do::AtomicEnd) {
        erase(body, end);
        break;
      }
  erase(body, at);
  return script;
}

Script withoutThread(Script script, unsigned removed) {
  script.threads.erase(script.threads.begin() + removed);
  for (Body& body : script.threads) {
    for (std::size_t i = body.size(); i-- > 0;)
      if ((body[i].what == Do::Spawn || body[i].what == Do::Join) && body[i].other == removed) erase(body, i);
    for (Statement& s : body)
      if ((s.what == Do::Spawn || s.what == Do::Join) && s.other > removed) --s.other;
  }
  return script;
}

// The first smaller script that still fails; nothing if there is none.
std::optional<Script> smaller(const Script& script, const std::function<bool(const Script&)>& fails) {
  const auto good = [&](const Script& candidate) { return isWellFormed(candidate) && fails(candidate); };
  for (unsigned t = 0; t < script.threads.size(); ++t) {
    if (t != 0 && script.threads[t].empty())
      if (Script candidate = withoutThread(script, t); good(candidate)) return candidate;
    for (std::size_t i = script.threads[t].size(); i-- > 0;) {
      const Statement& statement = script.threads[t][i];
      if (statement.what == Do::Spawn || statement.what == Do::AtomicEnd) continue;
      if (Script candidate = without(script, t, i); good(candidate)) return candidate;
      if (statement.size == 8) continue;
      Script candidate = script;
      candidate.threads[t][i] = part(statement, 0, 8);
      if (good(candidate)) return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace

Script randomScript(explore::RandomNumbers& numbers, const Shape& shape) {
  while (true) {
    Script script = Author(numbers, shape).write();
    if (isWellFormed(script) && countInterleavings(script, shape.maxInterleavings)) return script;
  }
}

Script randomScript(std::uint64_t seed, std::uint64_t index, const Shape& shape) {
  explore::RandomNumbers numbers(explore::RandomNumbers(seed).next() + index);
  return randomScript(numbers, shape);
}

Script shrink(Script script, const std::function<bool(const Script&)>& fails) {
  while (auto candidate = smaller(script, fails)) script = std::move(*candidate);
  return script;
}

}  // namespace heddle::testing
