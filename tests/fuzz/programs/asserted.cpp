// Programs in which the order of some accesses matters to an assertion or a lock, and
// that of most does not: for slices, sections of locks and stores that nobody sees.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

std::string lockOf(Maker& make) { return make.pick({"m0", "m0", "m1"}); }

Lines stores(Maker& make) {
  const Word first = make.word();
  const std::string value = make.value();
  Lines lines{{make.store(first, value) + ";"}};
  if (make.chance(60)) lines.push_back({make.store(make.word(), make.chance(60) ? value : make.value()) + ";"});
  return lines;
}

// What only statistics would want to know.
Lines counting(Maker& make) {
  const std::string amount = make.chance(50) ? make.variable() : "1";
  Lines lines{{make.update("fetch_add", {"after"}, amount) + ";"}};
  if (make.chance(30)) return {block("for (int i = 0; i < 2; ++i)", std::move(lines))};
  return lines;
}

Lines look(Maker& make) {
  return {{fmt::format("{} = {};", make.variable(), make.load(make.chance(20) ? Word{"after"} : make.word()))}};
}

Lines claim(Maker& make) {
  switch (make.random().below(5)) {
    case 0: return {{"assert(a == b);"}};
    case 1: return {{fmt::format("assert({} != {});", make.variable(), make.value())}};
    case 2: return {{"assert(!(a == 1 && b == 0));"}};
    case 3: return {{fmt::format("assert({} {} 1);", make.load(make.word()), make.pick({"!=", "<="}))}};
    default: return {{"assert(a <= 1 || b <= 1);"}};
  }
}

Lines decided(Maker& make) {
  Lines then = make.chance(70) ? stores(make) : counting(make);
  if (make.chance(25)) then = {{fmt::format("{} = 1;", make.variable())}};
  return {block(fmt::format("if ({})", make.load(make.chance(30) ? Word{"after"} : make.word())), std::move(then))};
}

Lines byIndex(Maker& make) {
  const std::string index = make.variable();
  Lines lines{{fmt::format("{} = {};", index, make.load(make.chance(30) ? Word{"after"} : make.word()))}};
  lines.push_back({make.store({fmt::format("xs[{} & 1]", index)}, make.value()) + ";"});
  if (make.chance(60)) lines.push_back({fmt::format("b = {};", make.load({make.pick({"xs[0]", "xs[1]"})}))});
  return lines;
}

// A value that the program is given, which the native searches try one after the other.
Lines input(Maker& make) {
  make.usesHeddle = true;
  const std::string given = make.pick({"(int)heddle_choose(2)", "(int)heddle_choose(3)", "(int)heddle_choose(3)"});
  const std::string variable = make.variable();
  switch (make.random().below(5)) {
    case 0: return {{fmt::format("{} = {};", variable, given)}};
    case 1: return {{make.store(make.word(), given) + ";"}};
    case 2: return {{fmt::format("{} = {} * 2 - {};", variable, given, make.variable())}};
    case 3: return {block(fmt::format("if ({})", given), stores(make))};
    default: return {{fmt::format("assert({} + {} != {});", given, variable, make.pick({"3", "4", "5"}))}};
  }
}

Lines inside(Maker& make) {
  switch (make.random().below(6)) {
    case 0:
    case 1: return stores(make);
    case 2: return {{"++d0;"}};
    case 3: return {{"a = d0;"}, {"d1 = a;"}};
    case 4: return look(make);
    default: return counting(make);
  }
}

Lines locked(Maker& make) {
  const std::string lock = lockOf(make);
  Lines lines{{make.dialect().lock(lock) + ";"}};
  append(lines, inside(make));
  if (make.chance(50)) append(lines, inside(make));
  const std::string other = lock == "m0" ? "m1" : "m0";
  if (make.chance(20)) {
    Lines inner{{make.dialect().lock(other) + ";"}};
    if (make.chance(50)) append(inner, inside(make));
    inner.push_back({make.dialect().unlock(other) + ";"});
    if (make.chance(50)) inner = {block(fmt::format("if ({})", make.load(make.word())), std::move(inner))};
    append(lines, std::move(inner));
  }
  lines.push_back({make.dialect().unlock(lock) + ";"});
  if (make.chance(20)) return {block(fmt::format("if ({})", make.load(make.word())), std::move(lines))};
  return lines;
}

}  // namespace

Lines assertedPiece(Maker& make) {
  switch (make.random().below(11)) {
    case 0:
    case 1: return stores(make);
    case 2: return counting(make);
    case 3: return look(make);
    case 4: return claim(make);
    case 5: return decided(make);
    case 6: return byIndex(make);
    case 7:
    case 8: return locked(make);
    case 9: return input(make);
    default: return access(make);
  }
}

Lines claimAfterJoins(Maker& make) {
  const std::string read = make.chance(40) ? make.pick({"d0", "d1", "w0"}) : make.load(make.word());
  return {{fmt::format("assert({} {} {});", read, make.pick({"==", "!=", "<="}), make.value())}};
}

}  // namespace heddle::fuzz::programs
