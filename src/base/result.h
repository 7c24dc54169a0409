// Result<T>: a value, or a diagnostic about bad input or a bad environment.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace heddle {

// What went wrong and what the user can do about it, ready to print.
struct Diagnostic {
  std::string message;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}               // NOLINT(google-explicit-constructor)
  Result(Diagnostic problem) : state_(std::move(problem)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() {
    HEDDLE_CHECK(state_.index() == 0);
    return std::get<0>(state_);
  }
  T* operator->() { return &**this; }
  const Diagnostic& problem() const {
    HEDDLE_CHECK(state_.index() == 1);
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Diagnostic> state_;
};

}  // namespace heddle
