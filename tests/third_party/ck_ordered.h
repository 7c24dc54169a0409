// -DORDERED: with a fence after each load of a pointer, so that what is behind it is ordered for memory models, too,
// that know of no dependencies.
#pragma once

#include <ck_pr.h>

#ifdef ORDERED
static inline void* load_and_fence(const void* from) {
  void* value = ck_pr_md_load_ptr(from);
  ck_pr_fence_strict_acquire();
  return value;
}
#undef ck_pr_load_ptr
#define ck_pr_load_ptr(from) load_and_fence(from)
#endif
