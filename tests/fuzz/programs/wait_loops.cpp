// Loops that wait for a word, or for two, in the shapes that compilers and
// people give them.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

// How the loop reads the word that it waits for.
std::string look(Maker& make, const Word& word) {
  switch (make.random().below(8)) {
    case 0: return make.update("fetch_add", word, "0");
    case 1: return make.update("fetch_or", word, "0");
    case 2: return make.update("fetch_and", word, "3");
    default: return make.load(word);
  }
}

Lines simple(Maker& make) {
  const Word word = make.word();
  make.need(word);
  return {block(fmt::format("while (!{})", look(make, word)), iterationBody(make))};
}

Lines inTheMiddle(Maker& make) {
  const Word word = make.word();
  make.need(word);
  Lines lines = iterationBody(make);
  const std::string seen = make.variable();
  lines.push_back({fmt::format("{} = {};", seen, look(make, word))});
  lines.push_back({fmt::format("if ({}) break;", seen)});
  append(lines, iterationBody(make));
  return {block("for (;;)", std::move(lines))};
}

Lines atTheEnd(Maker& make) {
  const Word word = make.word();
  make.need(word);
  return {block("do", iterationBody(make), fmt::format("}} while (!{});", look(make, word)))};
}

Lines peeled(Maker& make) {
  const Word word = make.word();
  make.need(word);
  Lines lines{{fmt::format("a = {};", look(make, make.chance(25) ? make.word() : word))}};
  Lines body = iterationBody(make);
  body.push_back({fmt::format("a = {};", look(make, word))});
  lines.push_back(block("while (!a)", std::move(body)));
  return lines;
}

Lines twoWords(Maker& make) {
  const Word one = make.word();
  const Word two = make.word();
  make.need(one);
  make.need(two);
  const char* const how = make.chance(50) ? "||" : "&&";
  if (make.chance(50))
    return {block(fmt::format("while (!{} {} !{})", make.load(one), how, make.load(two)), iterationBody(make, 1))};
  Lines lines{{"a = " + make.load(one) + ";"}, {"b = " + make.load(two) + ";"}};
  lines.push_back({fmt::format("if ({}a {} {}b) break;", "", make.chance(70) ? "&&" : "||", "")});
  append(lines, iterationBody(make, 1));
  return {block("for (;;)", std::move(lines))};
}

Lines all(Maker& make) {
  const Word one = make.word();
  const Word two = make.atomicWord();
  make.need(one);
  make.need(two);
  Lines inner{{fmt::format("if (!(i ? {} : {})) a = 0;", make.load(one), make.load(two))}};
  if (one.name.starts_with("xs")) inner = {{fmt::format("if (!{}) a = 0;", make.load({"xs[i]"}))}};
  Lines lines{{"a = 1;"}, block("for (int i = 0; i < 2; ++i)", std::move(inner)), {"if (a) break;"}};
  append(lines, iterationBody(make, 1));
  return {block("for (;;)", std::move(lines))};
}

// Entered in two places.
Lines irreducible(Maker& make) {
  const Word word = make.word();
  make.need(word);
  const std::string top = make.label();
  const std::string middle = make.label();
  Lines lines{{fmt::format("if ({}) goto {};", make.load(make.word()), middle)}};
  lines.push_back({top + ":;"});
  append(lines, iterationBody(make));
  lines.push_back({middle + ":;"});
  append(lines, iterationBody(make, 1));
  lines.push_back({fmt::format("if (!{}) goto {};", look(make, word), top)});
  return lines;
}

Lines twoLatches(Maker& make) {
  const Word word = make.word();
  make.need(word);
  Lines early = iterationBody(make, 1);
  early.push_back({"continue;"});
  Lines lines{block(fmt::format("if (!{})", look(make, word)), std::move(early))};
  append(lines, iterationBody(make, 1));
  lines.push_back({fmt::format("if ({}) break;", make.load(word))});
  return {block("for (;;)", std::move(lines))};
}

Lines inFunction(Maker& make) {
  const Word word{"(*p)"};
  const Word waited = make.atomicWord();
  make.need(waited);
  Lines body{{"int b = 0;"}};
  Lines iteration;
  if (make.chance(50)) iteration.push_back({fmt::format("b += {};", make.load(make.atomicWord()))});
  body.push_back(block(fmt::format("while (!{})", look(make, word)), std::move(iteration)));
  body.push_back({"return b;"});
  const std::string name = make.helper("wait", make.dialect().atomicInt() + " *p", "int", std::move(body));
  return {{fmt::format("b = {}(&{});", name, waited.name)}};
}

// Waits, and does something about it itself.
Lines nested(Maker& make) {
  const Word outer = make.word();
  const Word inner = make.word();
  make.need(outer);
  make.need(inner);
  Lines lines{block(fmt::format("while (!{})", look(make, inner)), iterationBody(make, 1))};
  append(lines, iterationBody(make, 1));
  return {block(fmt::format("while (!{})", look(make, outer)), std::move(lines))};
}

// A bounded number of attempts.
Lines limited(Maker& make) {
  Lines lines{{fmt::format("if ({}) break;", look(make, make.word()))}};
  append(lines, iterationBody(make, 1));
  return {block("for (int i = 0; i < 2; ++i)", std::move(lines))};
}

// Until others have come as far.
Lines barrier(Maker& make) {
  const Word word = make.word();
  make.need(word);
  Lines lines{{make.update("fetch_add", word, "1") + ";"}};
  lines.push_back(block(fmt::format("while ({} < 2)", look(make, word)), iterationBody(make, 1)));
  return lines;
}

// The variable that it waits for is the thread's own; others know where it is.
Lines onOwnVariable(Maker& make) {
  const Word mine{"mine", true};
  Lines lines{{make.store({"where"}, "&mine") + ";"}};
  Lines body = iterationBody(make, 1);
  if (make.chance(40)) body.push_back({make.pick({"b = mine;", "b = other;", "other = 1;", "++other;"})});
  lines.push_back(block(fmt::format("while (!{})", make.load(mine)), std::move(body)));
  make.need({"where"});
  return lines;
}

}  // namespace

Lines waitLoop(Maker& make) {
  static constexpr Lines (*kShapes[])(Maker&) = {simple, simple,   inTheMiddle, inTheMiddle, atTheEnd,
                                                 peeled, twoWords, all,         irreducible, twoLatches,
                                                 nested, limited,  inFunction,  barrier,     onOwnVariable};
  return kShapes[make.random().below(std::size(kShapes))](make);
}

}  // namespace heddle::fuzz::programs
