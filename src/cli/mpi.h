// `heddle check --mpi`: one of the ranks of an MPI job.
#pragma once

#include "cli/options.h"

namespace heddle::cli {

int checkByRanks(const CheckOptions& options);

}  // namespace heddle::cli
