#include "support/weak_script.h"

#include "explore/random.h"

namespace heddle::testing {
namespace {

using core::Order;

constexpr unsigned kWords = 2;  // for ordinary accesses; one more for locks
constexpr unsigned kLock = kWords;

class WeakAuthor {
 public:
  explicit WeakAuthor(explore::RandomNumbers& numbers) : numbers_(numbers) {}

  Script write() {
    // Brute force can do about nine accesses.
    static constexpr unsigned kMost[] = {0, 0, 4, 3, 2};
    const unsigned threads = oneIn(6) ? 4 : 2 + below(2);
    // Half of them as litmus tests are: loads, stores and fences with few orders.
    isLitmus_ = oneIn(2);
    hasLocks_ = !isLitmus_ && oneIn(5);
    orders_.clear();
    for (unsigned n = isLitmus_ ? 1 + below(2) : 4; n > 0; --n) orders_.push_back(anyOrder());
    std::vector<Body> bodies(threads);
    for (Body& made : bodies) made = body(kMost[threads]);
    Script script = parallel(bodies, oneIn(3) ? body(1) : Body{});
    script.words = kWords + 1;
    if (threads == 3 && oneIn(5)) nest(script);
    return script;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(numbers_.below(n)); }
  bool oneIn(unsigned n) { return below(n) == 0; }

  unsigned reg() { return below(2); }
  unsigned word() { return below(kWords); }
  Operand value() { return oneIn(5) ? r(reg()) : Operand(1 + below(2)); }
  Order order() { return orders_[below(static_cast<unsigned>(orders_.size()))]; }
  Order anyOrder() {
    static constexpr Order kOrders[] = {Order::Relaxed, Order::Relaxed, Order::Consume, Order::Acquire,
                                        Order::Release, Order::AcqRel,  Order::SeqCst,  Order::SeqCst};
    return kOrders[below(8)];
  }
  Order orderOfLoad() {
    const Order o = order();
    return o == Order::Release || o == Order::AcqRel ? Order::Acquire : o;
  }
  Order orderOfStore() {
    const Order o = order();
    return o == Order::Acquire || o == Order::Consume || o == Order::AcqRel ? Order::Release : o;
  }
  Order orderOfFence() {
    const Order o = order();
    return o == Order::Relaxed || o == Order::Consume ? Order::SeqCst : o;
  }

  Body body(unsigned most) {
    Body out;
    for (unsigned left = 1 + below(most); left > 0; --left) {
      const Body more = piece();
      out.insert(out.end(), more.begin(), more.end());
    }
    if (oneIn(8)) out.push_back(oneIn(2) ? assume(reg(), below(2)) : check(reg(), below(3)));
    return out;
  }

  Body piece() {
    if (isLitmus_) return {oneIn(6) ? with(orderOfFence(), fence()) : single()};
    if (hasLocks_ && oneIn(3))
      return {with(Order::Acquire, lock(kLock)), single(), with(Order::Release, unlock(kLock))};
    switch (below(8)) {
      case 0:
        return {skipIf(reg(), below(2), 1), single()};  // done or not
      // One address or the other; what is skipped to stands for both.
      case 1: return {skipIf(reg(), below(2), 2), single(), skipIf(3, 0, 1), single()};
      default: return {single()};
    }
  }

  Statement single() {
    switch (below(isLitmus_ ? 9 : 16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4: return with(orderOfLoad(), load(reg(), word()));
      case 5:
      case 6:
      case 7:
      case 8: return with(orderOfStore(), store(word(), value()));
      case 9: return with(order(), add(reg(), word(), 1));
      case 10: return with(order(), cas(reg(), word(), oneIn(3) ? r(reg()) : Operand(below(2)), value()));
      case 11: return with(order(), exchange(reg(), word(), value()));
      case 12: return waiting();
      case 13: return oneIn(3) ? choose(reg(), 2) : with(orderOfLoad(), load(reg(), word()));
      default: return with(orderOfFence(), fence());
    }
  }

  Statement waiting() {
    switch (below(6)) {
      case 0: return with(order(), awaitCas(reg(), word(), below(2), value()));
      case 1: return with(order(), gate(reg(), word(), 1 + below(2)));
      case 2: return with(order(), hasLocks_ ? tryLock(reg(), kLock) : wait(word()));
      case 3: return with(order(), post(word()));
      case 4: return with(orderOfLoad(), await(reg(), word(), below(3)));
      default: return with(orderOfLoad(), awaitNot(reg(), word(), 0));
    }
  }

  // The last thread is started by the second, and main does not wait for it.
  static void nest(Script& script) {
    Body& main = script.threads[0];
    std::erase_if(main, [](const Statement& s) { return (s.what == Do::Spawn || s.what == Do::Join) && s.other == 3; });
    script.threads[2].insert(script.threads[2].begin(), spawn(3));
  }

  explore::RandomNumbers& numbers_;
  bool isLitmus_ = false;
  bool hasLocks_ = false;
  std::vector<Order> orders_;  // those that this script has
};

}  // namespace

Script randomWeakScript(std::uint64_t seed, std::uint64_t index) {
  explore::RandomNumbers numbers(explore::RandomNumbers(seed).next() + index);
  return WeakAuthor(numbers).write();
}

Script randomLocks(std::uint64_t seed, std::uint64_t index) {
  explore::RandomNumbers numbers(explore::RandomNumbers(seed).next() + index);
  const auto word = [&](unsigned from, unsigned count) { return from + static_cast<unsigned>(numbers.below(count)); };
  std::vector<Body> bodies(2 + numbers.below(3));
  for (Body& body : bodies) {
    const auto look = [&] {
      switch (numbers.below(4)) {
        case 0: body.push_back(store(3, 1 + numbers.below(2))); break;
        case 1: body.push_back(load(0, word(0, 4))); break;
        case 2: body.push_back(awaitNot(0, word(2, 2), 0)); break;
        default: body.push_back(add(1, 3, 1));
      }
    };
    for (std::uint64_t left = 1 + numbers.below(bodies.size() < 4 ? 2 : 1); left > 0; --left) {
      if (numbers.below(2) == 0) look();
      switch (numbers.below(8)) {
        case 0: body.push_back(post(2)); break;
        case 1: body.push_back(wait(2)); break;
        case 2: body.push_back(awaitCas(1, 4, numbers.below(3), numbers.below(3))); break;
        case 3: body.push_back(tryLock(1, word(0, 2))); break;
        default: {
          const unsigned held = word(0, 2);
          body.push_back(lock(held));
          if (numbers.below(3) == 0) look();
          if (numbers.below(8) != 0) body.push_back(unlock(held));
        }
      }
    }
  }
  Script script = parallel(bodies);
  script.words = 5;
  return script;
}

Script randomSpeculation(std::uint64_t seed, std::uint64_t index) {
  explore::RandomNumbers numbers(explore::RandomNumbers(seed).next() + index);
  std::uint64_t fresh = 1;
  std::vector<Body> bodies(2 + numbers.below(2));
  for (Body& body : bodies)
    for (std::uint64_t left = 1 + numbers.below(2); left > 0; --left) switch (numbers.below(8)) {
        case 0: body.push_back(load(1, numbers.below(2) == 0 ? 0 : 1)); break;
        case 1: body.push_back(store(1, 1)); break;
        case 2: body.push_back(awaitNot(1, 1, 0)); break;
        case 3: body.push_back(store(0, fresh++)); break;
        default:
          body.push_back(speculate(0, 0));
          if (numbers.below(3) == 0) body.push_back(choose(2, 2));
          body.push_back(confirm(1, 0, r(0), fresh++));
      }
  return parallel(bodies);
}

}  // namespace heddle::testing
