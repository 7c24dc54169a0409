#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
int main() {
  void* memory = std::malloc(sizeof(std::string));
  std::memset(memory, 1, sizeof(std::string));
  std::cout << *static_cast<std::string*>(memory);
}
