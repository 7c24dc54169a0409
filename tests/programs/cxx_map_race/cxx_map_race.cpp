#include <map>
#include <thread>

std::map<int, int> table;

int main() {
  table[1] = 1;
  table[2] = 2;
  std::thread eraser([] { table.erase(2); });
  int sum = 0;
  for (const auto& entry : table) sum += entry.second;
  eraser.join();
  return sum;
}
