#include "dialect.h"

#include <fmt/format.h>

namespace heddle::fuzz::programs {
namespace {

Order forLoad(Order order) {
  return order == Order::AcqRel ? Order::Acquire : order == Order::Release ? Order::Relaxed : order;
}
Order forStore(Order order) {
  return order == Order::AcqRel ? Order::Release : order == Order::Acquire ? Order::Relaxed : order;
}

}  // namespace

std::string Dialect::name(Order order, bool isMixed) const {
  static constexpr const char* kMixed[] = {"__ATOMIC_SEQ_CST", "__ATOMIC_ACQ_REL", "__ATOMIC_ACQUIRE",
                                           "__ATOMIC_RELEASE", "__ATOMIC_RELAXED"};
  static constexpr const char* kOrders[] = {"seq_cst", "acq_rel", "acquire", "release", "relaxed"};
  if (isMixed) return kMixed[static_cast<int>(order)];
  return fmt::format("{}memory_order_{}", isCxx_ ? "std::" : "", kOrders[static_cast<int>(order)]);
}

std::string Dialect::load(const Word& word, Order order) const {
  const std::string how = name(forLoad(order), word.isMixed);
  if (word.isMixed) return fmt::format("__atomic_load_n(&{}, {})", word.name, how);
  if (isCxx_) return fmt::format("{}.load({})", word.name, how);
  return fmt::format("atomic_load_explicit(&{}, {})", word.name, how);
}

std::string Dialect::store(const Word& word, const std::string& value, Order order) const {
  const std::string how = name(forStore(order), word.isMixed);
  if (word.isMixed) return fmt::format("__atomic_store_n(&{}, {}, {})", word.name, value, how);
  if (isCxx_) return fmt::format("{}.store({}, {})", word.name, value, how);
  return fmt::format("atomic_store_explicit(&{}, {}, {})", word.name, value, how);
}

std::string Dialect::update(const std::string& how, const Word& word, const std::string& value, Order order) const {
  const std::string as = name(order, word.isMixed);
  if (word.isMixed)
    return fmt::format("__atomic_{}(&{}, {}, {})", how == "exchange" ? "exchange_n" : how, word.name, value, as);
  if (isCxx_) return fmt::format("{}.{}({}, {})", word.name, how, value, as);
  return fmt::format("atomic_{}_explicit(&{}, {}, {})", how, word.name, value, as);
}

std::string Dialect::compareExchange(const Word& word, const std::string& expected, const std::string& value,
                                     Order order, bool isWeak) const {
  const std::string success = name(order, word.isMixed);
  const std::string failure = name(forLoad(order), word.isMixed);
  if (word.isMixed)
    return fmt::format("__atomic_compare_exchange_n(&{}, &{}, {}, {}, {}, {})", word.name, expected, value,
                       isWeak ? 1 : 0, success, failure);
  const char* const strength = isWeak ? "weak" : "strong";
  if (isCxx_)
    return fmt::format("{}.compare_exchange_{}({}, {}, {}, {})", word.name, strength, expected, value, success,
                       failure);
  return fmt::format("atomic_compare_exchange_{}_explicit(&{}, &{}, {}, {}, {})", strength, word.name, expected, value,
                     success, failure);
}

std::string Dialect::fence(Order order) const {
  return fmt::format("{}({})", isCxx_ ? "std::atomic_thread_fence" : "atomic_thread_fence", name(order, false));
}

std::string Dialect::lock(const std::string& mutex) const {
  return isCxx_ ? mutex + ".lock()" : fmt::format("pthread_mutex_lock(&{})", mutex);
}
std::string Dialect::unlock(const std::string& mutex) const {
  return isCxx_ ? mutex + ".unlock()" : fmt::format("pthread_mutex_unlock(&{})", mutex);
}
std::string Dialect::tryLock(const std::string& mutex) const {
  return isCxx_ ? mutex + ".try_lock()" : fmt::format("!pthread_mutex_trylock(&{})", mutex);
}
std::string Dialect::newNode(bool isZeroed) const {
  if (isCxx_) return isZeroed ? "new Node()" : "new Node";
  return isZeroed ? "calloc(1, sizeof(Node))" : "malloc(sizeof(Node))";
}
std::string Dialect::freeNode(const std::string& node) const {
  return isCxx_ ? "delete " + node : fmt::format("free({})", node);
}

}  // namespace heddle::fuzz::programs
