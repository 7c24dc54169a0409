// std::lock as one call that waits until it has all locks.
//
// libstdc++, or libc++, locks one, tries the others, and if one is taken gives back what it
// has and begins again with that one: a loop without a bound, whose attempts in
// vain nobody observes but who tries a lock. So the body of std::lock (which
// std::scoped_lock calls) becomes a call of the runtime, which takes the locks one
// after the other and looks after the rest (runtime/lock_groups.h has the
// argument).
//
// That is done for the mutexes of the library that are a pthread_mutex_t, and
// unique_locks of them (in libc++ the timed ones are none). What else can be locked keeps its loop.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void groupLocks(llvm::Module& module);

}  // namespace heddle::transform
