#include "core/library.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

// Patterns are found by their first letters.
constexpr std::size_t kLetters = 4;

struct Index {
  std::unordered_map<std::string_view, const Row*> symbols;
  std::unordered_map<std::string_view, std::vector<const Row*>> patterns;  // the longest first
};

Index makeIndex() {
  Index index;
  index.symbols.reserve(1024);
  for (const Family& family : families())
    for (const Row& row : family.rows) {
      HEDDLE_CHECK(!row.isPattern() || row.symbol.size() > kLetters);
      if (row.isPattern())
        index.patterns[row.symbol.substr(0, kLetters)].push_back(&row);
      else
        index.symbols.emplace(row.symbol, &row);
    }
  for (auto& [letters, rows] : index.patterns)
    std::ranges::sort(rows, std::ranges::greater{}, [](const Row* row) { return row->symbol.size(); });
  return index;
}

}  // namespace

std::span<const Family> families() {
  static const std::array kFamilies{
      Family{"posix threads", posixThreads()},
      Family{"locks", locks()},
      Family{"c11 threads", c11Threads()},
      Family{"memory", memory()},
      Family{"strings", strings()},
      Family{"stdio", stdio()},
      Family{"numbers", numbers()},
      Family{"mathematics", mathematics()},
      Family{"time and random", timeAndRandom()},
      Family{"process", process()},
      Family{"outside", outside()},
      Family{"sources", sources()},
      Family{"c++ runtime", cxxRuntime()},
      Family{"c++ library", cxxLibrary()},
      Family{"libc++", libcxx()},
      Family{"verifier", verifier()},
      Family{"instrumentation", instrumentation()},
  };
  return kFamilies;
}

const Row* find(std::string_view symbol) {
  static const Index index = makeIndex();
  if (const auto row = index.symbols.find(symbol); row != index.symbols.end()) return row->second;
  const auto patterns = index.patterns.find(symbol.substr(0, kLetters));
  if (patterns == index.patterns.end()) return nullptr;
  for (const Row* const row : patterns->second)
    if (symbol.starts_with(row->symbol.substr(0, row->symbol.size() - 1))) return row;
  return nullptr;
}

const Facts& factsOf(std::string_view symbol) {
  static const Facts nothing;
  const Row* const row = find(symbol);
  return row == nullptr ? nothing : row->facts;
}

}  // namespace heddle::core::library
