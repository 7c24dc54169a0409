#include <exception>
#include <stdexcept>
#include <thread>
#include <cassert>
#include <string>
std::exception_ptr p;
int main(){ std::thread t([]{ try { throw std::runtime_error("abc"); } catch (...) { p = std::current_exception(); } }); t.join(); try { std::rethrow_exception(p); } catch (std::exception& e) { assert(std::string(e.what()) == "abc"); } }
