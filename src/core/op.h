// The alphabet of operations: all that a thread can do that another can observe.
//
// Searches and models know these and nothing else. A mutex is a
// guarded Update of one word (lock_rules.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/ids.h"

namespace heddle::core {

// As wide as the widest atomic; narrower values are zero-extended.
using Value = unsigned __int128;
using Address = std::uintptr_t;

enum class OpKind : std::uint8_t {
  Read,    // load of `size` bytes at `addr`
  Write,   // store of `a`
  Update,  // read-modify-write by `rule`, which may be disabled or write nothing
  Await,   // load that is enabled only while `rule` is
  Fence,
  Spawn,   // starts thread `other`
  Join,    // enabled once thread `other` has exited
  Exit,    // the thread's last op
  Choose,  // any value in 0 .. a-1
  Assume,  // assume(false): never enabled
  Atomic,  // several accesses as one step, which end at the matching end marker
};

enum class Order : std::uint8_t { Plain, Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };

struct UpdateRule;

struct Op {
  Value a = 0;  // Write: value. Update: operand (compare-exchange: expected). Choose: count
  Value b = 0;  // compare-exchange: the desired value
  Address addr = 0;
  const UpdateRule* rule = nullptr;  // Update, Await
  SiteId site = 0;
  OpKind kind = OpKind::Exit;
  Order order = Order::SeqCst;
  Order failOrder = Order::SeqCst;  // Update: the order when it writes nothing
  std::uint8_t size = 0;            // bytes touched at `addr`: 1, 2, 4, 8 or 16
  ThreadId other = 0;               // Spawn, Join
  std::uint8_t isGuarded = 0;       // the word is accessed under a lock only (runtime/section_locks.h)
  // Not 0: of the word only these bytes are accessed, from `partAt` on (core/mixed_sizes.h).
  std::uint8_t partBytes = 0;
  std::uint8_t partAt = 0;
};
static_assert(sizeof(Op) == 64, "an op is one cache line");

// Copies an op word by word. An op is copied right after it was written; a copy
// in wider pieces would wait for the narrower stores to reach the cache.
inline void copyOp(Op& to, const Op& from) {
  auto* const out = reinterpret_cast<unsigned char*>(&to);
  const auto* const in = reinterpret_cast<const unsigned char*>(&from);
  for (std::size_t at = 0; at < sizeof(Op); at += 16) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::memcpy(&low, in + at, 8);
    std::memcpy(&high, in + at + 8, 8);
    asm("" : "+r"(low), "+r"(high));  // keeps the compiler from joining the two
    std::memcpy(out + at, &low, 8);
    std::memcpy(out + at + 8, &high, 8);
  }
}

// The same of an op whose members are known where it is written: words that are constants are stored as such.
[[gnu::always_inline]] inline void writeOp(Op& to, const Op& op) {
  std::uint64_t words[sizeof(Op) / 8];
  std::memcpy(words, &op, sizeof(Op));
  for (std::size_t i = 0; i < sizeof(Op) / 8; ++i) {
    if (!__builtin_constant_p(words[i])) asm("" : "+r"(words[i]));  // stored as one
    std::memcpy(reinterpret_cast<unsigned char*>(&to) + 8 * i, &words[i], 8);
  }
}

// Both halves at once, where the compiler would join one of them with its
// other neighbour. The pair is loaded as such.
inline void storePair(Value& to, Value value) {
  auto low = static_cast<std::uint64_t>(value);
  auto high = static_cast<std::uint64_t>(value >> 64);
  asm("" : "+r"(low), "+r"(high));
  to = Value{high} << 64 | low;
}

// The small members of an op, loaded as one word: a processor passes a value
// from a store straight to a load only if the load begins where the store does
// or in its middle, and the word was stored as one.
class Small {
 public:
  explicit Small(const Op& op) {
    static_assert(offsetof(Op, kind) - offsetof(Op, site) == 4 && offsetof(Op, order) - offsetof(Op, site) == 5 &&
                  offsetof(Op, failOrder) - offsetof(Op, site) == 6 && offsetof(Op, size) - offsetof(Op, site) == 7);
    std::memcpy(&word_, &op.site, sizeof(word_));
    asm("" : "+r"(word_));  // keeps the compiler from loading the members one by one
  }
  std::uint64_t word() const { return word_; }
  OpKind kind() const { return static_cast<OpKind>(word_ >> 32 & 0xff); }
  Order order() const { return static_cast<Order>(word_ >> 40 & 0xff); }
  Order failOrder() const { return static_cast<Order>(word_ >> 48 & 0xff); }
  unsigned size() const { return static_cast<unsigned>(word_ >> 56); }

 private:
  std::uint64_t word_;
};

// An op of a word of up to 8 bytes, by value: where the compiler has seen it being put together, its members are
// constants, whatever is called meanwhile.
struct GivenOp {
  std::uint64_t a, b;
  const UpdateRule* rule;
  OpKind givenKind;
  Order givenOrder, givenFailOrder;

  explicit GivenOp(const Op& op)
      : a(static_cast<std::uint64_t>(op.a)),
        b(static_cast<std::uint64_t>(op.b)),
        rule(op.rule),
        givenKind(op.kind),
        givenOrder(op.order),
        givenFailOrder(op.failOrder) {}
  OpKind kind() const { return givenKind; }
  Order order() const { return givenOrder; }
  Order failOrder() const { return givenFailOrder; }
};
inline Small smallOf(const Op& op) { return Small(op); }
inline const GivenOp& smallOf(const GivenOp& op) { return op; }

// Whether of the word only some bytes are accessed. By a load of the whole word that has the member, as above.
inline bool isPart(const Op& op) {
  static_assert(offsetof(Op, other) == 56 && offsetof(Op, partBytes) == 61);
  std::uint64_t word = 0;
  std::memcpy(&word, &op.other, sizeof(word));
  asm("" : "+r"(word));
  return (word >> 40 & 0xff) != 0;
}

constexpr bool acquires(Order o) {
  return o == Order::Acquire || o == Order::Consume || o == Order::AcqRel || o == Order::SeqCst;
}
constexpr bool releases(Order o) { return o == Order::Release || o == Order::AcqRel || o == Order::SeqCst; }

constexpr bool touchesMemory(OpKind k) {
  return k == OpKind::Read || k == OpKind::Write || k == OpKind::Update || k == OpKind::Await;
}

// Ops that commute with everything other threads can do and that no other
// thread can disable once enabled: under SC the program performs them as soon
// as they are enabled, without asking the scheduler.
constexpr bool isLocalUnderSc(OpKind k) {
  return k == OpKind::Fence || k == OpKind::Spawn || k == OpKind::Join || k == OpKind::Exit;
}

// The two ops are the same request by the program (used to detect that the
// program under test does not repeat itself).
constexpr bool sameRequest(const Op& x, const Op& y) {
  return x.kind == y.kind && x.addr == y.addr && x.site == y.site && x.a == y.a && x.b == y.b && x.rule == y.rule &&
         x.size == y.size && x.other == y.other && x.partBytes == y.partBytes && x.partAt == y.partAt;
}

const char* name(OpKind kind);
const char* name(Order order);

}  // namespace heddle::core
