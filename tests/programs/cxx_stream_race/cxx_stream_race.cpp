#include <sstream>
#include <thread>
std::stringstream o;
int main(){ std::thread t([]{ o << 1; }); int i; o >> i; t.join(); }
