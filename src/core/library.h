// What Heddle knows of library functions: one table, a row each symbol.
//
// A program calls functions that it does not define. Who answers such a call, what
// it does to memory, to a loop and to what the thread knows of others is said
// here, once. The analyses, the passes and the runtime ask; none has a list of its own.
//
// To add a function: a row in the file of its family (core/library/), and its
// model in runtime/externals/ if the row says `Model`. A test compares the two.
//
// An allow-list: what has no row, and what its row does not say, may do anything.
#pragma once

#include <span>
#include <string_view>

#include "core/library/row.h"

namespace heddle::core::library {

struct Family {
  std::string_view name;
  std::span<const Row> rows;
};

// The whole table.
std::span<const Family> families();

// The row of a symbol, or of the longest pattern that fits it; null if there is neither.
const Row* find(std::string_view symbol);
// What is known of it; nothing if there is no row.
const Facts& factsOf(std::string_view symbol);

// Symbols that readers ask for by name.
inline constexpr char kSetJump[] = "_setjmp";
inline constexpr char kErrorLocation[] = "__errno_location";
inline constexpr char kPersonality[] = "__gxx_personality_v0";  // whose address only the unwinder takes

}  // namespace heddle::core::library
