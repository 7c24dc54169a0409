// What programs use of libstdc++.so: all of it must be understood, and do what it does elsewhere.
#include <algorithm>
#include <atomic>
#include <bitset>
#include <cassert>
#include <complex>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <memory>
#include <memory_resource>
#include <random>
#include <sstream>
#include <streambuf>
#include <thread>
#include <vector>
struct Buf : std::streambuf {
  std::string s;
  int_type overflow(int_type c) override {
    s += (char)c;
    return c;
  }
  std::streamsize xsputn(const char* p, std::streamsize n) override {
    s.append(p, n);
    return n;
  }
};
struct Out : std::ostream {
  Buf b;
  Out() : std::ostream(nullptr) { rdbuf(&b); }
};
struct P {
  int x;
  friend std::ostream& operator<<(std::ostream& o, const P& p) { return o << "P(" << p.x << ")"; }
  friend std::istream& operator>>(std::istream& i, P& p) { return i >> p.x; }
};
int main() {
  std::thread bg([] {});
  Buf b;
  std::ostream os(&b);
  os << "a" << 1 << std::string("zz") << P{3} << std::setfill('0') << std::setw(5) << 42 << std::endl;
  assert(b.s == "a1zzP(3)00042\n");
  Out o;
  o << 1.5 << ' ' << true << 'c';
  assert(o.b.s == "1.5 1c");
  std::wstringstream w;
  w << L"abc" << 5;
  assert(w.str() == L"abc5");
  std::wcout << w.str() << L"x";
  std::istringstream i("x");
  i.exceptions(std::ios::failbit);
  int n;
  bool thrown = false;
  try {
    i >> n;
  } catch (const std::ios_base::failure& e) {
    thrown = true;
    assert(std::strlen(e.what()));
  }
  assert(thrown);
  std::stringstream ss("1 2 3");
  std::vector<int> v((std::istream_iterator<int>(ss)), {});
  assert(v.size() == 3);
  std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ","));
  std::istringstream pi("7");
  P p;
  pi >> p;
  assert(p.x == 7);
  std::pmr::monotonic_buffer_resource mr;
  std::pmr::vector<std::pmr::string> pv(&mr);
  pv.emplace_back("hello hello hello hello hello");
  pv.emplace_back("b");
  assert(pv[0].size() == 29);
  std::pmr::unsynchronized_pool_resource pool;
  {
    std::pmr::vector<int> q(&pool);
    for (int k = 0; k < 40; ++k) q.push_back(k);
  }
  std::mt19937 g(1);
  std::uniform_int_distribution<int> d(0, 9);
  assert(d(g) >= 0);
  std::normal_distribution<double> nd;
  nd(g);
  std::cout << std::complex<double>(1, 2) << std::bitset<8>(5) << std::hex << std::showbase << 255 << std::oct << 8
            << std::scientific << 1.5 << std::quoted("q\"q") << std::endl;
  std::stringstream rw;
  rw << 10 << ' ' << 2.25 << ' ' << "word";
  int ri;
  double rd;
  std::string rs;
  rw >> ri >> rd >> rs;
  assert(ri == 10 && rd == 2.25 && rs == "word");
  rw.clear();
  rw.str("new");
  rw >> rs;
  assert(rs == "new");
  rw.seekg(0);
  assert(rw.tellg() == 0);
  char c;
  rw.get(c);
  assert(c == 'n');
  rw.unget();
  assert(rw.peek() == 'n');
  char cb[8];
  rw.seekg(0);
  rw.read(cb, 3);
  assert(rw.gcount() == 3);
  std::ostringstream mv;
  mv << "m";
  std::ostringstream mv2 = std::move(mv);
  assert(mv2.str() == "m");
  mv2.swap(mv);
  std::string line;
  std::istringstream li("l1\nl2\n");
  int lines = 0;
  while (std::getline(li, line)) ++lines;
  assert(lines == 2);
  try {
    std::vector<int> e;
    (void)e.at(3);
  } catch (const std::out_of_range& e) {
    std::cout << e.what();
  }
  try {
    std::string("a").substr(5);
  } catch (const std::exception& e) {
    std::cout << e.what();
  }
  try {
    throw std::system_error(std::make_error_code(std::errc::timed_out));
  } catch (const std::system_error& e) {
    assert(e.code() == std::errc::timed_out);
    std::cout << e.what() << e.code().message();
  }
  try {
    try {
      throw 1;
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception& e) {
    try {
      std::rethrow_if_nested(e);
    } catch (int x) {
      assert(x == 1);
    }
  }
  auto sp = std::make_shared<int>(3);
  std::weak_ptr<int> wp = sp;
  sp.reset();
  try {
    std::shared_ptr<int> x(wp);
  } catch (const std::bad_weak_ptr& e) {
    std::cout << e.what();
  }
  std::function<int()> fn;
  try {
    fn();
  } catch (const std::bad_function_call& e) {
    std::cout << e.what();
  }
  std::locale loc;
  std::cout << std::toupper('a', loc) << std::isdigit('3', loc);
  std::cout.imbue(std::locale::classic());
  std::cout.precision(3);
  std::cout << std::fixed << 3.14159 << std::flush;
  std::cout.unsetf(std::ios::fixed);
  std::cerr << std::this_thread::get_id();
  std::cin >> n;
  std::string wd;
  std::cin >> wd;
  std::getline(std::cin, wd);
  bg.join();
}
