#include "random_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "idioms.h"

namespace heddle::fuzz::programs {

constexpr unsigned kIdioms = 15;

Lines idiom(Maker& make) {
  static constexpr Lines (*kThemes[])(Maker&) = {
      waitLoop,      compareExchangeLoop, testAndSetLock, tryLockLoop, mutexSection, pollUnderLock,
      readersLock,   channelUse,          publishNode,    readNode,    pushNode,     popNode,
      dropReference, recycleNode,         atomicSection};
  static_assert(std::size(kThemes) == kIdioms);
  return kThemes[make.random().pick(make.character().themes)](make);
}

namespace {

Character randomCharacter(Random& random) {
  static const std::vector<std::vector<Order>> kPalettes{
      {Order::SeqCst},  {Order::SeqCst, Order::AcqRel, Order::Acquire, Order::Release, Order::Relaxed},
      {Order::AcqRel},  {Order::AcqRel, Order::Relaxed},
      {Order::Relaxed}, {Order::Relaxed, Order::Relaxed, Order::SeqCst},
  };
  Character character;
  character.isCxx = random.chance(20);
  character.threads = random.chance(80) ? 2 : 3;
  character.orders = random.pick(kPalettes);
  character.plainPercent = random.pick<unsigned>({0, 0, 5, 10});
  character.mixedPercent = random.pick<unsigned>({0, 10, 30, 60});
  character.words = random.pick<std::vector<std::string>>(
      {{"x0"}, {"x0", "x1"}, {"x0", "x1"}, {"x0", "x1", "x2"}, {"x0", "np->flag"}, {"xs[0]", "xs[1]"}});
  // Waiting and exchanging most of all, and something else.
  static const std::vector<std::vector<unsigned>> kThemes{{0}, {0}, {0},    {0}, {1}, {1},  {1},
                                                          {2}, {2}, {0, 1}, {6}, {7}, {11}, {14}};
  character.themes = random.pick(kThemes);
  if (random.chance(50)) character.themes.push_back(random.below(kIdioms));
  return character;
}

class Composer {
 public:
  Composer(Random& random, Character& character) : random_(random), character_(character), make_(random, character) {}

  Source compose() { return compose(scenario()); }
  Source composeAsserted() {
    std::vector<std::vector<Lines>> threads;
    for (unsigned t = 0; t < (random_.chance(70) ? 2U : 3U); ++t) {
      make_.startThread(t);
      threads.emplace_back();
      for (unsigned i = 0; i < 2 + random_.below(3); ++i) threads.back().push_back(assertedPiece(make_));
    }
    mayLeaveThreads_ = !character_.isCxx && random_.chance(40);
    auto bodies = filled(std::move(threads));
    for (unsigned i = 0; i < 2; ++i)
      if (random_.chance(60)) append(afterJoins_, claimAfterJoins(make_));
    return compose(std::move(bodies));
  }

  Source composeMeetings() {
    std::vector<std::vector<Lines>> threads;
    for (unsigned t = 0; t < character_.threads; ++t) {
      make_.startThread(t);
      threads.emplace_back();
      for (unsigned i = 0; i < 1 + random_.below(2); ++i) {
        if (random_.chance(30)) threads.back().push_back(statement(make_));
        threads.back().push_back(random_.chance(90) ? meeting(make_) : mutexSection(make_));
      }
    }
    auto bodies = filled(std::move(threads));
    make_.startThread(character_.threads);
    if (random_.chance(40)) bodies.back().push_back(meeting(make_));
    return compose(std::move(bodies));
  }

 private:
  // `bodies`: of each thread, main last: pieces.
  Source compose(std::vector<std::vector<Lines>> bodies) {
    meetNeeds(bodies);
    Source source{character_.isCxx, {}};
    Lines functions = std::move(make_.helpers);
    for (unsigned t = 0; t < character_.threads; ++t) functions.push_back(threadFunction(t, bodies[t]));
    functions.push_back(mainFunction(bodies.back()));
    for (const char* header : headers()) source.lines.push_back({header});
    append(source.lines, globals(namesIn(functions)));
    append(source.lines, std::move(functions));
    return source;
  }

  std::vector<const char*> headers() const {
    // The same ones always: they are precompiled.
    if (character_.isCxx)
      return {"#include <atomic>", "#include <cassert>", "#include <mutex>",
              "#include <thread>", "#include <sched.h>", "#include <heddle/heddle.h>"};
    std::vector<const char*> headers{"#include <assert.h>", "#include <pthread.h>", "#include <sched.h>",
                                     "#include <stdatomic.h>"};
    if (make_.usesMeetings) headers.insert(headers.end(), {"#include <semaphore.h>", "#include <time.h>"});
    if (make_.usesHeap) headers.push_back("#include <stdlib.h>");
    if (make_.usesChannel || make_.usesHeddle) headers.push_back("#include <heddle/heddle.h>");
    return headers;
  }

  // What each thread is made of, main last.
  std::vector<std::vector<Lines>> scenario() {
    if (character_.isCxx && random_.chance(15)) return lockedTogether();
    switch (random_.below(10)) {
      case 0:
      case 1:
      case 2: return observed();
      case 3:
      case 4: return twice();
      case 5: return random_.chance(60) ? alone() : passedOn();
      case 6: return alone();
      case 7: return random_.chance(50) ? passedOn() : comesBack();
      case 8:
        if (random_.chance(50)) return random_.chance(60) ? momentary() : heldByWriter();
        if (random_.chance(80)) return random_.chance(60) ? linked() : watched();
        [[fallthrough]];
      default: return anything();
    }
  }

  // A thread says that it has come out of its loop; another one then does
  // something with what the loop touches, where it has not synchronised with it.
  std::vector<std::vector<Lines>> observed() {
    std::vector<Lines> looping;
    make_.isObserved = true;
    const bool byLock = random_.chance(15);
    make_.readsNode = random_.chance(10);
    if (random_.chance(60)) character_.orders = {byLock ? Order::SeqCst : Order::Relaxed};
    make_.startThread(0);
    looping.push_back(random_.chance(75) ? waitLoop(make_) : idiom(make_));
    if (byLock) return toldByLock(std::move(looping));
    looping.push_back(signal(make_));
    make_.startThread(1);
    const bool looksAtWord = make_.waited.isMixed && random_.chance(50);
    std::vector<std::vector<Lines>> threads{looping, {looksAtWord ? observerOf(make_, make_.waited) : observer(make_)}};
    if (random_.chance(15)) threads[1].push_back(statement(make_));
    return filled(std::move(threads));
  }

  // The same, where something or other does not synchronise: the loop accesses what is then accessed plainly, or freed.
  std::vector<std::vector<Lines>> watched() {
    static const std::vector<Order> kWeak{Order::Relaxed, Order::Acquire, Order::Release};
    const std::string word = random_.pick<std::string>({"w0", "w0", "d0", "np->flag"});
    const bool isPlain = word == "d0";
    const Word accessed{word, word == "w0"};
    const Word flag{"x0"};
    character_.orders = {random_.pick(kWeak)};
    make_.usesHeap = word == "np->flag";
    make_.startThread(0);
    Lines body;
    if (isPlain)
      body = {{random_.pick<std::string>({"a = d0;", "if (d0) a = 1;", "d0 = 1;", "++d0;"})}};
    else
      body = random_.chance(60) ? Lines{{make_.load(accessed) + ";"}} : valueAgain(make_, accessed);
    if (random_.chance(20)) append(body, access(make_));
    const std::vector<Lines> looping{{block(fmt::format("while (!{})", make_.load(flag)), std::move(body))},
                                     signal(make_)};
    make_.startThread(1);
    const std::string late = make_.usesHeap ? make_.dialect().freeNode("np")
                                            : fmt::format(fmt::runtime(random_.chance(50) ? "{} = 1" : "a = {}"), word);
    const Lines setting{{make_.store(flag, "1") + ";"}};
    const Lines observing{block(fmt::format("if ({})", make_.load({"after"})), {{late + ";"}})};
    return filled({looping, {setting, observing}});
  }

  // Threads that take two locks at once, and others that take or try one of them.
  std::vector<std::vector<Lines>> lockedTogether() {
    make_.startThread(0);
    std::vector<std::vector<Lines>> threads{{locksTogether(make_)}};
    for (unsigned t = 1; t <= (random_.chance(60) ? 1U : 2U); ++t) {
      make_.startThread(t);
      threads.push_back({besideLocksTogether(make_)});
    }
    return filled(std::move(threads));
  }

  // A node is stored to again and again before it is published. Whoever finds it reads what was stored.
  std::vector<std::vector<Lines>> linked() {
    make_.isLinked = true;
    if (random_.chance(70)) character_.orders = {Order::Relaxed};
    make_.startThread(0);
    const std::vector<Lines> linking{linkNode(make_)};
    make_.startThread(1);
    std::vector<Lines> changing{otherNode(make_)};
    const std::vector<Lines> reading{readLinked(make_)};
    if (random_.chance(70)) return filled({linking, changing, reading});
    changing.push_back(reading.front());
    return filled({linking, changing});
  }

  // The same, but what it says is that it has a lock.
  std::vector<std::vector<Lines>> toldByLock(std::vector<Lines> looping) {
    const Dialect& dialect = make_.dialect();
    Lines held{{dialect.lock("m0") + ";"}};
    if (random_.chance(40)) append(held, access(make_));
    held.push_back({dialect.unlock("m0") + ";"});
    looping.push_back(std::move(held));
    make_.startThread(1);
    const Lines observing{block(fmt::format("if ({})", dialect.tryLock("m0")), {{dialect.unlock("m0") + ";"}}),
                          block("else", plainAccess(make_))};
    return filled({std::move(looping), {observing}});
  }

  // A thread waits for what another one adds for a moment only, while it waits itself.
  std::vector<std::vector<Lines>> momentary() {
    const Word first = make_.word();
    const Word second = make_.word();
    if (first.name == second.name) return anything();
    make_.startThread(0);
    const std::vector<Lines> adding{
        {block(fmt::format("while (!{})", make_.load(first)),
               {{make_.update("fetch_add", second, "1") + ";"}, {make_.update("fetch_sub", second, "1") + ";"}})}};
    make_.startThread(1);
    std::vector<Lines> waiting{{block(fmt::format("while (!{})", make_.load(second)),
                                      random_.chance(70) ? Lines{} : iterationBody(make_, 1))}};
    if (random_.chance(85)) waiting.push_back({{make_.store(first, "1") + ";"}});
    return filled({adding, waiting});
  }

  // Readers find a writer, who does not wait, and what others have added for a moment.
  std::vector<std::vector<Lines>> heldByWriter() {
    const Word lock{"l0"};
    const auto update = [&](const char* how, const char* amount) -> Line {
      return {make_.update(how, lock, amount) + ";"};
    };
    make_.startThread(0);
    const std::string taken = random_.pick<std::string>({"== 4", "== 4", ">= 4"});
    const Word seen = make_.word();
    std::vector<Lines> reading{{block(fmt::format("while ({} {})", make_.update("fetch_add", lock, "1"), taken),
                                      {update("fetch_sub", random_.chance(85) ? "1" : "2")}),
                                {fmt::format("a = {};", make_.load(seen))},
                                update("fetch_sub", "1")}};
    make_.startThread(1);
    isHeld_ = random_.chance(70);
    Lines writing{{make_.store(seen, "1") + ";"}, update("fetch_sub", "4")};
    if (!isHeld_) writing.insert(writing.begin(), update("fetch_add", "4"));
    if (random_.chance(30)) return filled({reading, {writing}});
    return filled({reading, reading, {writing}});
  }

  // Two threads that do the same.
  std::vector<std::vector<Lines>> twice() {
    make_.startThread(0);
    make_.isTwice = true;
    const unsigned which = random_.below(10);
    std::vector<Lines> looping{which < 5   ? compareExchangeLoop(make_)
                               : which < 7 ? testAndSetLock(make_)
                                           : idiom(make_)};
    if (random_.chance(30)) looping.push_back(statement(make_));
    return filled({looping, looping});
  }

  // A loop with much in it. Others only let it come to its end.
  std::vector<std::vector<Lines>> alone() {
    make_.startThread(0);
    std::vector<Lines> looping{random_.chance(70) ? waitLoop(make_) : idiom(make_)};
    if (random_.chance(30)) looping.push_back(assertion(make_));
    return filled({looping, {}});
  }

  // Something is published and passed on by a loop that writes it again.
  std::vector<std::vector<Lines>> passedOn() {
    const Word data = make_.word();
    if (random_.chance(40)) return passedByAddition(data);
    std::vector<Lines> publishing{{{"d0 = 1;"}, {make_.dialect().store(data, "1", Order::Release) + ";"}}};
    make_.startThread(0);
    std::vector<Lines> looping{waitLoop(make_), signal(make_)};
    if (random_.chance(60)) {
      const Word flag = make_.word();
      make_.need(flag);
      looping.front() = {block(fmt::format("while (!{})", make_.load(flag)), valueAgain(make_, data))};
    }
    make_.startThread(1);
    std::vector<Lines> reading{
        {block(fmt::format("if ({})", make_.load({"after"})),
               {block(fmt::format("if ({})", make_.dialect().load(data, Order::Acquire)), {{"a = d0;"}})})}};
    return filled({looping, reading, publishing});
  }

  // Additions whose results nobody uses, but they synchronise.
  std::vector<std::vector<Lines>> passedByAddition(const Word& data) {
    static const std::vector<Order> kOrders{Order::Release, Order::Release, Order::Acquire, Order::AcqRel};
    const auto addition = [&](Order order) -> Line {
      return {make_.dialect().update("fetch_add", data, "1", order) + ";"};
    };
    const Line last{random_.pick<std::string>({"a = d0;", "d0 = 2;"})};
    std::vector<Lines> writing{{{"d0 = 1;"}, addition(random_.pick(kOrders))}};
    std::vector<Lines> reading{{addition(random_.chance(70) ? Order::Acquire : make_.order()), last}};
    if (random_.chance(30)) writing.push_back(statement(make_));
    return filled({writing, reading});
  }

  // A word gets the value again that a compare-exchange expects, or is changed otherwise.
  std::vector<std::vector<Lines>> comesBack() {
    const Word word = make_.word();
    const Word other = make_.word();
    make_.startThread(0);
    const bool looksAfter = random_.chance(30);
    const std::vector<Lines> confirming{looksAfter ? looksWhenFailed(make_, word) : readsBetween(make_, word, other)};
    make_.startThread(1);
    std::vector<Lines> changing;
    if (looksAfter) changing.push_back({{"d1 = 1;"}});
    if (random_.chance(70)) changing.push_back({{make_.store(other, "1") + ";"}});
    const bool confirms = random_.chance(60);
    const auto change = [&](const std::string& value) {
      changing.push_back(confirms ? confirmed(make_, word, value) : Lines{{make_.store(word, value) + ";"}});
    };
    const std::string between = random_.pick<std::string>({"1", "2", "3"});
    if (random_.chance(20))
      changing.push_back({{make_.update("fetch_add", word, between) + ";"}});
    else
      change(between);
    if (random_.chance(70)) change("0");
    if (random_.chance(30) && !looksAfter) return filled({confirming, changing, confirming});
    return filled({confirming, changing});
  }

  // Loops, those who see what comes of them, and those who do the same once more.
  std::vector<std::vector<Lines>> anything() {
    std::vector<std::vector<Lines>> threads;
    for (unsigned t = 0; t < character_.threads; ++t) {
      make_.startThread(t);
      threads.push_back(pieces(t, threads));
    }
    return filled(std::move(threads));
  }

  // With threads that do little, so that there are enough of them, and main.
  std::vector<std::vector<Lines>> filled(std::vector<std::vector<Lines>> threads) {
    character_.threads = static_cast<unsigned>(threads.size());
    make_.startThread(character_.threads);
    threads.emplace_back();
    if (random_.chance(20)) threads.back().push_back(random_.chance(30) ? idiom(make_) : statement(make_));
    return threads;
  }

  std::vector<Lines> pieces(unsigned t, const std::vector<std::vector<Lines>>& before) {
    std::vector<Lines> result;
    if (t == 1 && random_.chance(30)) return before[0];
    if (random_.chance(25)) result.push_back(statement(make_));
    if (t == 0 || (t == 1 && random_.chance(55)) || (t == 2 && random_.chance(25))) {
      result.push_back(idiom(make_));
      if (random_.chance(50)) result.push_back(signal(make_));
    } else {
      result.push_back(random_.chance(70) ? observer(make_) : statement(make_));
    }
    if (random_.chance(25)) result.push_back(statement(make_));
    return result;
  }

  // Whoever waits for a word waits for another thread, or for main.
  void meetNeeds(std::vector<std::vector<Lines>>& bodies) {
    for (const Need& need : make_.needs) {
      if (random_.chance(4)) continue;
      unsigned who = random_.below(character_.threads + 1);
      if (who == need.thread) who = (who + 1) % (character_.threads + 1);
      // Whoever observes a loop is ordered after what it has done itself for the loop.
      const bool isFirst = make_.isObserved && need.thread == 0 && random_.chance(50);
      if (isFirst) who = 1;
      make_.startThread(who);
      Lines lines;
      if (need.word.name == "done") {
        lines = {{make_.dialect().lock("m0") + ";"}, {"done = 1;"}, {make_.dialect().unlock("m0") + ";"}};
      } else if (need.word.name == "top") {
        lines = publishNode(make_);
      } else if (need.word.name == "where") {
        lines = throughPointer();
      } else {
        lines = {{make_.store(need.word, "1") + ";"}};
        if (random_.chance(25)) lines = {{make_.update("fetch_add", need.word, "1") + ";"}};
        if (random_.chance(30)) lines.insert(lines.begin(), {random_.pick<std::string>({"d0 = 1;", "d1 = 1;"})});
      }
      auto& body = bodies[who];
      const unsigned at = isFirst ? 0 : random_.below(static_cast<unsigned>(body.size()) + 1);
      body.insert(body.begin() + at, std::move(lines));
    }
  }

  // Something for whoever has said where it is.
  Lines throughPointer() {
    const Word there{"(*p)", true};
    Lines then{{make_.store(there, "1") + ";"}};
    if (random_.chance(20)) then.push_back({"p[0] = 2;"});
    if (random_.chance(40)) return {{fmt::format("p = {};", make_.load({"where"}))}, block("if (p)", std::move(then))};
    Lines lines{block(fmt::format("while (!(p = {}))", make_.load({"where"})), {})};
    append(lines, std::move(then));
    return lines;
  }

  // Those that are used: what is not would have to be compiled all the same.
  Lines globals(const std::set<std::string>& used) const {
    const std::string atomic = make_.dialect().atomicInt();
    Lines lines;
    if (used.contains("Nested") || used.contains("g"))
      lines.push_back({"typedef struct { int pad; struct { long id; struct { int a; int b; } deep; } in; } Nested;"});
    if (used.contains("Deep")) lines.push_back({deepStruct()});
    if (make_.usesHeap) {
      lines.push_back({fmt::format(
          "typedef struct Node {{ int value; struct Node *next; {} refs, flag; struct {{ struct {{ int a; }} "
          "deep; }} in; }} Node;",
          atomic)});
      lines.push_back({character_.isCxx ? "std::atomic<Node *> top;" : "_Atomic(Node *) top;"});
      lines.push_back({"Node *np;"});
    }
    const auto declare = [&](const char* name, const std::string& declaration) {
      if (used.contains(name)) lines.push_back({declaration});
    };
    for (const char* name : {"x0", "x1", "x2", "after"}) declare(name, fmt::format("{} {};", atomic, name));
    declare("l0", fmt::format("{} l0{};", atomic, !isHeld_ ? "" : character_.isCxx ? "{4}" : " = 4"));
    for (const char* name : {"w0", "w1", "l1", "d0", "d1", "e", "done"}) declare(name, fmt::format("int {};", name));
    declare("xs", fmt::format("{} xs[2];", atomic));
    declare("tl", character_.isCxx ? "thread_local int tl;" : "static _Thread_local int tl;");
    declare("r_x0", "volatile int r_x0, r_x1;");
    declare("r_w0", "volatile int r_w0, r_w1;");
    declare("r_d0", "volatile int r_d0, r_d1;");
    declare("g", "Nested g;");
    declare("m0", character_.isCxx ? "std::mutex m0;" : "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;");
    declare("m1", character_.isCxx ? "std::mutex m1;" : "pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;");
    declare("cv", "pthread_cond_t cv = PTHREAD_COND_INITIALIZER;");
    declare("rw", "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
    declare("sem", "sem_t sem;");
    declare("part", "union { unsigned short word; unsigned char byte[2]; } part;");
    declare("bar", "pthread_barrier_t bar;");
    declare("once", "pthread_once_t once = PTHREAD_ONCE_INIT;");
    declare("soon", "const struct timespec soon = {1, 0};");
    declare("c", "heddle_channel *c;");
    declare("where", character_.isCxx ? "std::atomic<int *> where;" : "_Atomic(int *) where;");
    for (unsigned t = 0; t <= character_.threads; ++t)
      lines.push_back({fmt::format("int own_{0}; volatile int r_{0}_a, r_{0}_b, r_{0}_s, r_{0}_own;", t)});
    return lines;
  }

  // Reading its int takes many member accesses.
  static std::string deepStruct() {
    std::string text = "struct { int a; }";
    for (unsigned i = 0; i < 6; ++i) text = fmt::format("struct {{ int pad; {} l; }}", text);
    return fmt::format("typedef struct {{ int pad; {} l; }} Deep;", text);
  }

  static Lines variables(const std::vector<Lines>& pieces) {
    std::set<std::string> used;
    for (const Lines& piece : pieces) used.merge(namesIn(piece));
    Lines lines{{"int a = 0, b = 0, s = 0;"}};
    if (used.contains("now")) lines.push_back({"Nested now = {0}, next = {1, {1, {1, 1}}};"});
    if (used.contains("far")) append(lines, {{"Deep far = {0}, farther = {0};"}, {"farther.l.l.l.l.l.l.l.a = 1;"}});
    if (used.contains("mine")) lines.push_back({"int mine = 0, other = 0;"});
    if (used.contains("p")) lines.push_back({"int *p = 0;"});
    if (used.contains("n")) lines.push_back({"Node *n = 0;"});
    if (used.contains("v")) lines.push_back({"uint64_t v = 0;"});
    return lines;
  }

  Line threadFunction(unsigned t, const std::vector<Lines>& pieces) const {
    Lines body = variables(pieces);
    for (const Lines& piece : pieces) append(body, piece);
    body.push_back({fmt::format("r_{}_a = a;", t)});
    body.push_back({fmt::format("r_{}_b = b;", t)});
    body.push_back({fmt::format("r_{}_s = s;", t)});
    if (t % 2 == 0) body.push_back({fmt::format("r_{0}_own = own_{0};", t)});
    if (!character_.isCxx) body.push_back({"return 0;"});
    Line function = block(character_.isCxx ? fmt::format("void t{}()", t) : fmt::format("void *t{}(void *arg)", t),
                          std::move(body));
    function.group = static_cast<int>(t) + 1;
    return function;
  }

  Line mainFunction(const std::vector<Lines>& pieces) {
    Lines body = variables(pieces);
    if (make_.usesHeap) {
      body.push_back({fmt::format("np = {}{};", character_.isCxx ? "" : "(Node *)", make_.dialect().newNode(true))});
      body.push_back({make_.dialect().store({"np->refs"}, "2", Order::Relaxed) + ";"});
      if (random_.chance(50)) body.push_back({make_.dialect().store({"top"}, "np", Order::Relaxed) + ";"});
      if (random_.chance(40))
        body.push_back(
            {fmt::format("np->next = {}{};", character_.isCxx ? "" : "(Node *)", make_.dialect().newNode(true))});
    }
    if (make_.usesMeetings) {
      body.push_back({fmt::format("sem_init(&sem, 0, {});", random_.below(2))});
      body.push_back({"pthread_barrier_init(&bar, 0, 2);"});
    }
    if (make_.usesChannel) {
      body.push_back({"c = heddle_channel_create();"});
      if (random_.chance(50)) body.push_back({"heddle_channel_send(c, 1);"});
    }
    if (!character_.isCxx) {
      for (unsigned t = 0; t < character_.threads; ++t)
        body.push_back({fmt::format("pthread_t p{};", t), {}, {}, static_cast<int>(t) + 1});
    }
    for (unsigned t = 0; t < character_.threads; ++t)
      body.push_back({character_.isCxx ? fmt::format("std::thread p{0}(t{0});", t)
                                       : fmt::format("pthread_create(&p{0}, 0, t{0}, 0);", t),
                      {},
                      {},
                      static_cast<int>(t) + 1});
    for (const Lines& piece : pieces) append(body, piece);
    for (unsigned t = 0; t < character_.threads; ++t) {
      if (mayLeaveThreads_ && random_.chance(40)) continue;
      body.push_back({character_.isCxx ? fmt::format("p{}.join();", t) : fmt::format("pthread_join(p{}, 0);", t),
                      {},
                      {},
                      static_cast<int>(t) + 1});
    }
    append(body, afterJoins_);
    body.push_back({fmt::format("r_{}_a = a;", character_.threads)});
    body.push_back({fmt::format("r_{}_b = b;", character_.threads)});
    if (random_.chance(50))
      for (const char* word : {"x0", "x1"})
        body.push_back({fmt::format("r_{} = {};", word, make_.dialect().load({word}, Order::Relaxed))});
    if (random_.chance(50)) append(body, {{"r_d0 = d0;"}, {"r_d1 = d1;"}});
    if (character_.mixedPercent != 0 && random_.chance(50)) append(body, {{"r_w0 = w0;"}, {"r_w1 = w1;"}});
    body.push_back({"return 0;"});
    return block("int main()", std::move(body));
  }

  Random& random_;
  Character& character_;
  Maker make_;
  Lines afterJoins_;              // by main
  bool mayLeaveThreads_ = false;  // main need not join them
  bool isHeld_ = false;           // a writer has l0 from the beginning
};

}  // namespace

Source randomSource(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 0x9e3779b97f4a7c15 + index);
  Character character = randomCharacter(random);
  return Composer(random, character).compose();
}

Source meetingSource(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 0x9e3779b97f4a7c15 + index + 2'000'000'011);
  Character character = randomCharacter(random);
  character.isCxx = false;
  return Composer(random, character).composeMeetings();
}

Source assertedSource(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 0x9e3779b97f4a7c15 + index + 1'000'000'007);
  Character character = randomCharacter(random);
  return Composer(random, character).composeAsserted();
}

}  // namespace heddle::fuzz::programs
