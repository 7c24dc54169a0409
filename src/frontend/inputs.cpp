#include "frontend/inputs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace heddle::frontend {
namespace {

struct Extension {
  std::string_view suffix;
  Language language;
  bool preprocessed;
};

constexpr Extension kExtensions[] = {
    {".c", Language::C, false},     {".i", Language::C, true},         {".cc", Language::Cxx, false},
    {".cpp", Language::Cxx, false}, {".cxx", Language::Cxx, false},    {".C", Language::Cxx, false},
    {".c++", Language::Cxx, false}, {".cp", Language::Cxx, false},     {".CPP", Language::Cxx, false},
    {".ii", Language::Cxx, true},   {".bc", Language::Bitcode, false}, {".ll", Language::Assembly, false}};

std::optional<Diagnostic> whyUnreadable(const std::string& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) {
    return Diagnostic{fmt::format("cannot open {}: {}", file, std::strerror(errno))};
  }
  if (S_ISDIR(info.st_mode)) {
    return Diagnostic{fmt::format("{} is a directory: name the source files of one program", file)};
  }
  if (access(file.c_str(), R_OK) != 0) {
    return Diagnostic{fmt::format("cannot read {}: {}", file, std::strerror(errno))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Input> classify(std::string_view file) {
  const std::size_t slash = file.find_last_of('/');
  const std::string_view name = slash == std::string_view::npos ? file : file.substr(slash + 1);
  const std::size_t dot = name.find_last_of('.');
  if (dot == std::string_view::npos) return std::nullopt;
  for (const Extension& row : kExtensions) {
    if (row.suffix == name.substr(dot)) return Input{std::string(file), row.language, row.preprocessed};
  }
  return std::nullopt;
}

Result<std::vector<Input>> checkInputs(const std::vector<std::string>& files) {
  if (files.empty()) return Diagnostic{"no input file: name the source files of one program"};
  std::vector<Input> inputs;
  for (const std::string& file : files) {
    if (auto problem = whyUnreadable(file)) return *problem;
    std::optional<Input> input = classify(file);
    if (!input) {
      return Diagnostic{fmt::format(
          "{}: unknown kind of file; Heddle takes C (.c .i), C++ (.cc .cpp .cxx .c++ .C .ii) and LLVM (.bc .ll)",
          file)};
    }
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

}  // namespace heddle::frontend
