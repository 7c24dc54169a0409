// Tells AddressSanitizer, in builds with it, which stack runs; else nothing.
#pragma once

#include <cstddef>

#if __has_feature(address_sanitizer)
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace heddle::runtime {

struct StackBounds {
  const void* bottom = nullptr;
  std::size_t bytes = 0;
};

#if __has_feature(address_sanitizer)

inline void noteSwitchTo(StackBounds stack) { __sanitizer_start_switch_fiber(nullptr, stack.bottom, stack.bytes); }
inline void noteSwitched() { __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr); }

// Of the thread of the process that runs.
inline StackBounds ownStack() {
  pthread_attr_t attributes;
  void* bottom = nullptr;
  std::size_t bytes = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &bytes);
  pthread_attr_destroy(&attributes);
  return {bottom, bytes};
}

#else

inline void noteSwitchTo(StackBounds /*stack*/) {}
inline void noteSwitched() {}
inline StackBounds ownStack() { return {}; }

#endif

}  // namespace heddle::runtime
