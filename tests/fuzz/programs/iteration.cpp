// What an iteration of a waiting loop does beside waiting: most of it is
// harmless, and each of it has a neighbour that is not.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

Lines privateMemory(Maker& make) {
  if (make.chance(20)) return {{"b = far.l.l.l.l.l.l.l.a;"}, {"far = farther;"}};
  switch (make.random().below(3)) {
    case 0: return {{make.chance(50) ? "b = now.in.deep.a;" : "b = now.in.deep.b;"}, {"now = next;"}};
    case 1: return {{"now.in.deep.b = a;"}, {"b = now.in.deep.a;"}};
    default: return {{"++b;"}};
  }
}

}  // namespace

Lines valueAgain(Maker& make, const Word& word) {
  if (word.isMixed) make.touch(word.name);
  const Dialect& dialect = make.dialect();
  const Order order = make.order();
  switch (make.random().below(6)) {
    case 5:
    case 0: return {{dialect.update(make.pick({"fetch_or", "fetch_add"}), word, "0", order) + ";"}};
    case 1: return {{fmt::format("if ({} == 1) {};", make.load(word), dialect.store(word, "1", order))}};
    case 2: return {{"s = 1;"}, {dialect.compareExchange(word, "s", "1", order, false) + ";"}};
    case 3: return {{dialect.store(word, make.load(word), order) + ";"}};
    default: return {{dialect.update("fetch_and", word, "~0", order) + ";"}};
  }
}

namespace {

Lines valueAgain(Maker& make) { return valueAgain(make, make.waitedOrAny()); }

// Put back what was there.
Lines rolledBack(Maker& make) {
  const Word word = make.word();
  const Word back = make.chance(20) ? make.word() : word;  // or something else
  if (word.isMixed) make.touch(word.name);
  Lines lines{{make.update("fetch_add", word, "1") + ";"}};
  if (make.chance(15)) lines.push_back({fmt::format("{} = {};", make.variable(), make.load(make.word()))});
  lines.push_back({make.update("fetch_sub", back, "1") + ";"});
  return lines;
}

Lines repeatedStore(Maker& make) {
  const std::string place = make.chance(60) ? make.own() : make.plain();
  const std::string value = make.pick({"1", "a", "2"});
  make.touch(place);
  if (make.chance(50)) return {{fmt::format("{} = {};", place, value)}};
  if (make.chance(50))
    return {{fmt::format("b = __atomic_load_n(&{}, __ATOMIC_RELAXED);", place)},
            {fmt::format("{} = {};", place, value)}};
  return {{fmt::format("b = {};", place)}, {fmt::format("{} = {};", place, value)}};
}

Lines underLock(Maker& make) {
  if (make.chance(50)) {
    Lines lines{{make.dialect().lock("m0") + ";"}};
    append(lines, section(make));
    lines.push_back({make.dialect().unlock("m0") + ";"});
    return lines;
  }
  Lines held = section(make);
  held.push_back({make.dialect().unlock("m0") + ";"});
  return {block(fmt::format("if ({})", make.dialect().tryLock("m0")), std::move(held))};
}

Lines calls(Maker& make) {
  const Word word{"(*p)"};
  Lines body;
  switch (make.random().below(5)) {
    case 0: body.push_back({"return " + make.load(word) + ";"}); break;
    case 1: body = {{"int got = " + make.load(word) + ";"}, {"return got > 1 ? 1 : got;"}}; break;
    case 2: body.push_back({"return " + make.update("fetch_or", word, "0") + ";"}); break;
    case 3:
      body = {{"int got = " + make.load(word) + ";"}, {fmt::format("{} = got + 1;", make.own())}, {"return got;"}};
      break;
    default: body = {{"static int calls;"}, {"int got = " + make.load(word) + ";"}, {"return got + ++calls;"}}; break;
  }
  const std::string name = make.helper("peek", make.dialect().atomicInt() + " *p", "int", std::move(body));
  return {{fmt::format("{} = {}(&{});", make.variable(), name, make.atomicWord().name)}};
}

// An assume after a loop that looks for something, perhaps with an effect before it looks again.
Lines foundInLoop(Maker& make) {
  make.usesHeddle = true;
  const std::string found = make.variable();
  Lines body{{fmt::format("{} = {};", found,
                          make.chance(70) ? make.load(make.word()) : make.update("exchange", make.word(), "0"))}};
  if (make.chance(30)) append(body, access(make));
  body.push_back({fmt::format("if ({} == 1) break;", found)});
  return {block("for (int i = 0; i < 2; ++i)", std::move(body)), {fmt::format("heddle_assume({} == 1);", found)}};
}

Lines ofHeddle(Maker& make) {
  make.usesHeddle = true;
  if (make.chance(60)) return {{fmt::format("{} = (int)heddle_choose(2);", make.variable())}};
  return {{fmt::format("heddle_assume({} < 2);", make.variable())}};
}

Lines ofHeap(Maker& make) {
  make.usesHeap = true;
  switch (make.random().below(3)) {
    case 0:
      return {{fmt::format("n = {};", make.dialect().newNode(make.chance(50)))}, {make.dialect().freeNode("n") + ";"}};
    case 1: make.touch("np->value"); return {{"b = np->value;"}};
    default: make.touch("np->value"); return {{"np->value = a;"}};
  }
}

Lines readNodeValue(Maker& make) {
  make.usesHeap = true;
  make.touch("np->value");
  return {{fmt::format("{} = np->value;", make.variable())}};
}

Lines plainRead(Maker& make) {
  const Word word = make.waitedOrAny();
  if (make.readsNode) return readNodeValue(make);
  const std::string place = word.isMixed && make.chance(50) ? word.name : make.plain();
  make.touch(place);
  return {{fmt::format("{} = {};", make.variable(), place)}};
}

Lines one(Maker& make) {
  switch (make.random().below(15)) {
    case 14:
      return {{make.update(make.pick({"fetch_add", "fetch_add", "fetch_sub", "fetch_xor"}), make.word(), "1") + ";"}};
    case 0: return make.chance(make.character().plainPercent * 3) ? plainAccess(make) : access(make);
    case 12:
    case 13: return plainRead(make);
    case 1: return valueAgain(make);
    case 2: return valueAgain(make);
    case 3: return repeatedStore(make);
    case 4: return privateMemory(make);
    case 5: return {{fmt::format("{} = {};", make.variable(), make.load(make.word()))}};
    case 6: return rolledBack(make);
    case 7: return underLock(make);
    case 8: return calls(make);
    case 9: return make.chance(30) ? ofHeap(make) : make.chance(20) ? ofHeddle(make) : privateMemory(make);
    case 10:
      if (make.chance(40)) return foundInLoop(make);
      return {block("for (int i = 0; i < 2; ++i)", {{"b += " + make.load(make.word()) + ";"}})};
    default: return make.chance(make.character().plainPercent * 3) ? plainAccess(make) : repeatedStore(make);
  }
}

}  // namespace

Lines iterationBody(Maker& make, unsigned most) {
  Lines lines;
  if (make.chance(10)) lines.push_back({"sched_yield();"});
  if (make.isObserved && !make.hasTouched())
    append(lines, make.chance(make.waited.isMixed ? 30 : 60) ? plainRead(make)
                  : make.chance(50)                          ? repeatedStore(make)
                                                             : valueAgain(make));
  const unsigned count = make.chance(make.isObserved ? 50 : 20) ? 0 : 1 + make.random().below(most);
  for (unsigned i = 0; i < count; ++i) append(lines, one(make));
  return lines;
}

}  // namespace heddle::fuzz::programs
