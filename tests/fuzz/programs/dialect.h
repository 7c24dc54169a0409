// How C and C++ spell the accesses to a word.
#pragma once

#include <string>

namespace heddle::fuzz::programs {

enum class Order { SeqCst, AcqRel, Acquire, Release, Relaxed };

// Something that is accessed atomically: a variable, a member, what a pointer leads to.
struct Word {
  std::string name;
  bool isMixed = false;  // an int, accessed plainly too; atomic accesses are by builtin functions
};

class Dialect {
 public:
  explicit Dialect(bool isCxx) : isCxx_(isCxx) {}
  bool isCxx() const { return isCxx_; }

  // Orders that an access cannot have are replaced by the nearest one it can.
  std::string load(const Word& word, Order order) const;
  std::string store(const Word& word, const std::string& value, Order order) const;
  // `how`: fetch_add, fetch_sub, fetch_or, fetch_and, fetch_xor, exchange
  std::string update(const std::string& how, const Word& word, const std::string& value, Order order) const;
  std::string compareExchange(const Word& word, const std::string& expected, const std::string& value, Order order,
                              bool isWeak) const;
  std::string fence(Order order) const;

  std::string atomicInt() const { return isCxx_ ? "std::atomic<int>" : "atomic_int"; }
  std::string lock(const std::string& mutex) const;
  std::string unlock(const std::string& mutex) const;
  std::string tryLock(const std::string& mutex) const;  // true: locked
  std::string newNode(bool isZeroed) const;
  std::string freeNode(const std::string& node) const;

 private:
  std::string name(Order order, bool isMixed) const;
  bool isCxx_;
};

}  // namespace heddle::fuzz::programs
