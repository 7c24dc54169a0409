// Where the compiled program starts.
#pragma once

namespace heddle::runtime {

struct EntryPoints {
  int (*main)(int, char**, char**) = nullptr;
  void (*constructors)() = nullptr;
  const char* globalsImage = nullptr;
  const char* tlsImage = nullptr;
};

}  // namespace heddle::runtime
