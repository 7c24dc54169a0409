#include "base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle {
namespace {

std::string systemError(const std::string& path, int error) { return path + ": " + std::strerror(error); }

}  // namespace

Result<std::string> readFile(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return Diagnostic{path + ": is a directory"};
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return Diagnostic{systemError(path, errno)};
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) return Diagnostic{path + ": cannot be read"};
  return text.str();
}

std::optional<Diagnostic> cannotWrite(const std::string& path) {
  if (path == "-") return std::nullopt;
  std::error_code ignored;
  const bool existed = std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
  errno = 0;
  const std::ofstream out(path, std::ios::app);
  if (!out) return Diagnostic{systemError(path, errno)};
  if (!existed) std::filesystem::remove(path, ignored);
  return std::nullopt;
}

std::optional<Diagnostic> writeFile(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (out) return std::nullopt;
  return Diagnostic{systemError(path, errno)};
}

std::optional<Diagnostic> replaceFile(const std::string& path, const std::string& text) {
  std::error_code missing;
  const auto kind = std::filesystem::symlink_status(path, missing).type();
  // Neither a device nor a link is replaced by a file.
  if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found)
    return writeFile(path, text);
  const std::string temporary = path + ".new";
  std::error_code error;
  if (auto problem = writeFile(temporary, text)) {
    std::filesystem::remove(temporary, error);
    return problem;
  }
  std::filesystem::rename(temporary, path, error);
  if (!error) return std::nullopt;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  return Diagnostic{systemError(path, error.value())};
}

}  // namespace heddle
