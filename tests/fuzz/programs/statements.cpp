#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

const Word kSignal{"after"};

Line line(std::string text) { return {std::move(text)}; }

std::string condition(Maker& make) {
  const Word word = make.word();
  switch (make.random().below(4)) {
    case 0: return make.load(word);
    case 1: return "!" + make.load(word);
    case 2: return make.load(word) + " == " + make.value();
    default: return fmt::format("{} == {}", make.variable(), make.value());
  }
}

}  // namespace

Lines access(Maker& make) {
  const Word word = make.word();
  const std::string variable = make.variable();
  if (word.isMixed && make.chance(15))
    return {line(fmt::format("{} = {};", variable, word.name)), line(make.store(word, make.value()) + ";")};
  switch (make.random().below(9)) {
    case 0:
    case 1:
    case 2: return {line(make.store(word, make.value()) + ";")};
    case 3:
    case 4: return {line(fmt::format("{} = {};", variable, make.load(word)))};
    case 5: return {line(make.update(make.pick({"fetch_add", "fetch_sub", "fetch_or"}), word, "1") + ";")};
    case 6:
      return {line(fmt::format("{} = {};", variable,
                               make.update(make.pick({"fetch_add", "fetch_or", "exchange", "fetch_and"}), word,
                                           make.pick({"0", "1", "1"}))))};
    case 7:
      return {line("s = " + make.value() + ";"),
              line(fmt::format("{} = {};", variable, make.compareExchange(word, "s", make.value())))};
    default: {
      static const std::vector<Order> kOrders{Order::SeqCst, Order::Acquire, Order::Release, Order::AcqRel};
      return {line(make.dialect().fence(make.random().pick(kOrders)) + ";")};
    }
  }
}

Lines plainAccess(Maker& make) {
  const std::string plain = make.hasUnorderedWaits();
  if (make.isObserved && make.chance(50)) return {line(fmt::format("{} = {};", plain, make.value()))};
  switch (make.random().below(5)) {
    case 0:
    case 1: return {line(fmt::format("{} = {};", make.variable(), plain))};
    case 2: return {line(fmt::format("{} = {};", plain, make.value()))};
    case 3: return {line(fmt::format("++{};", plain))};
    default: return {line(fmt::format("if ({}) {} = 1;", plain, make.variable()))};
  }
}

Lines conditional(Maker& make) {
  Lines then = make.chance(make.character().plainPercent * 2) ? plainAccess(make) : access(make);
  return {block(fmt::format("if ({})", condition(make)), std::move(then))};
}

Lines signal(Maker& make) {
  if (make.chance(15)) return {{make.update(make.pick({"fetch_add", "exchange"}), kSignal, "1") + ";"}};
  return {{make.store(kSignal, "1") + ";"}};
}

Lines observer(Maker& make) {
  std::string seen = make.load(make.chance(70) ? kSignal : make.word());
  if (make.chance(15)) seen = "!" + seen;
  if (make.chance(15)) seen += " && " + make.load(make.word());
  if (make.hasTouched("np->value") && make.chance(50))
    return {block(fmt::format("if ({})", seen), {line(make.dialect().freeNode("np") + ";")})};
  return {block(fmt::format("if ({})", seen), make.chance(65) ? plainAccess(make) : access(make))};
}

Lines observerOf(Maker& make, const Word& word) {
  const std::string access = make.chance(70) ? "{1} = {0};" : "{0} = 1;";
  return {block(fmt::format("if ({})", make.load(kSignal)),
                {{fmt::format(fmt::runtime(access), word.name, make.variable())}})};
}

Lines assertion(Maker& make) {
  switch (make.random().below(4)) {
    case 0: return {line(fmt::format("assert({} == {});", make.variable(), make.value()))};
    case 1: return {line(fmt::format("assert({} != {});", make.variable(), make.value()))};
    case 2: return {line("assert(a == b);")};
    default: return {line(fmt::format("assert({} {} 2);", make.load(make.word()), make.pick({"!=", "<="})))};
  }
}

Lines section(Maker& make) {
  if (make.chance(make.character().mixedPercent)) {
    const std::string word = make.pick({"w0", "w1"});
    switch (make.random().below(4)) {
      case 0: return {line(word + " = 1;")};
      case 1: return {line(fmt::format("{} = {};", make.variable(), word))};
      case 2: return {line(fmt::format("{} = {};", make.variable(), make.load({word, true})))};
      default: return {line(make.update("fetch_add", {word, true}, "1") + ";")};
    }
  }
  switch (make.random().below(6)) {
    case 0: return {line("++d0;")};
    case 1: return {line(fmt::format("{} = d0;", make.variable()))};
    case 2: return {line("d1 = d0 + 1;")};
    case 3: return {line("a = d0;"), line("d0 = a + 1;")};
    case 4: return access(make);
    default: return {line("d0 = 1;"), line(fmt::format("assert({} == 1);", make.chance(30) ? "l1" : "d0"))};
  }
}

Lines statement(Maker& make) {
  const unsigned plain = make.character().plainPercent;
  if (make.chance(plain)) return plainAccess(make);
  switch (make.random().below(6)) {
    case 0: return conditional(make);
    case 1: return make.chance(40) ? assertion(make) : access(make);
    case 2:
      if (make.chance(30)) return {block("for (int i = 0; i < 2; ++i)", access(make))};
      [[fallthrough]];
    default: return access(make);
  }
}

}  // namespace heddle::fuzz::programs
