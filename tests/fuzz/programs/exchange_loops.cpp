// Loops around compare-exchanges, and locks made of exchanges.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

// What is done between the load and the compare-exchange.
Lines between(Maker& make) {
  if (make.chance(40)) return {};
  const std::string own = make.own();
  make.touch(own);
  if (make.isTwice && make.chance(30)) return {{make.pick({"d0 = s;", "b = d0;", "d0 = 1;", "++d0;"})}};
  switch (make.random().below(8)) {
    case 7: make.touch("d0"); return {{make.pick({"d0 = s;", "b = d0;", "d0 = 1;"})}};
    case 0: return {{fmt::format("{} = s;", own)}};
    case 1: return make.chance(make.character().plainPercent * 3) ? plainAccess(make) : Lines{{"b = s;"}};
    case 2: return {{fmt::format("b = {};", make.load(make.word()))}};
    case 3: return {{fmt::format("if (s == {}) break;", make.value())}};
    case 4: return {{fmt::format("assert(s != {});", make.pick({"2", "3"}))}};
    case 5: return {{fmt::format("b = {};", own)}, {fmt::format("{} = s;", own)}};
    default: return iterationBody(make, 1);
  }
}

std::string newValue(Maker& make) { return make.pick({"s + 1", "s + 1", "s + 1", "s", "1", "s | 1"}); }

Lines loadInside(Maker& make) {
  const Word word = make.word();
  Lines lines{{fmt::format("s = {};", make.load(word))}};
  append(lines, between(make));
  return {
      block("do", std::move(lines), fmt::format("}} while (!{});", make.compareExchange(word, "s", newValue(make))))};
}

Line loadAgain(Maker& make, const Word& word) {
  const std::string load = fmt::format("s = {};", make.load(make.chance(80) ? word : make.word()));
  return {make.chance(50) ? load : fmt::format("if ({}) {}", make.load(make.word()), load)};
}

Lines loadOutside(Maker& make) {
  const Word word = make.word();
  Lines lines{{fmt::format("s = {};", make.load(word))}};
  const std::string exchange = make.compareExchange(word, "s", newValue(make));
  if (make.chance(50)) {
    Lines body = between(make);
    if (make.chance(30)) body.push_back(loadAgain(make, word));
    lines.push_back(block(fmt::format("while (!{})", exchange), std::move(body)));
  } else
    lines.push_back(block("do", between(make), fmt::format("}} while (!{});", exchange)));
  return lines;
}

Lines constantExpected(Maker& make) {
  const Word word = make.word();
  make.need(word);
  Lines lines{{"s = 1;"}};
  append(lines, between(make));
  lines.push_back({fmt::format("if ({}) break;", make.compareExchange(word, "s", make.value()))});
  append(lines, iterationBody(make, 1));
  return {block("for (;;)", std::move(lines))};
}

// The expected value is in memory that others could read.
Lines expectedInMemory(Maker& make) {
  const Word word = make.word();
  const std::string expected = make.chance(50) ? make.own() : make.chance(50) ? "e" : "now.in.deep.a";
  const std::string exchange = make.compareExchange(word, expected, expected + " + 1");
  make.touch(expected == "now.in.deep.a" ? "e" : expected);
  const Line load{fmt::format("{} = {};", expected, make.load(word))};
  if (make.chance(50)) return {load, block(fmt::format("while (!{})", exchange), iterationBody(make, 1))};
  return {block("do", {load}, fmt::format("}} while (!{});", exchange))};
}

// Takes what it does not find, and so writes each time.
Lines exchangeUntilFound(Maker& make) {
  const Word word = make.word();
  make.need(word);
  const std::string seen = make.pick({"s", "a"});
  const std::string exchange = make.update("exchange", word, make.pick({"0", "2", "2"}));
  return {block(fmt::format("while (({} = {}) != 1)", seen, exchange), iterationBody(make, 1))};
}

// Counts its failures, which are nobody else's business or are.
Lines counted(Maker& make) {
  const Word word = make.word();
  const std::string count = make.chance(50) ? make.own() : make.pick({"b", "d1"});
  make.touch(count == "b" ? "d1" : count);
  const std::string failed =
      make.pick({fmt::format("++{};", count), fmt::format("{} = 1;", count), "assert(d1 != 3);", "assert(d1 != 3);"});
  Lines lines{{fmt::format("s = {};", make.load(word))}};
  if (make.chance(50)) {
    lines.push_back({fmt::format("if ({}) break;", make.compareExchange(word, "s", newValue(make)))});
    lines.push_back({failed});
    return {block("for (;;)", std::move(lines))};
  }
  lines.push_back(block(fmt::format("while (!{})", make.compareExchange(word, "s", newValue(make))), {{failed}}));
  return lines;
}

}  // namespace

Lines compareExchangeLoop(Maker& make) {
  switch (make.random().below(8)) {
    case 0:
    case 1: return loadInside(make);
    case 2:
    case 3: return loadOutside(make);
    case 4: return constantExpected(make);
    case 5: return exchangeUntilFound(make);
    case 6: return counted(make);
    default: return expectedInMemory(make);
  }
}

Lines readsBetween(Maker& make, const Word& word, const Word& other) {
  const Lines body{{fmt::format("s = {};", make.load(word))}, {fmt::format("b = {};", make.load(other))}};
  return {block("do", body, fmt::format("}} while (!{});", make.compareExchange(word, "s", newValue(make))))};
}

Lines looksWhenFailed(Maker& make, const Word& word) {
  return {block("for (;;)", {{fmt::format("s = {};", make.load(word))},
                             {fmt::format("if ({}) break;", make.compareExchange(word, "s", newValue(make)))},
                             {"assert(d1 != 3);"}})};
}

Lines confirmed(Maker& make, const Word& word, const std::string& value) {
  const Lines body{{fmt::format("s = {};", make.load(word))}};
  return {block("do", body, fmt::format("}} while (!{});", make.compareExchange(word, "s", value)))};
}

Lines testAndSetLock(Maker& make) {
  const Word lock = make.lockWord();
  const Dialect& dialect = make.dialect();
  const Order taking = make.chance(35) ? Order::Acquire : make.chance(50) ? Order::SeqCst : make.order();
  const Order leaving = make.chance(70) ? Order::Release : make.order();
  Lines lines;
  switch (make.random().below(4)) {
    case 0:
      lines.push_back({"s = 0;"});
      lines.push_back(
          block(fmt::format("while (!{})", dialect.compareExchange(lock, "s", "1", taking, false)), {{"s = 0;"}}));
      break;
    case 1: {
      Lines body{block(fmt::format("while ({})", make.load(lock)), {})};
      lines.push_back(block(fmt::format("while ({})", dialect.update("exchange", lock, "1", taking)), std::move(body)));
      break;
    }
    default:
      lines.push_back(
          block(fmt::format("while ({})", dialect.update(make.pick({"exchange", "fetch_or"}), lock, "1", taking)),
                make.chance(60) ? Lines{} : iterationBody(make, 1)));
  }
  if (lock.isMixed && make.chance(60)) lines.push_back({fmt::format("assert({} == 1);", lock.name)});
  append(lines, section(make));
  lines.push_back({dialect.store(lock, "0", leaving) + ";"});
  return lines;
}

}  // namespace heddle::fuzz::programs
