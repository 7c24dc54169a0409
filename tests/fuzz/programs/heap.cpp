// Nodes that are published, read, counted, freed and used again.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

const Word kTop{"top"};

Lines freshNode(Maker& make) {
  make.usesHeap = true;
  Lines lines{{fmt::format("n = {};", make.dialect().isCxx() ? make.dialect().newNode(make.chance(50))
                                                             : "(Node *)" + make.dialect().newNode(make.chance(50)))}};
  if (make.chance(80)) lines.push_back({"n->value = 1;"});
  if (make.chance(70)) lines.push_back({make.dialect().store({"n->refs"}, "2", Order::Relaxed) + ";"});
  return lines;
}

Line made(Maker& make) { return {make.dialect().store({"x0"}, "1", Order::Release) + ";"}; }

Lines use(Maker& make) {
  switch (make.random().below(8)) {
    case 6:
    case 7: return {{fmt::format("a = {};", make.load({"n->refs"}))}};
    case 5: return {{"n->next = 0;"}};
    case 0: return {{"a = n->value;"}};
    case 1: return {{"n->value = 2;"}};
    case 2: return {{"b = n->in.deep.a;"}};
    case 3: return {{fmt::format("a = {};", make.update("fetch_add", {"n->refs"}, "1"))}};
    default: return {{"assert(n->value == 1);"}};
  }
}

}  // namespace

Lines linkNode(Maker& make) {
  Lines lines = freshNode(make);
  const bool isLinked = make.isLinked;
  if (make.chance(isLinked ? 90 : 20)) lines.push_back(isLinked ? made(make) : Line{make.store({"x0"}, "1") + ";"});
  if (make.chance(isLinked ? 25 : 10))
    lines.push_back({make.dialect().store(kTop, "n", Order::Relaxed) + ";"});  // others reach it
  lines.push_back({"Node *below;"});
  Lines body{{fmt::format("below = {};", make.load(kTop))}};
  const Line stores{make.store({"n->refs"}, make.pick({"below ? 3 : 4", "below == n ? 3 : 4", "5"})) + ";"};
  if (make.chance(15)) body.push_back({fmt::format("a = {};", make.load({"n->refs"}))});
  body.push_back(make.chance(85) ? stores : block(fmt::format("if ({} == 1)", make.load(make.word())), {stores}));
  if (make.chance(15)) body.push_back({fmt::format("b = {};", make.load({"n->refs"}))});
  const std::string exchange = make.compareExchange(kTop, "below", "n");
  if (make.chance(isLinked ? 60 : 80)) {
    lines.push_back(block("do", std::move(body), fmt::format("}} while (!{});", exchange)));
  } else {  // may go on after it has published
    make.need({"x1"});
    body.push_back({fmt::format("if ({} && {} == 1) break;", exchange, make.load({"x1"}))});
    lines.push_back(block("for (;;)", std::move(body)));
  }
  if (isLinked) lines.push_back({"s = below == n ? 1 : below ? 2 : 3;"});
  return {block("", std::move(lines))};
}

Lines publishNode(Maker& make) {
  Lines lines = freshNode(make);
  lines.push_back({make.store(kTop, "n") + ";"});
  return lines;
}

Lines readNode(Maker& make) {
  make.usesHeap = true;
  if (make.chance(50)) {
    Lines then = use(make);
    if (make.chance(15)) then.push_back({make.dialect().freeNode("n") + ";"});
    return {{fmt::format("n = {};", make.load(kTop))}, block("if (n)", std::move(then))};
  }
  make.need(kTop);
  Lines lines{block(fmt::format("while (!(n = {}))", make.load(kTop)), iterationBody(make, 1))};
  append(lines, use(make));
  return lines;
}

Lines readLinked(Maker& make) {
  make.usesHeap = true;
  Lines found{{fmt::format("n = {};", make.load(kTop))},
              block("if (n)", {{fmt::format("a = {};", make.load({"n->refs"}))}})};
  if (make.chance(20))
    found.back() = block("if (n)", {block(fmt::format("while (!(a = {}))", make.load({"n->refs"})), {})});
  if (make.chance(10)) return found;
  return {block(fmt::format("if ({})", make.dialect().load({"x0"}, Order::Acquire)), std::move(found))};
}

Lines otherNode(Maker& make) {
  make.usesHeap = true;
  if (make.chance(70)) return {{make.store(kTop, make.chance(80) ? "np" : "0") + ";"}};
  return {{"Node *none = 0;"}, {fmt::format("b = {};", make.compareExchange(kTop, "none", "np"))}};
}

Lines pushNode(Maker& make) {
  if (make.chance(50)) return linkNode(make);
  Lines lines = freshNode(make);
  if (make.chance(50)) {
    lines.push_back({fmt::format("n->next = {};", make.load(kTop))});
    lines.push_back(block(fmt::format("while (!{})", make.compareExchange(kTop, "n->next", "n")), {}));
  } else {
    lines.push_back({"Node *below;"});
    lines.push_back(block("do", {{fmt::format("below = {};", make.load(kTop))}, {"n->next = below;"}},
                          fmt::format("}} while (!{});", make.compareExchange(kTop, "below", "n"))));
    return {block("", std::move(lines))};
  }
  return lines;
}

Lines popNode(Maker& make) {
  make.usesHeap = true;
  Lines body{{fmt::format("n = {};", make.load(kTop))}};
  if (make.chance(60)) body.push_back({"if (!n) break;"});
  Lines lines;
  if (make.chance(50)) {
    body.push_back({"Node *below = n->next;"});
    body.push_back({fmt::format("if ({}) break;", make.compareExchange(kTop, "n", "below"))});
    lines.push_back(block("for (;;)", std::move(body)));
  } else {
    lines.push_back(
        block("do", std::move(body), fmt::format("}} while (!{});", make.compareExchange(kTop, "n", "n->next"))));
  }
  Lines then = use(make);
  if (make.chance(60)) then.push_back({make.dialect().freeNode("n") + ";"});
  lines.push_back(block("if (n)", std::move(then)));
  return lines;
}

Lines recycleNode(Maker& make) {
  Lines lines{{fmt::format("n = {};", make.load(kTop))}};
  const std::string taken = make.compareExchange(kTop, "n", make.chance(50) ? "0" : "n->next");
  Lines then{{make.dialect().freeNode("n") + ";"}};
  append(then, freshNode(make));
  then.push_back({make.store(kTop, "n") + ";"});
  lines.push_back(block(fmt::format("if (n && {})", taken), std::move(then)));
  return lines;
}

Lines dropReference(Maker& make) {
  make.usesHeap = true;
  Lines then;
  if (make.chance(60)) append(then, use(make));
  then.push_back({block(fmt::format("if ({} == 1)", make.update("fetch_sub", {"n->refs"}, "1")),
                        {{make.dialect().freeNode("n") + ";"}})});
  return {{fmt::format("n = {};", make.chance(60) ? "np" : make.load(kTop))}, block("if (n)", std::move(then))};
}

}  // namespace heddle::fuzz::programs
