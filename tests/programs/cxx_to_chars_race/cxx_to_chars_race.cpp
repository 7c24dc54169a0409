#include <charconv>
#include <thread>
char b[20];
int main(){ std::thread t([]{ b[1] = 'x'; }); std::to_chars(b, b+20, 2.5); t.join(); }
