// Small scripts with all their Mazurkiewicz traces, worked out by hand: what
// every search with partial order reduction must run.
#pragma once

#include <string>
#include <vector>

#include "support/script.h"

namespace heddle::explore {

using namespace heddle::testing;  // NOLINT: the scripts read like programs

struct SmallScript {
  const char* name;
  Script script;
  std::vector<std::string> traces;  // each by one of its interleavings
};

// With one channel, at word 0.
inline Script channelScript(const std::vector<Body>& bodies) {
  Script script = parallel(bodies);
  script.words = kChannelWords;
  return script;
}

inline std::vector<SmallScript> smallScripts() {
  return {
      {"WriterAndReaders",  // Source Sets, Figure 1
       parallel({{store(0, 1)}, {load(0, 1), load(1, 0)}, {load(0, 2), load(1, 0)}}),
       {
           "1 2 2 3 3",  // the write first
           "2 2 1 3 3",  // after one of the reads of x
           "3 3 1 2 2",
           "2 2 3 3 1",  // after both
       }},
      {"StoreBuffering",
       parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}}),
       {
           "1 1 2 2",  // T1 reads y before it is written
           "2 2 1 1",  // T2 reads x before it is written
           "1 2 1 2",  // both writes first
       }},
      {"NothingInCommon", parallel({{store(0, 1), store(0, 2)}, {store(1, 1)}, {load(0, 2)}}), {"1 1 2 3"}},
      {"ConditionalCode",  // T2 writes y only if it sees T1's x
       parallel({{store(0, 1)}, {load(0, 0), skipIf(0, 0, 1), store(1, 1)}, {load(0, 1)}}),
       {
           "2 1 3",    // T2 came too early: y is never written
           "1 2 2 3",  // T3 reads y after the write
           "1 2 3 2",  // and before it
       }},
      {"CompareExchange",  // one succeeds, the other only reads; T3's never can
       parallel({{cas(0, 0, 0, 1)}, {cas(0, 0, 0, 2)}, {cas(0, 0, 7, 8)}}),
       {
           "3 1 2",  // T3 before the one that writes
           "3 2 1",
           "1 2 3",  // T3 after it
           "2 1 3",
       }},
      {"SpawnTree",
       Script{.threads = {{spawn(1), load(0, 0)}, {spawn(2), store(0, 1)}, {store(0, 2)}}},
       {"0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"}},  // all three conflict
      {"Overlap",                                                // 16 bytes against each of their halves
       parallel({{part(store(0, 1), 0, 16)}, {store(0, 1)}, {store(1, 1)}}),
       {"1 2 3", "2 1 3", "3 1 2", "2 3 1"}},
      {"CriticalSections",
       parallel({{lock(0), store(1, 1), unlock(0)}, {lock(0), store(1, 2), unlock(0)}}),
       {"1 1 1 2 2 2", "2 2 2 1 1 1"}},
      {"LockInversion",
       parallel({{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}}),
       {
           "1 1 1 1 2 2 2 2", "2 2 2 2 1 1 1 1",
           "1 2",  // deadlock
       }},
      {"TryLock",  // a failed one only reads
       parallel({{tryLock(0, 0)}, {tryLock(0, 0)}, {tryLock(0, 0)}}),
       {"1 2 3", "2 1 3", "3 1 2"}},
      {"Semaphore",  // one of the two waits for ever
       parallel({{post(0)}, {wait(0)}, {wait(0)}}),
       {"1 2", "1 3"}},
      {"AwaitThatIsDisabledAgain",
       parallel({{await(0, 0, 1)}, {store(0, 1), store(0, 2)}}),
       {
           "2 1 2",
           "2 2",  // too late: it waits for ever
       }},
      {"AwaitsOfOneValue",  // they only read
       parallel({{store(0, 1)}, {await(0, 0, 1)}, {awaitNot(0, 0, 0)}}),
       {"1 2 3"}},
      {"AwaitBetweenTwoStores",  // enabled by either
       parallel({{store(0, 1)}, {store(0, 2)}, {awaitNot(0, 0, 0)}}),
       {"1 3 2", "2 3 1", "1 2 3", "2 1 3"}},
      {"Choose",
       parallel({{choose(0, 2), store(0, r(0))}, {load(0, 0)}}),
       {
           "1:0 1 2",  // either value, seen or not
           "1:0 2 1",
           "1:1 1 2",
           "1:1 2 1",
       }},
      {"ChooseBehindARace",  // T2 chooses only if it sees T1's store
       parallel({{store(0, 1)}, {load(0, 0), skipIf(0, 0, 2), choose(1, 2), store(1, r(1))}}),
       {"2 1", "1 2 2:0 2", "1 2 2:1 2"}},
      {"AssumeStops",  // T1 goes on only if T2 was first
       parallel({{load(0, 0), assume(0, 1), store(1, 1)}, {store(0, 1)}, {load(0, 1)}}),
       {
           "1 2 3",    // stopped: nothing writes y
           "2 1 1 3",  // T3 after the write
           "2 1 3 1",
       }},
      {"Section",  // one step on two words
       parallel({{atomicBegin(), store(0, 1), store(1, 1), atomicEnd()}, {load(0, 0), load(1, 1)}}),
       {"1 2 2", "2 1 2", "2 2 1"}},
      {"SectionsApart",
       parallel({{atomicBegin(), store(0, 1), store(1, 1), atomicEnd()}, {atomicBegin(), store(2, 1), atomicEnd()}}),
       {"1 2"}},
      {"TwoSenders",  // the receive of one message and the send of the other have nothing in common
       channelScript({{send(0, 1)}, {send(0, 2)}, {queue(0), awaitMessage(0, 0), queue(0), awaitMessage(1, 0)}}),
       {"1 2 3 3 3 3", "2 1 3 3 3 3"}},
      {"ReceiverThatStops",  // Source Sets, section 2
       channelScript({{send(0, 1), send(0, 2)}, {tryReceive(0, 0), skipIf(0, 0, 1), tryReceive(1, 0)}}),
       {
           "1 1 2 2",
           "1 2 2 1",  // the second message comes too late
           "2 1 1",    // the first one, too
       }},
      {"ReceiverThatLooksAgain",
       channelScript({{send(0, 1), send(0, 2)}, {tryReceive(0, 0), tryReceive(1, 0)}}),
       {
           "1 1 2 2",
           "1 2 2 1",
           "2 1 2 1",  // looks again for the first message; the second one does not matter
           "2 2 1 1",
       }},
      {"TwoReceivers",  // in either order; T1 sends before they look
       channelScript({{send(0, 1)}, {queue(0), awaitMessage(0, 0)}, {queue(0), awaitMessage(0, 0)}}),
       {
           "1 2 2 3",  // who is second waits for ever
           "1 3 3 2",
       }},
      {"JoinedThread",
       Script{.threads = {{spawn(1), join(1), spawn(2), load(0, 0)}, {store(0, 1)}, {store(0, 2)}}},
       {"1 0 2", "1 2 0"}},
  };
}

}  // namespace heddle::explore
