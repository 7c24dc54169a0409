// Values as bytes, for another process of the same program: what it is sent it reads back by the same functions.
//
// `fields` of a type hands its members to an archive, one by one. Structured bindings name all of them: a member that
// is added does not compile until it is here, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::check {

// Appends.
class Writer {
 public:
  static constexpr bool kReads = false;

  void raw(void* from, std::size_t size) { bytes_.append(static_cast<const char*>(from), size); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Takes from the front; what is missing leaves it broken.
class Reader {
 public:
  static constexpr bool kReads = true;

  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  void raw(void* to, std::size_t size) {
    if (size > bytes_.size()) isBroken_ = true;
    if (isBroken_) return;
    std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  // Everything was there, and nothing is left.
  bool isWhole() const { return !isBroken_ && bytes_.empty(); }
  // Of things that take a byte each at least.
  std::size_t room() const { return isBroken_ ? 0 : bytes_.size(); }

 private:
  std::string_view bytes_;
  bool isBroken_ = false;
};

template <typename Archive, typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void fields(Archive& archive, T& value) {
  archive.raw(&value, sizeof value);
}

template <typename Archive>
std::size_t sizeOf(Archive& archive, std::size_t size) {
  archive.raw(&size, sizeof size);
  if constexpr (Archive::kReads) return std::min(size, archive.room());
  return size;
}

template <typename Archive>
void fields(Archive& archive, std::string& text) {
  const std::size_t size = sizeOf(archive, text.size());
  if constexpr (Archive::kReads) text.resize(size);
  archive.raw(text.data(), size);
}

template <typename Archive, typename T>
void fields(Archive& archive, std::vector<T>& list);
template <typename Archive, typename T>
void fields(Archive& archive, std::optional<T>& value);
template <typename Archive, typename Key, typename T>
void fields(Archive& archive, std::map<Key, T>& map);

// Several, in order.
template <typename Archive, typename... T>
void all(Archive& archive, T&... values) {
  (fields(archive, values), ...);
}

template <typename Archive, typename T>
void fields(Archive& archive, std::vector<T>& list) {
  const std::size_t size = sizeOf(archive, list.size());
  if constexpr (Archive::kReads) list.resize(size);
  for (T& element : list) fields(archive, element);
}

template <typename Archive, typename T>
void fields(Archive& archive, std::optional<T>& value) {
  bool isThere = value.has_value();
  fields(archive, isThere);
  if constexpr (Archive::kReads)
    if (isThere) value.emplace();
  if (value) fields(archive, *value);
}

template <typename Archive, typename Key, typename T>
void fields(Archive& archive, std::map<Key, T>& map) {
  std::vector<std::pair<Key, T>> rows(map.begin(), map.end());
  std::size_t size = sizeOf(archive, rows.size());
  if constexpr (Archive::kReads) rows.resize(size);
  for (auto& [key, value] : rows) all(archive, key, value);
  if constexpr (Archive::kReads) map = {rows.begin(), rows.end()};
}

}  // namespace heddle::check
