#include "base/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle {
namespace {

std::string systemError(const std::string& path, int error) { return path + ": " + std::strerror(error); }

// A file or a folder, to the disk.
std::optional<Diagnostic> flush(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Diagnostic{systemError(path, errno)};
  const bool isDone = fsync(file) == 0 || errno == EINVAL;  // of a file system that has no disk
  const int why = errno;
  close(file);
  return isDone ? std::nullopt : std::optional(Diagnostic{systemError(path, why)});
}

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
  auto problem = writeFile(temporary, text);
  if (!problem) problem = flush(temporary);
  if (problem) {
    if (std::filesystem::is_regular_file(temporary, error)) std::filesystem::remove(temporary, error);
    return problem;
  }
  std::filesystem::rename(temporary, path, error);
  if (!error) return flush(std::filesystem::absolute(path, missing).parent_path());
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  return Diagnostic{systemError(path, error.value())};
}

}  // namespace heddle
