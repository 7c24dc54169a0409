#include "report/loops.h"

#include <fmt/format.h>

#include "core/system_files.h"
#include "report/unicode.h"

namespace heddle::report {

std::string loops(const std::vector<core::LoopNote>& notes) {
  std::string out;
  std::string before;  // copies of one loop, inlined here and there, are one loop to people
  for (const core::LoopNote& note : notes) {
    if (core::isSystemFile(note.file)) continue;
    std::string text = fmt::format("{}:{}", printable(note.file), note.line);
    if (!note.function.empty()) text += " in " + printable(note.function);
    text += "\n";
    for (const std::string& finding : note.findings) text += "  " + printable(finding) + "\n";
    if (text != before) out += text;
    before = std::move(text);
  }
  return out.empty() ? "The program has no loops.\n\n" : out + "\n";
}

}  // namespace heddle::report
