// Exception specifications of old C++: what a function does not say that it throws ends the program.
// options: -std=gnu++14
// violations: uncaught-exception x1
// native: no, it fails
#include <exception>

void promises() throw(int) { throw 'c'; }

int main() {
  try {
    promises();
  } catch (...) {
  }
}
