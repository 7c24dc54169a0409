// The runtime's side of core/hooks.h, as symbols for the JIT.
#pragma once

#include <vector>

namespace heddle::runtime {

struct HookSymbol {
  const char* name;
  void* address;
};

std::vector<HookSymbol> hookSymbols();

// void(const char* name): the body given to functions nobody knows (bind.cpp).
inline constexpr char kUnknownExternal[] = "__heddle_unknown_external";

}  // namespace heddle::runtime
