// Reading JSON files that may be anything: every field is checked, and what is
// wrong is said by name.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace heddle::report {

// Thrown while one file is read, and caught by whoever reads it: one place turns
// a bad field into a diagnostic, however deep it lies.
struct BadField {
  std::string what;
};

inline const nlohmann::ordered_json& member(const nlohmann::ordered_json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) throw BadField{fmt::format("it has no \"{}\"", key)};
  return object[key];
}

template <typename T>
T get(const nlohmann::ordered_json& object, const char* key) {
  try {
    return member(object, key).get<T>();
  } catch (const nlohmann::ordered_json::exception&) {
    throw BadField{fmt::format("\"{}\" has the wrong type", key)};
  }
}

inline const nlohmann::ordered_json& list(const nlohmann::ordered_json& object, const char* key) {
  const nlohmann::ordered_json& found = member(object, key);
  if (!found.is_array()) throw BadField{fmt::format("\"{}\" has the wrong type", key)};
  return found;
}

}  // namespace heddle::report
