#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#include "shared.h"

std::atomic<int> total;
int Counted::sum;
static Counted here(10);

void add() { ++total; }
