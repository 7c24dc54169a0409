// The command line: the commands.
#pragma once

#include "cli/exit_codes.h"
#include "cli/options.h"

namespace heddle::cli {

int run(int argc, char** argv);

int check(const CheckOptions& options);
int estimate(const EstimateOptions& options);
int test(const TestOptions& options);
int bmc(const BoundedOptions& options);
int replay(const ReplayOptions& options);

}  // namespace heddle::cli
