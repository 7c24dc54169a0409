// The process that speaks for a rank: it passes on what the process behind it, and the other ranks, have to say.
//
// The one behind it checks the program: it forks, handles faults and forbids system calls, none of which libraries for
// networks take kindly. The two have a channel (link.h).
#pragma once

#include <sys/types.h>

#include "parallel/channel.h"
#include "parallel/ranks/transport.h"

namespace heddle::parallel {

// Until all ranks are done. How the process behind rank 0 has ended, as waitpid says it; 0 at the others. A rank that
// is not heard of for so many seconds is lost.
int speakFor(pid_t behind, Channel channel, Transport& transport, double patience);

}  // namespace heddle::parallel
