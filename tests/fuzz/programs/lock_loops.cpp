// Mutexes that are held, tried and polled under; locks for readers and writers
// that add to a word and take it back.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {

Lines mutexSection(Maker& make) {
  Lines lines{{make.dialect().lock("m0") + ";"}};
  append(lines, section(make));
  if (make.chance(20)) append(lines, section(make));
  lines.push_back({make.dialect().unlock("m0") + ";"});
  return lines;
}

Lines tryLockLoop(Maker& make) {
  Lines lines{block(fmt::format("while (!({}))", make.dialect().tryLock("m0")), iterationBody(make, 1))};
  append(lines, section(make));
  lines.push_back({make.dialect().unlock("m0") + ";"});
  return lines;
}

// Somebody sets `done` under the lock: see random_source.cpp.
Lines pollUnderLock(Maker& make) {
  make.need({"done", true});
  Lines lines{{make.dialect().lock("m0") + ";"}, {"a = done;"}};
  if (make.chance(20)) append(lines, section(make));
  lines.push_back({make.dialect().unlock("m0") + ";"});
  lines.push_back({"if (a) break;"});
  append(lines, iterationBody(make, 1));
  return {block("for (;;)", std::move(lines))};
}

Lines locksTogether(Maker& make) {
  Lines lines{{fmt::format("std::lock({});", make.chance(50) ? "m0, m1" : "m1, m0")}};
  append(lines, section(make));
  append(lines, {{"m0.unlock();"}, {"m1.unlock();"}});
  return lines;
}

// What others do with locks that are taken together.
Lines besideLocksTogether(Maker& make) {
  const bool isSwapped = make.chance(50);
  const std::string first = isSwapped ? "m1" : "m0";
  const std::string second = isSwapped ? "m0" : "m1";
  const Lines held = section(make);
  Lines lines;
  switch (make.random().below(5)) {
    case 0: return locksTogether(make);
    case 1:  // observes
      lines = {{fmt::format("a = {0}.try_lock(); if (a) {0}.unlock();", first)}};
      if (make.chance(50)) lines.push_back({fmt::format("b = {0}.try_lock(); if (b) {0}.unlock();", second)});
      return lines;
    case 2:  // one after the other
      lines = {{first + ".lock();"}, {second + ".lock();"}};
      append(lines, held);
      append(lines, {{second + ".unlock();"}, {first + ".unlock();"}});
      return lines;
    case 3:  // and observes
      return {{first + ".lock();"},
              {fmt::format("a = {0}.try_lock(); if (a) {0}.unlock();", second)},
              {first + ".unlock();"}};
    default:
      lines = {{first + ".lock();"}};
      append(lines, held);
      lines.push_back({first + ".unlock();"});
      return lines;
  }
}

// l0 is free at 0 here: a reader adds, and finds a writer if the word was negative.
Lines readersLock(Maker& make) {
  const Word lock = make.lockWord();
  const Dialect& dialect = make.dialect();
  const bool isWriter = make.chance(40);
  const std::string amount = isWriter ? "4" : "1";
  const std::string isTaken = isWriter ? "!= 0" : make.pick({">= 4", ">= 4", "> 3", "== 4"});
  const std::string attempt =
      dialect.update("fetch_add", lock, amount, make.chance(70) ? Order::Acquire : make.order());
  const std::string back = dialect.update("fetch_sub", lock, make.chance(12) ? "2" : amount, make.order());
  Lines body{{back + ";"}};
  if (make.chance(40))
    body.push_back({fmt::format("while ({} {}) ;", make.load(lock), isTaken)});
  else if (make.chance(30))
    append(body, iterationBody(make, 1));
  Lines lines;
  if (make.chance(70)) {
    lines.push_back(block(fmt::format("while ({} {})", attempt, isTaken), std::move(body)));
  } else {
    lines.push_back({fmt::format("s = {};", attempt)});
    body.push_back({fmt::format("s = {};", attempt)});
    lines.push_back(block(fmt::format("while (s {})", isTaken), std::move(body)));
  }
  if (make.chance(20)) lines.push_back({fmt::format("b = {};", make.load(lock))});
  append(lines, isWriter || make.chance(20) ? section(make) : Lines{{fmt::format("{} = d0;", make.variable())}});
  lines.push_back({dialect.update("fetch_sub", lock, amount, make.chance(70) ? Order::Release : make.order()) + ";"});
  return lines;
}

}  // namespace heddle::fuzz::programs
