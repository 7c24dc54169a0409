// The protocol by which a search is divided among ranks (src/parallel/coordinator.h), simulated: pieces, who is asked
// for work and when, and what each message costs. Time passes as measured latencies say; nothing is explored.
#pragma once

#include <cstdint>

#include "simulation/tree.h"

namespace heddle::bench {

// In seconds, as measured on x86-64 with Open MPI and two cores (docs/scale.md).
struct Costs {
  double execution;           // of the program under test
  double latency = 0.001;     // of a message, one way: the fronts look for them each millisecond
  double begin = 0.003;       // until a rank that has got a piece explores it: a process is forked
  double split = 0.00005;     // of a rank, to give something away
  double report = 0.00003;    // of rank 0, to take a message in
  double send = 0.000005;     // of rank 0
  double look = 0.000000005;  // of rank 0: at one of the ranks, or one of the pieces, that it goes through
};

// What rank 0 does.
struct Rules {
  double betweenRequests = 0.01;  // to the same rank
  double betweenReports = 0.5;
  std::uint32_t mostAtOnce = 64;
  double tick = 0.005;
  // As it was before there was this simulation: what is given away makes one piece; more is asked for at once after
  // pieces that were short; and all ranks are looked at for each donor, half of the pieces for each message.
  bool asOnePiece = false;
  double shortPiece = 0.02;
  bool looksThroughAll = false;
};

struct Simulated {
  double seconds = 0;
  double efficiency = 0;   // of all ranks: the time in which they explore
  double coordinator = 0;  // the share of the time in which rank 0 is busy
  std::uint64_t pieces = 0;
  std::uint64_t messages = 0;
};

Simulated simulate(const Tree& tree, unsigned ranks, const Costs& costs, const Rules& rules);

}  // namespace heddle::bench
