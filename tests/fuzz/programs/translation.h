// Many programs, compiled by one run of clang.
//
// They are one file for it, in which each of them has names of its own: the
// preprocessor gives them to it. A compiler's start and the headers cost more
// than a random program does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "source.h"

namespace heddle::fuzz::programs {

// A program among others, as clang leaves it.
struct Translated {
  struct Modules;  // of all of them
  std::shared_ptr<Modules> modules;
  std::string main;                 // its main function
  bool takesLocksTogether = false;  // by std::lock
};

// As transform::prepare leaves it, as bitcode.
struct Prepared {
  std::string byDefault;
  std::string withoutGroups = {};  // of locks that are taken together; empty: there are none

  const std::string& forGroups(bool areKept) const {
    return areKept || withoutGroups.empty() ? byDefault : withoutGroups;
  }
};

// `directory` is for the file that clang reads. All programs are of one
// language; if one of them does not compile, none does.
Result<std::vector<Translated>> translate(const std::vector<const Source*>& sources, const std::string& directory);

// The program alone. Once only, in a process of its own: the others go.
Result<Prepared> prepared(const Translated& program);

}  // namespace heddle::fuzz::programs
