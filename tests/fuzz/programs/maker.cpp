#include "maker.h"

#include <fmt/format.h>

namespace heddle::fuzz::programs {

Word Maker::word() {
  if (chance(character_.mixedPercent)) return {pick({"w0", "w1"}), true};
  return atomicWord();
}

Word Maker::atomicWord() {
  const std::string& name = random_.pick(character_.words);
  usesHeap = usesHeap || name.starts_with("np");
  return {name};
}

Word Maker::lockWord() {
  if (chance(20 + character_.mixedPercent)) return {"l1", true};
  return {"l0"};
}

std::string Maker::plain() {
  if (chance(character_.mixedPercent)) return pick({"w0", "w1", "l1"});
  return pick({"d0", "d0", "d1", "g.in.deep.a", "g.in.deep.b"});
}

std::string Maker::hasUnorderedWaits() { return touched_.empty() || chance(30) ? plain() : random_.pick(touched_); }

std::string Maker::helper(const std::string& kind, const std::string& parameters, const std::string& result,
                          Lines body) {
  const std::string name = fmt::format("{}_{}", kind, helpers.size());
  const std::string linkage = pick({"", "static ", "static inline ", "__attribute__((noinline)) "});
  helpers.push_back(block(fmt::format("{}{} {}({})", linkage, result, name, parameters), std::move(body)));
  return name;
}

}  // namespace heddle::fuzz::programs
