// Where a mutex says of which kind it is: as in glibc, so that static initialisers work.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace heddle::symbolic::mutex_kind {

inline constexpr std::uint64_t kOffset = offsetof(__pthread_mutex_s, __kind);
inline constexpr unsigned kBytes = sizeof(int);
inline constexpr std::uint64_t kMask = 3;  // the rest is about sharing and protocols

}  // namespace heddle::symbolic::mutex_kind
