// The command line: the commands, and the exit codes they answer with.
#pragma once

#include "cli/options.h"

namespace heddle::cli {

inline constexpr int kSafe = 0;
inline constexpr int kViolation = 1;
inline constexpr int kBadInput = 2;      // bad usage, bad input, or a program that Heddle does not support
inline constexpr int kInconclusive = 3;  // a bound or a limit was hit

int run(int argc, char** argv);

int check(const CheckOptions& options);
int bmc(const BoundedOptions& options);
int replay(const ReplayOptions& options);

}  // namespace heddle::cli
