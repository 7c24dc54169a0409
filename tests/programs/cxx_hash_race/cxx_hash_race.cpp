#include <string>
#include <thread>
#include <unordered_set>
std::string s = "hello world, a long string it is";
int main(){ std::thread t([]{ s[3] = 'x'; }); std::size_t h = std::hash<std::string>{}(s); t.join(); return h == 1; }
