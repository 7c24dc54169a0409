// The order of numbers as names: 1, 10, 11, 2, 3, ...
//
// The figures of Source Sets for `classic` and `source` depend on which process
// is scheduled first where several can be. In the paper's tool that is the one
// whose name comes first, and names are strings that end in the number of the
// process. In Heddle it is the thread that was started first. So with -DBY_NAME
// these programs start their threads in the order of their names. Without it
// they start them in the order of their numbers: comparisons of speed use that,
// since the other order makes Nidhugg slower.
#pragma once

// The number that stands at `place` (from 0) among 1 .. count, count < 100.
static int byName(int place, int count) {
#ifndef BY_NAME
  (void)count;
  return place + 1;
#endif
  for (int first = 1; first <= 9 && first <= count; first++) {
    if (place-- == 0) return first;
    for (int both = 10 * first; both < 10 * first + 10 && both <= count; both++)
      if (place-- == 0) return both;
  }
  return 0;
}
