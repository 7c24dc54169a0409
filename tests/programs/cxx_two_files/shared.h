#pragma once

struct Counted {
  static int sum;
  explicit Counted(int n) { sum += n; }
};

extern std::atomic<int> total;
inline int unique = 7;
void add();
