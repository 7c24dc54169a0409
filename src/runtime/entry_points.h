// Where the compiled program starts.
#pragma once

namespace heddle::runtime {

struct EntryPoints {
  int (*main)(int, char**, char**) = nullptr;
  bool mainReturns = true;  // a status; else it is void
  void (*constructors)() = nullptr;
  const char* globalsImage = nullptr;
  const char* tlsImage = nullptr;
};

}  // namespace heddle::runtime
