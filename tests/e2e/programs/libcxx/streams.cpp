// expect: safe
// libstdc++: none, since it cannot hand facets of the program to its locales
// executions: 1
#include <cassert>
#include <iomanip>
#include <sstream>
#include <string>
#include <thread>
int main() {
  std::ostringstream o;
  o << 1 << ' ' << -2.5 << ' ' << std::hex << std::showbase << 255 << ' ' << std::setw(6) << std::setfill('*')
    << std::left << "ab" << std::boolalpha << true << std::dec << std::fixed << std::setprecision(3) << 3.14159
    << (void*)16 << 'c' << std::string("str") << 7ul << -8ll << std::uppercase << std::scientific << 1234.5;
  assert(o.str() == "1 -2.5 0xff ab****true3.1420x10cstr7-81.234E+03" || (std::string("got ") + o.str()).empty());
  std::istringstream i("12 2.5 abc 0x1f\nline two\nlast");
  int a;
  double d;
  std::string s;
  i >> a >> d >> s;
  assert(a == 12 && d == 2.5 && s == "abc");
  i >> std::hex >> a;
  assert(a == 31);
  std::getline(i, s);
  std::getline(i, s);
  assert(s == "line two");
  std::getline(i, s);
  assert(s == "last" && i.eof());
  assert(!(i >> a));
  std::stringstream ss;
  ss << 3 << ' ' << 4;
  int x, y;
  ss >> x >> y;
  assert(x + y == 7);
  i.clear();
  i.str("x");
  int z = 5;
  i >> z;
  assert(i.fail() && z == 0);
  std::istringstream b("true 1");
  bool t, u;
  b >> std::boolalpha >> t >> std::noboolalpha >> u;
  assert(t && u);
  std::ostringstream e;
  e.exceptions(std::ios::badbit);
  try {
    e.setstate(std::ios::badbit);
    assert(false);
  } catch (const std::ios_base::failure& f) {
  }
  std::ostringstream id;
  id << std::this_thread::get_id();
  assert(!id.str().empty());
  struct P : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  {
    std::ostringstream g;
    g.imbue(std::locale(std::locale(), new P));
    g << 1234567;
    assert(g.str() == "1.234.567");
    std::istringstream h("1.234.567");
    h.imbue(g.getloc());
    long l;
    h >> l;
    assert(l == 1234567);
  }
}
