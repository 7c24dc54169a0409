#include <sstream>
#include <string>
#include <thread>
std::string s;
int main(){ std::thread t([]{ s = "abc"; }); std::istringstream i("a\nb"); std::getline(i, s); t.join(); }
