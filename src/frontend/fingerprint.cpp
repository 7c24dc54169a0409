#include "frontend/fingerprint.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MD5.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::frontend {
namespace {

// Metadata, and the lines that name the file.
bool isPostponed(llvm::StringRef line) {
  const llvm::StringRef text = line.ltrim();
  return text.starts_with("!") || text.starts_with("#dbg_") || text.starts_with("; ModuleID") ||
         text.starts_with("source_filename");
}

// The line without the numbers of metadata, which are not inside of quotes.
std::string bare(llvm::StringRef line) {
  std::string out;
  bool isQuoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    out += line[i];
    if (line[i] == '"') isQuoted = !isQuoted;
    if (line[i] != '!' || isQuoted) continue;
    while (i + 1 < line.size() && llvm::isDigit(line[i + 1])) ++i;
  }
  return out;
}

}  // namespace

std::string fingerprint(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  llvm::MD5 hash;
  for (llvm::StringRef rest = text; !rest.empty();) {
    const auto [line, after] = rest.split('\n');
    if (!isPostponed(line)) hash.update(bare(line) + "\n");
    rest = after;
  }
  return hash.final().digest().str().str();
}

}  // namespace heddle::frontend
