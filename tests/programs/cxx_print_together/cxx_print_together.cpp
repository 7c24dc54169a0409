#include <iostream>
#include <sstream>
#include <thread>
#include <mutex>
std::mutex m; std::ostringstream log_;
int main(){ auto f = []{ std::cout << "a" << 1 << std::string("b") << std::endl; std::lock_guard g(m); log_ << "x" << 2; }; std::thread t(f); f(); t.join(); return log_.str().size() != 4; }
