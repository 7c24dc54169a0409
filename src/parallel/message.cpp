#include "parallel/message.h"

#include <cstring>
#include <map>
#include <set>
#include <type_traits>
#include <utility>

namespace heddle::parallel {
namespace {

using core::Outcome;

// The members of what is more than a few numbers, in an order.
template <typename F>
void members(core::Broken& broken, F f) {
  auto& [assumption, site, why, addr, bytes] = broken;
  f(assumption, site, why, addr, bytes);
}
template <typename F>
void members(core::Violation& violation, F f) {
  auto& [kind, message, site, thread, addr, size, steps] = violation;
  f(kind, message, site, thread, addr, size, steps);
}
template <typename F>
void members(core::Found& found, F f) {
  auto& [violation, schedule, executions, isGraph, isWhole] = found;
  f(violation, schedule, executions, isGraph, isWhole);
}
template <typename F>
void members(Outcome& outcome, F f) {
  auto& [verdict, found, executions, sampled, why, limitations, remarks, guarantee, whyCut, stopSchedule, stopIsGraph,
         broken, isUnfinished, expected, evidence, madePartsVoid, mustBeOnePart, seconds] = outcome;
  f(verdict, found, executions, sampled, why, limitations, remarks, guarantee, whyCut, stopSchedule, stopIsGraph,
    broken, isUnfinished, expected, evidence, madePartsVoid, mustBeOnePart, seconds);
}
template <typename F>
void members(explore::graph::Pending& pending, F f) {
  auto& [events, options, displaced] = pending;
  f(events, options, displaced);
}
template <typename F>
void members(explore::graph::InPlaceWords::Notes& notes, F f) {
  auto& [waited, excluded, speculatedOn, withoutSpeculation] = notes;
  f(waited, excluded, speculatedOn, withoutSpeculation);
}
template <typename F>
void members(explore::graph::ZeroNetIterations::Notes& notes, F f) {
  auto& [isUsed, middles, areAdditionsUsed, added] = notes;
  f(isUsed, middles, areAdditionsUsed, added);
}
template <typename F>
void members(Known& known, F f) {
  auto& [words, iterations, threads, evidence] = known;
  f(words, iterations, threads, evidence);
}
template <typename F>
void members(Task& task, F f) {
  auto& [pending, known, mostExecutions] = task;
  f(pending, known, mostExecutions);
}
template <typename F>
void members(Order& order, F f) {
  auto& [kind, worker, wanted, task, plan] = order;
  f(kind, worker, wanted, task, plan);
}
template <typename F>
void members(Notice& notice, F f) {
  auto& [kind, worker, room, status, text, executions, memory] = notice;
  f(kind, worker, room, status, text, executions, memory);
}
template <typename F>
void members(Report& report, F f) {
  auto& [outcome, known, left, given] = report;
  f(outcome, known, left, given);
}

template <typename T>
concept Plain = std::is_trivially_copyable_v<T>;

class Writer {
 public:
  template <Plain T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  template <typename T>
    requires(!Plain<T>)
  void put(const T& value) {
    members(const_cast<T&>(value), [this](const auto&... each) { (this->put(each), ...); });
  }
  void put(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  template <typename T>
  void put(const std::vector<T>& list) {
    putAll(list);
  }
  template <typename T>
  void put(const std::set<T>& set) {
    putAll(set);
  }
  template <typename K, typename T>
  void put(const std::map<K, T>& map) {
    put(map.size());
    for (const auto& [key, value] : map) {
      put(key);
      put(value);
    }
  }
  template <typename T>
    requires(!Plain<T>)
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }

  std::string take() { return std::move(bytes_); }

 private:
  template <typename List>
  void putAll(const List& list) {
    put(list.size());
    for (const auto& one : list) put(one);
  }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <Plain T>
  void get(T& value) {
    if (left_.size() < sizeof(value)) return fail();
    std::memcpy(&value, left_.data(), sizeof(value));
    left_.remove_prefix(sizeof(value));
  }
  template <typename T>
    requires(!Plain<T>)
  void get(T& value) {
    members(value, [this](auto&... each) { (this->get(each), ...); });
  }
  void get(std::string& text) {
    const std::size_t size = count();
    text = left_.substr(0, size);
    left_.remove_prefix(size);
  }
  template <typename T>
  void get(std::vector<T>& list) {
    list.clear();
    for (std::size_t left = count(); left > 0; --left) get(list.emplace_back());
  }
  template <typename T>
  void get(std::set<T>& set) {
    set.clear();
    for (std::size_t left = count(); left > 0; --left) {
      T one{};
      get(one);
      set.insert(std::move(one));
    }
  }
  template <typename K, typename T>
  void get(std::map<K, T>& map) {
    map.clear();
    for (std::size_t left = count(); left > 0; --left) {
      K key{};
      get(key);
      get(map[key]);
    }
  }
  template <typename T>
    requires(!Plain<T>)
  void get(std::optional<T>& value) {
    bool has = false;
    get(has);
    value.reset();
    if (has) get(value.emplace());
  }

  // All of it was read, and nothing was missing.
  bool isOver() const { return isWell_ && left_.empty(); }

 private:
  // Of elements: each has a byte at least.
  std::size_t count() {
    std::size_t size = 0;
    get(size);
    if (size <= left_.size()) return size;
    fail();
    return 0;
  }
  void fail() {
    isWell_ = false;
    left_ = {};
  }

  std::string_view left_;
  bool isWell_ = true;
};

template <typename T>
std::string toBytes(const T& value) {
  Writer writer;
  writer.put(value);
  return writer.take();
}

template <typename T>
std::optional<T> fromBytes(std::string_view bytes) {
  Reader reader(bytes);
  T value{};
  reader.get(value);
  return reader.isOver() ? std::optional(std::move(value)) : std::nullopt;
}

}  // namespace

std::string bytesOf(const Report& report) { return toBytes(report); }
std::string bytesOf(const Order& order) { return toBytes(order); }
std::string bytesOf(const Notice& notice) { return toBytes(notice); }
std::optional<Report> reportFrom(std::string_view bytes) { return fromBytes<Report>(bytes); }
std::optional<Order> orderFrom(std::string_view bytes) { return fromBytes<Order>(bytes); }
std::optional<Notice> noticeFrom(std::string_view bytes) { return fromBytes<Notice>(bytes); }

}  // namespace heddle::parallel
