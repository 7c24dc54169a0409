// Precompiled headers of the standard library, kept in the user's cache
// directory: they cut the compile time of C++ to a fifth
// (docs/decisions/0003-precompiled-headers.md).
//
// The cache only ever saves time. An unwritable directory, a damaged or stale
// file, or another Heddle at work in the same directory cost at most the time
// that was to be saved.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/header_words.h"
#include "frontend/process.h"

namespace heddle::frontend {

// A precompiled header and what it is made from.
struct Pch {
  std::vector<std::string> headers, flags;
  std::string path;
  bool present = false;
};

// What a precompiled header depends on, besides the contents of the headers:
// those clang checks itself, by size and time.
struct PchRequest {
  std::vector<std::string> headers;
  std::string clang;  // path of the compiler
  std::vector<std::string> flags;
};

// Those of a compilation that concern the library: without macros whose names are not reserved, unless the headers
// have them (`words`). clang defines what a precompiled header lacks, but after it.
std::vector<std::string> flagsOfLibrary(const std::vector<std::string>& flags, const HeaderWords& words);

// A file name that differs whenever the request, the compiler or, with a relative -I, the working directory does.
std::string pchName(const PchRequest& request);

// Whether the user's flags leave it certain that the standard headers mean the
// standard headers; if not, we go without.
bool pchSafe(const std::vector<std::string>& userFlags, const std::vector<std::string>& headers);

class PchCache {
 public:
  // ${XDG_CACHE_HOME:-~/.cache}/heddle; no cache if it cannot be created.
  static PchCache ofUser();
  explicit PchCache(std::string directory) : directory_(std::move(directory)) {}

  // For a compilation with these flags. Nothing when there is no cache, no header to precompile, or something that
  // hides a file which a header includes. A file that is there is marked as used just now. Which words the headers have
  // is known when it is built: what is found then may be another one.
  std::optional<Pch> find(const PchRequest& compilation) const;

  // The command that builds it, into a name of its own; `publish` moves the
  // result into place at once, so that nobody ever sees half a file.
  Command buildCommand(const Pch& pch, const std::string& clang) const;
  bool publish(const Pch& pch, bool built) const;

  void discard(const Pch& pch) const;

  // Keeps the newest files; removes what killed runs left behind.
  void evict() const;

 private:
  std::string directory_;  // empty: no cache
};

// A precompiled header that is being built for the next time, while this time
// goes on without it. It is in its place when this object is gone.
class LatePch {
 public:
  LatePch(const PchCache& cache, const Pch& pch, const std::string& clang, MustStop mustStop);
  LatePch(const LatePch&) = delete;
  ~LatePch();

 private:
  PchCache cache_;
  Pch pch_;
  Background build_;
};

using LatePchs = std::vector<std::unique_ptr<LatePch>>;

// Whether a failed compilation failed because of its precompiled header.
bool rejectedPch(const Outcome& outcome);

}  // namespace heddle::frontend
