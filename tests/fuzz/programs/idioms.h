// What the threads of random programs are made of. Each idiom is one that
// programs have, in the variations in which a reduction may or may not apply.
#pragma once

#include "maker.h"

namespace heddle::fuzz::programs {

// statements.cpp
Lines access(Maker& make);                        // one access, or a few that belong together
Lines plainAccess(Maker& make);                   // unordered, unless something else orders it
Lines conditional(Maker& make);                   // something that is done because of what was read
Lines signal(Maker& make);                        // says that something was done
Lines observer(Maker& make);                      // does something once that was said
Lines observerOf(Maker& make, const Word& word);  // the same, with a word that is accessed plainly too
Lines assertion(Maker& make);
Lines section(Maker& make);    // what is done while a lock is held
Lines statement(Maker& make);  // any of these

// iteration.cpp
Lines valueAgain(Maker& make, const Word& word);      // the same value again: no change, but a write
Lines iterationBody(Maker& make, unsigned most = 2);  // what a loop that waits does beside waiting

// wait_loops.cpp
Lines waitLoop(Maker& make);

// exchange_loops.cpp
Lines compareExchangeLoop(Maker& make);
Lines readsBetween(Maker& make, const Word& word, const Word& other);  // before it has confirmed
Lines looksWhenFailed(Maker& make, const Word& word);
Lines confirmed(Maker& make, const Word& word, const std::string& value);  // stored by a compare-exchange
Lines testAndSetLock(Maker& make);

// lock_loops.cpp
Lines mutexSection(Maker& make);
Lines tryLockLoop(Maker& make);
Lines pollUnderLock(Maker& make);
Lines locksTogether(Maker& make);  // C++ only
Lines besideLocksTogether(Maker& make);
Lines readersLock(Maker& make);  // an addition that is rolled back

// heap.cpp
Lines publishNode(Maker& make);
Lines readNode(Maker& make);
Lines pushNode(Maker& make);
Lines linkNode(Maker& make);    // stores atomically to the node before it is published, or so it seems
Lines readLinked(Maker& make);  // what was stored to a node, by those who know that there is one
Lines otherNode(Maker& make);   // somebody else's on top
Lines popNode(Maker& make);
Lines dropReference(Maker& make);
Lines recycleNode(Maker& make);  // frees one and pushes another, at the same address

// channels.cpp
Lines channelUse(Maker& make);
Lines atomicSection(Maker& make);

// meetings.cpp
Lines meeting(Maker& make);  // C only

// asserted.cpp
Lines assertedPiece(Maker& make);
Lines claimAfterJoins(Maker& make);

// A loop or a protocol.
Lines idiom(Maker& make);

}  // namespace heddle::fuzz::programs
