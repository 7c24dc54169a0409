// The runtime's side of core/hooks.h, as symbols for the JIT.
#pragma once

#include <string_view>
#include <vector>

namespace heddle::runtime {

struct HookSymbol {
  const char* name;
  void* address;
};

std::vector<HookSymbol> hookSymbols();

// Functions that people ask for, and why they cannot have them.
struct Unsupported {
  std::string_view names;  // a symbol, or the start of several and a *
  const char* why;
  bool mayBeAllowed = false;  // false: --allow-external would take Heddle down with the program, or block it
};
const Unsupported* unsupported(std::string_view symbol);  // null: nothing speaks against it

// void(const char* name): the body given to functions nobody knows (bind.cpp).
inline constexpr char kUnknownExternal[] = "__heddle_unknown_external";

}  // namespace heddle::runtime
