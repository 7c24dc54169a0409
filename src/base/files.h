// Files as a whole: read, written, replaced. Problems are diagnostics with the
// file's name.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace heddle {

Result<std::string> readFile(const std::string& path);
// Whether writeFile will work, as far as one can know; nothing if so. "-" is standard output, for which nobody asks.
std::optional<Diagnostic> cannotWrite(const std::string& path);
std::optional<Diagnostic> writeFile(const std::string& path, const std::string& text);
// All or nothing: what was there before stays if something goes wrong, and a power cut leaves one of the two.
std::optional<Diagnostic> replaceFile(const std::string& path, const std::string& text);

}  // namespace heddle
