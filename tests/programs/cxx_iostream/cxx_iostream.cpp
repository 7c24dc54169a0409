#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

int main() {
  std::cout << "sum " << 3 + 4 << " and " << 2.5 << '\n';
  std::ostringstream text;
  text << std::hex << 255 << std::string(" done");
  std::cout << "hex " << text.str() << std::endl;
  assert(text.str() == "ff");
}
