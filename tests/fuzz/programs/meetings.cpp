// Where threads wait for each other: condition variables, read-write locks, semaphores, barriers, what is done once.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {
namespace {

// With or without the mutex, and often enough not as it should be done.
Lines conditionUse(Maker& make) {
  const Lines held = make.chance(30) ? section(make) : Lines{};
  const auto underLock = [&](Lines lines) {
    lines.insert(lines.begin(), {"pthread_mutex_lock(&m0);"});
    append(lines, held);
    lines.push_back({"pthread_mutex_unlock(&m0);"});
    return lines;
  };
  const std::string call = make.pick({"pthread_cond_signal(&cv);", "pthread_cond_broadcast(&cv);"});
  switch (make.random().below(7)) {
    case 0:
    case 1: return underLock({{"while (!done) pthread_cond_wait(&cv, &m0);"}});
    case 2: return underLock({{"if (!done) pthread_cond_wait(&cv, &m0);"}});
    case 3: return underLock({{"if (!done) a = pthread_cond_timedwait(&cv, &m0, &soon) != 0;"}});
    case 4: return {{call}};
    case 5: {
      Lines lines = underLock({{"done = 1;"}});
      lines.push_back({call});
      return lines;
    }
    default: return underLock({{"done = 1;"}, {call}});
  }
}

Lines readWriteUse(Maker& make) {
  const bool writes = make.chance(40);
  const std::string how = writes ? "wrlock" : "rdlock";
  if (make.chance(25)) {
    Lines then = make.chance(50) ? section(make) : access(make);
    then.push_back({"pthread_rwlock_unlock(&rw);"});
    return {block(fmt::format("if (pthread_rwlock_try{}(&rw) == 0)", how), std::move(then))};
  }
  Lines lines{{fmt::format("pthread_rwlock_{}(&rw);", how)}};
  append(lines, writes || make.chance(15) ? section(make) : Lines{{fmt::format("{} = d0;", make.variable())}});
  if (!writes && make.chance(10)) append(lines, {{"pthread_rwlock_rdlock(&rw);"}, {"pthread_rwlock_unlock(&rw);"}});
  lines.push_back({"pthread_rwlock_unlock(&rw);"});
  return lines;
}

Lines semaphoreUse(Maker& make) {
  switch (make.random().below(6)) {
    case 0:
    case 1: return {{"sem_post(&sem);"}};
    case 2: return {{fmt::format("{} = sem_trywait(&sem) == 0;", make.variable())}};
    case 3: return {{fmt::format("{} = sem_timedwait(&sem, &soon) == 0;", make.variable())}};
    case 4: {
      Lines lines{{"sem_wait(&sem);"}};
      append(lines, section(make));
      lines.push_back({"sem_post(&sem);"});
      return lines;
    }
    default: return {{"sem_wait(&sem);"}};
  }
}

// A word, and its bytes: both are accessed atomically.
Lines partUse(Maker& make) {
  const std::string place = make.pick({"part.word", "part.byte[0]", "part.byte[1]"});
  const std::string either = make.pick({"__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST"});
  const std::string variable = make.variable();
  const std::string acquired = fmt::format("__atomic_load_n(&{}, __ATOMIC_ACQUIRE)", place);
  switch (make.random().below(7)) {
    case 0: return {{fmt::format("{} = __atomic_load_n(&{}, {});", variable, place, either)}};
    case 1:
    case 2:
      return {{fmt::format("__atomic_store_n(&{}, {}, {});", place, make.pick({"0", "1", "2"}),
                           make.chance(50) ? either : "__ATOMIC_RELEASE")}};
    case 3:
      return {{fmt::format("{} = __atomic_fetch_add(&{}, {}, {});", variable, place, make.pick({"1", "255"}), either)}};
    case 4: return {{fmt::format("{} = __atomic_exchange_n(&{}, 1, {});", variable, place, either)}};
    case 5: return {{fmt::format("while (!{});", acquired)}};
    default: {
      Lines then = make.chance(50) ? section(make) : access(make);
      return {block(fmt::format("if ({})", acquired), std::move(then))};
    }
  }
}

}  // namespace

Lines meeting(Maker& make) {
  make.usesMeetings = true;
  switch (make.random().below(17)) {
    case 14:
    case 15:
    case 16: return partUse(make);
    case 10:
    case 11:
    case 12: return atomicSection(make);
    case 13: return channelUse(make);
    case 0:
    case 1:
    case 2:
    case 3: return conditionUse(make);
    case 4:
    case 5: return readWriteUse(make);
    case 6:
    case 7: return semaphoreUse(make);
    case 8: return {{make.chance(30) ? "s = pthread_barrier_wait(&bar) != 0;" : "pthread_barrier_wait(&bar);"}};
    default: {
      Lines body{{make.chance(50) ? "d0++;" : make.store(make.word(), "1") + ";"}};
      const std::string once = make.helper("initial", "void", "void", std::move(body));
      return {{fmt::format("pthread_once(&once, {});", once)}};
    }
  }
}

}  // namespace heddle::fuzz::programs
