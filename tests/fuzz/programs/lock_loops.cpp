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
