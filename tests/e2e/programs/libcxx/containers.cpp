// expect: safe
// executions: 1
#include <algorithm>
#include <any>
#include <cassert>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
int main() {
  std::vector<int> v{3, 1, 2};
  std::sort(v.begin(), v.end());
  assert(v[0] == 1);
  std::map<std::string, int> m;
  m["a"] = 1;
  m["b"] = 2;
  assert(m.size() == 2);
  std::unordered_map<std::string, int> u;
  for (int i = 0; i < 20; i++) u[std::to_string(i)] = i;
  assert(u["13"] == 13);
  std::list<int> l{1, 2};
  l.reverse();
  std::deque<int> d;
  for (int i = 0; i < 9; i++) d.push_front(i);
  assert(d.back() == 0);
  std::set<int> s{2, 1};
  assert(*s.begin() == 1);
  std::function<int(int)> f = [](int x) { return x + 1; };
  assert(f(1) == 2);
  std::function<void()> e;
  try {
    e();
    assert(false);
  } catch (const std::bad_function_call&) {
  }
  try {
    std::optional<int>().value();
    assert(false);
  } catch (const std::bad_optional_access& b) {
    assert(b.what());
  }
  try {
    std::get<int>(std::variant<int, char>('c'));
    assert(false);
  } catch (const std::bad_variant_access&) {
  }
  try {
    std::any_cast<int>(std::any('c'));
    assert(false);
  } catch (const std::bad_any_cast&) {
  }
  try {
    v.at(7);
    assert(false);
  } catch (const std::out_of_range&) {
  }
  assert(std::stoi("42") == 42);
  assert(std::stod("1.5") == 1.5);
  assert(std::to_string(1.5) == "1.500000");
  std::hash<std::string> h;
  assert(h("a") == h("a"));
}
