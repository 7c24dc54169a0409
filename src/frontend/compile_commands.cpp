// Builds are made by many compilers, and Heddle compiles with clang: unknown flags would be errors. So what is taken
// is what is known to change the meaning of a source. The rest is about messages, optimisation and output, and what
// follows such a flag looks like an input: it is dropped with it.
#include "frontend/compile_commands.h"

#include <fmt/format.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/StringSaver.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/files.h"
#include "frontend/inputs.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

constexpr char kName[] = "compile_commands.json";

struct Known {
  std::string_view flag;
  enum { Alone, Value, Path, File } kind;  // `File` is looked for elsewhere, too
};

constexpr auto kKnown = std::to_array<Known>({
    {"-isystem", Known::Path},
    {"-iquote", Known::Path},
    {"-idirafter", Known::Path},
    {"-isysroot", Known::Path},
    {"--sysroot", Known::Path},
    {"-include", Known::File},
    {"-imacros", Known::File},
    {"-I", Known::Path},
    {"-D", Known::Value},
    {"-U", Known::Value},
    {"-ansi", Known::Alone},
    {"-pthread", Known::Alone},
    {"-nostdinc", Known::Alone},
    {"-nostdinc++", Known::Alone},
    {"-fsigned-char", Known::Alone},
    {"-fshort-enums", Known::Alone},
    {"-funsigned-char", Known::Alone},
    {"-fno-rtti", Known::Alone},
    {"-fno-exceptions", Known::Alone},
    {"-fms-extensions", Known::Alone},
    {"-fchar8_t", Known::Alone},
    {"-fno-char8_t", Known::Alone},
    {"-fwrapv", Known::Alone},
    {"-ffreestanding", Known::Alone},
    {"-fno-builtin", Known::Alone},
    {"-fgnu89-inline", Known::Alone},
    {"-fshort-wchar", Known::Alone},
});

// With a value in the same word, of which nothing is to be changed.
bool isWhole(std::string_view word) {
  return word.starts_with("-std=") || word.starts_with("--std=") ||
         (word.starts_with("-m") && !word.starts_with("-mllvm"));
}

const Known* knownFlag(std::string_view word) {
  const Known* found = nullptr;  // the longest: -I is no beginning of -isystem, but -include is one of -include-pch
  for (const Known& known : kKnown) {
    const bool fits = known.kind == Known::Alone ? word == known.flag : word.starts_with(known.flag);
    if (fits && (found == nullptr || found->flag.size() < known.flag.size())) found = &known;
  }
  const bool isOther = found != nullptr && found->kind == Known::File && word != found->flag;
  return isOther ? nullptr : found;
}

std::string absolute(const std::string& path, const std::string& directory, bool isElsewhere) {
  const fs::path full = (fs::path(directory) / path).lexically_normal();
  std::error_code unknown;
  return isElsewhere && !fs::exists(full, unknown) ? path : full.string();
}

// Words of a `command`, as a shell takes them apart; response files are read.
Result<std::vector<std::string>> wordsOf(const llvm::json::Object& entry, const std::string& directory) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*> words;
  if (const llvm::json::Array* const arguments = entry.getArray("arguments")) {
    for (const llvm::json::Value& argument : *arguments)
      if (const auto word = argument.getAsString()) words.push_back(saver.save(*word).data());
  } else if (const auto command = entry.getString("command")) {
    llvm::cl::TokenizeGNUCommandLine(*command, saver, words);
  }
  llvm::cl::ExpansionContext context(allocator, llvm::cl::TokenizeGNUCommandLine);
  context.setCurrentDir(directory).setRelativeNames(false);
  if (llvm::Error unreadable = context.expandResponseFiles(words))
    return Diagnostic{llvm::toString(std::move(unreadable))};
  for (const char* const word : words)
    if (word[0] == '@') return Diagnostic{fmt::format("cannot read {}, which a command names", word + 1)};
  return std::vector<std::string>(words.begin(), words.end());
}

struct Entry {
  fs::path file;  // absolute
  std::string directory;
  const llvm::json::Object* object = nullptr;
};

class Database {
 public:
  // What is wrong with it, or nothing.
  std::optional<Diagnostic> open(const std::string& database) {
    std::error_code unknown;
    path_ = fs::is_directory(database, unknown) ? (fs::path(database) / kName).string() : database;
    auto text = readFile(path_);
    if (!text)
      return Diagnostic{text.problem().message + (fs::exists(path_, unknown)
                                                      ? ""
                                                      : ": CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON")};
    auto root = llvm::json::parse(*text);
    if (!root) return Diagnostic{fmt::format("{}: {}", path_, llvm::toString(root.takeError()))};
    root_ = std::move(*root);
    const llvm::json::Array* const entries = root_.getAsArray();
    if (entries == nullptr) return Diagnostic{path_ + ": it is no list of commands"};
    for (const llvm::json::Value& value : *entries)
      if (!add(value.getAsObject()))
        return Diagnostic{fmt::format(R"({}: entry {} has no "file", or neither "arguments" nor "command")", path_,
                                      entries_.size() + 1)};
    return std::nullopt;
  }

  std::vector<const Entry*> of(const std::string& file) const {
    std::error_code unknown;
    const fs::path path = fs::absolute(file, unknown).lexically_normal();
    std::vector<const Entry*> found;
    for (const Entry& entry : entries_) {
      if (entry.file.filename() != path.filename()) continue;
      if (entry.file == path || fs::equivalent(entry.file, path, unknown)) found.push_back(&entry);
    }
    return found;
  }

  const std::string& path() const { return path_; }
  std::size_t size() const { return entries_.size(); }

 private:
  bool add(const llvm::json::Object* object) {
    if (object == nullptr || !object->getString("file")) return false;
    if (object->getArray("arguments") == nullptr && !object->getString("command")) return false;
    std::error_code unknown;
    const fs::path here = fs::absolute(path_, unknown).parent_path();
    const fs::path directory = (here / object->getString("directory").value_or("").str()).lexically_normal();
    entries_.push_back({.file = (directory / object->getString("file")->str()).lexically_normal(),
                        .directory = directory.string(),
                        .object = object});
    return true;
  }

  std::string path_;
  llvm::json::Value root_ = nullptr;
  std::vector<Entry> entries_;
};

bool isCompiled(const std::string& file) {
  const auto input = classify(file);
  return input && !input->preprocessed && (input->language == Language::C || input->language == Language::Cxx);
}

}  // namespace

std::vector<std::string> flagsOfCommand(const std::vector<std::string>& command, const std::string& directory) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (isWhole(word)) flags.push_back(word);
    const Known* const known = knownFlag(word);
    if (known == nullptr) continue;
    if (known->kind == Known::Alone) {
      flags.push_back(word);
      continue;
    }
    std::string value = word.substr(known->flag.size());
    const bool isApart = value.empty();
    if (isApart && i + 1 == command.size()) break;
    if (isApart) {
      // CMake hands over precompiled headers as -Xclang -include -Xclang FILE.
      if (command[i + 1] == "-Xclang" && i + 2 < command.size()) ++i;
      value = command[++i];
    }
    if (value.starts_with('=')) value.erase(0, 1);  // --sysroot=
    if (known->kind != Known::Value) value = absolute(value, directory, known->kind == Known::File);
    if (known->flag.size() == 2) {
      flags.push_back(std::string(known->flag) + value);
    } else {
      flags.emplace_back(known->flag);
      flags.push_back(value);
    }
  }
  return flags;
}

Result<FromDatabase> flagsFromDatabase(const std::string& database, const std::vector<std::string>& files) {
  Database commands;
  if (auto problem = commands.open(database)) return std::move(*problem);
  FromDatabase result;
  for (const std::string& file : files) {
    if (!isCompiled(file)) continue;
    const std::vector<const Entry*> found = commands.of(file);
    if (found.empty())
      return Diagnostic{
          fmt::format("{} is not among the {} commands of {}: let the build compile it, or leave -p away "
                      "and give its flags",
                      file, commands.size(), commands.path())};
    if (found.size() > 1)
      result.notes.push_back(fmt::format("{} has {} commands for {}; the flags of the first are taken", commands.path(),
                                         found.size(), file));
    const Entry& entry = *found.front();
    auto words = wordsOf(*entry.object, entry.directory);
    if (!words) return Diagnostic{fmt::format("{}: {}", commands.path(), words.problem().message)};
    result.flagsOf[file] = flagsOfCommand(*words, entry.directory);
  }
  return result;
}

}  // namespace heddle::frontend
