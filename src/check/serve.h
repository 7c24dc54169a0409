// A rank of an MPI job other than rank 0: it compiles the same program, and explores what it is given.
#pragma once

#include "check/options.h"
#include "parallel/ranks/link.h"

namespace heddle::check {

// Until rank 0 is done.
void serve(const Options& asked, parallel::Link& link);

}  // namespace heddle::check
