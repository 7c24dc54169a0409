// What the user gave us: which files, in which language; bad ones are refused
// here, before any compiler runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace heddle::frontend {

enum class Language : std::uint8_t { C, Cxx, Bitcode, Assembly };  // the last two: LLVM's

struct Input {
  std::string file;
  Language language = Language::C;
  bool preprocessed = false;            // .i .ii
  std::vector<std::string> flags = {};  // for this file, before those for all
};

// By extension, as clang decides; nothing if the extension is not one of ours.
std::optional<Input> classify(std::string_view file);

// Every file exists, can be read and is of a known kind.
Result<std::vector<Input>> checkInputs(const std::vector<std::string>& files);

}  // namespace heddle::frontend
