// What commands answer (docs/exit-codes.md).
#pragma once

namespace heddle::cli {

inline constexpr int kSafe = 0;
inline constexpr int kViolation = 1;
inline constexpr int kBadInput = 2;      // bad usage, bad input, or a program that Heddle does not support
inline constexpr int kInconclusive = 3;  // a bound or a limit was hit

}  // namespace heddle::cli
