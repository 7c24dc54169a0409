#include "base/cache_directory.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace heddle {

namespace fs = std::filesystem;

std::string userCacheDirectory() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path base;
  if (cache != nullptr && cache[0] == '/')
    base = cache;
  else if (home != nullptr && home[0] == '/')
    base = fs::path(home) / ".cache";
  else
    return {};
  const fs::path directory = base / "heddle";
  std::error_code error;
  fs::create_directory(base, error);  // but not what it is in: a home that is not there
  fs::create_directory(directory, error);
  return access(directory.c_str(), W_OK | X_OK) == 0 ? directory.string() : "";
}

}  // namespace heddle
