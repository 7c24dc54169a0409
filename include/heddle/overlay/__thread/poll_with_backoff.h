// Stands in place of libc++'s own header of this name.
//
// What waits at an atomic first asks many times, and looks at a clock to see whether it should sleep. Each question
// would be one more way to go on, so here it sleeps at once; who cannot be woken asks in a loop without effects, which
// Heddle runs once for each value there is to see. With a time limit it asks twice: at the beginning and at the end.
#pragma GCC system_header
#ifndef _LIBCPP___THREAD_POLL_WITH_BACKOFF_H
#define _LIBCPP___THREAD_POLL_WITH_BACKOFF_H

#include <__chrono/duration.h>
#include <__chrono/high_resolution_clock.h>
#include <__config>
#include <__thread/timed_backoff_policy.h>

_LIBCPP_BEGIN_NAMESPACE_STD

// Sleeps until somebody notifies, and says whether there is no more to wait for.
template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool __heddle_wait(_Poll&, _Backoff& __backoff) {
  while (!__backoff(chrono::nanoseconds::max())) {
  }
  return true;
}

template <class _Poll>
_LIBCPP_HIDE_FROM_ABI bool __heddle_wait(_Poll& __poll, __libcpp_timed_backoff_policy&) {
  while (!__poll()) {
  }
  return true;
}

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_poll_with_backoff(
    _Poll&& __poll, _Backoff&& __backoff, chrono::nanoseconds __limit = chrono::nanoseconds::zero()) {
  if (__limit == chrono::nanoseconds::zero()) return std::__heddle_wait(__poll, __backoff);
  if (__poll()) return true;
  if (__limit > chrono::nanoseconds::zero()) __libcpp_thread_sleep_for(__limit);
  return __poll();
}

_LIBCPP_END_NAMESPACE_STD

#endif
