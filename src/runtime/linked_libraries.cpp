#include "runtime/linked_libraries.h"

#include <dlfcn.h>

namespace heddle::runtime {

LinkedLibraries::LinkedLibraries(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (!flag.starts_with("-l") && !flag.starts_with("-L")) continue;
    std::vector<std::string>& to = flag[1] == 'l' ? names_ : directories_;
    if (flag.size() > 2)
      to.push_back(flag.substr(2));
    else if (i + 1 < flags.size())
      to.push_back(flags[++i]);
  }
}

// For good: a library may have left pointers to itself anywhere.
void LinkedLibraries::load() {
  for (const std::string& name : names_) {
    void* library = nullptr;
    for (const std::string& directory : directories_)
      if (library == nullptr) library = dlopen((directory + "/lib" + name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) library = dlopen(("lib" + name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) loaded_.push_back(library);
  }
  names_.clear();
}

const void* LinkedLibraries::find(const std::string& symbol) {
  if (const void* const address = dlsym(RTLD_DEFAULT, symbol.c_str())) return address;
  load();
  for (void* const library : loaded_)
    if (const void* const address = dlsym(library, symbol.c_str())) return address;
  return nullptr;
}

}  // namespace heddle::runtime
