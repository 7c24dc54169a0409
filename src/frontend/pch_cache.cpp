#include "frontend/pch_cache.h"

#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/xxhash.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/cache_directory.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKept = 128;  // about 10 MB each
constexpr std::chrono::hours kAbandoned{1};

std::string temporaryPath(const Pch& pch) { return fmt::format("{}.{}.tmp", pch.path, getpid()); }
std::string dependenciesPath(const Pch& pch) { return fmt::format("{}.{}.d.tmp", pch.path, getpid()); }
std::string wordsPath(const std::string& pch) { return pch + ".words"; }

void remove(const std::string& pch) {
  std::error_code error;
  fs::remove(pch, error);
  fs::remove(wordsPath(pch), error);
}

std::optional<std::string> contentsOf(const std::string& file) {
  const auto text = llvm::MemoryBuffer::getFile(file);
  return text ? std::optional((*text)->getBuffer().str()) : std::nullopt;
}

// Stands for the compiler's version: asking it would cost a process start.
std::string stampOf(const std::string& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return {};
  return fmt::format("{}:{}:{}", info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

bool isHarmless(const std::string& flag) {
  if (flag.starts_with("-include") || flag.starts_with("-isystem") || flag.starts_with("-imacros")) return false;
  for (const char* prefix :
       {"-D", "-U", "-I", "-std=", "-stdlib=", "-W", "-f", "-g", "-O", "-m", "-l", "-L", "-pthread"}) {
    if (flag.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<std::string> userDirectories(const std::vector<std::string>& flags) {
  std::vector<std::string> directories;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-I" && i + 1 < flags.size()) {
      directories.push_back(flags[++i]);
    } else if (flags[i].starts_with("-I")) {
      directories.push_back(flags[i].substr(2));
    }
  }
  return directories;
}

// Whether a file there comes before one that the headers include. clang observes a changed file, but not a new one that
// hides it.
bool isAnyHidden(const HeaderWords& words, const std::vector<std::string>& directories) {
  const std::vector<std::string> names = words.included();
  return std::ranges::any_of(directories, [&](const std::string& directory) {
    return std::ranges::any_of(
        names, [&](const std::string& name) { return access((fs::path(directory) / name).c_str(), F_OK) == 0; });
  });
}

// "NAME=VALUE", "NAME(x)=VALUE", or what -U undefines.
bool isOfProgram(std::string_view macro, const HeaderWords& words) {
  if (macro.starts_with("_") || macro.starts_with("NDEBUG") || macro.starts_with("HEDDLE")) return false;
  return !words.contain(macro.substr(0, macro.find_first_of("=(")));
}

}  // namespace

std::vector<std::string> flagsOfLibrary(const std::vector<std::string>& flags, const HeaderWords& words) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool isMacro = flags[i].starts_with("-D") || flags[i].starts_with("-U");
    const bool isApart = isMacro && flags[i].size() == 2 && i + 1 < flags.size();
    if (isMacro && isOfProgram(isApart ? flags[i + 1] : flags[i].substr(2), words)) {
      i += isApart ? 1 : 0;
      continue;
    }
    kept.push_back(flags[i]);
    if (isApart) kept.push_back(flags[++i]);
  }
  return kept;
}

std::string pchName(const PchRequest& request) {
  std::error_code error;
  std::string all = "with included files" + request.clang + '\0' + stampOf(request.clang) + '\0';
  const auto isRelative = [](const std::string& directory) { return !directory.starts_with("/"); };
  if (std::ranges::any_of(userDirectories(request.flags), isRelative)) all += fs::current_path(error).string();
  all += '\0';
  for (const std::string& header : request.headers) all += header + '\0';
  all += '\0';
  for (const std::string& flag : request.flags) {
    if (!flag.ends_with("color-diagnostics")) all += flag + '\0';
  }
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits({reinterpret_cast<const std::uint8_t*>(all.data()), all.size()});
  return fmt::format("{:016x}{:016x}.pch", hash.high64, hash.low64);
}

bool pchSafe(const std::vector<std::string>& userFlags, const std::vector<std::string>& headers) {
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
    if (std::getenv(variable) != nullptr) return false;
  }
  for (std::size_t i = 0; i < userFlags.size(); ++i) {
    if (!isHarmless(userFlags[i])) return false;
    if (userFlags[i] == "-I" || userFlags[i] == "-D" || userFlags[i] == "-U") ++i;
  }
  // Of what these include, PchCache::find asks.
  const auto hides = [&](const std::string& directory) {
    std::error_code error;
    return std::ranges::any_of(headers,
                               [&](const std::string& h) { return fs::exists(fs::path(directory) / h, error); });
  };
  return std::ranges::none_of(userDirectories(userFlags), hides);
}

PchCache PchCache::ofUser() { return PchCache(userCacheDirectory()); }

std::optional<Pch> PchCache::find(const PchRequest& compilation) const {
  if (directory_.empty() || compilation.headers.empty()) return std::nullopt;
  HeaderWords words;
  while (true) {
    PchRequest request = compilation;
    request.flags = flagsOfLibrary(compilation.flags, words);
    Pch pch{request.headers, request.flags, (fs::path(directory_) / pchName(request)).string(), false};
    const auto read = contentsOf(wordsPath(pch.path));
    if (!read || access(pch.path.c_str(), R_OK) != 0) return pch;
    words.add(HeaderWords(*read));
    if (flagsOfLibrary(compilation.flags, words) != pch.flags) continue;  // a header with more flags
    if (isAnyHidden(words, userDirectories(compilation.flags))) return std::nullopt;
    pch.present = true;
    std::error_code error;
    fs::last_write_time(pch.path, fs::file_time_type::clock::now(), error);
    return pch;
  }
}

Command PchCache::buildCommand(const Pch& pch, const std::string& clang) const {
  Command command;
  command.arguments.push_back(clang);
  command.arguments.insert(command.arguments.end(), pch.flags.begin(), pch.flags.end());
  for (const char* flag : {"-fpch-instantiate-templates", "-w", "-MD", "-MF"}) command.arguments.emplace_back(flag);
  command.arguments.push_back(dependenciesPath(pch));
  for (const char* flag : {"-x", "c++-header", "-", "-o"}) command.arguments.emplace_back(flag);
  command.arguments.push_back(temporaryPath(pch));
  for (const std::string& header : pch.headers) command.input += fmt::format("#include <{}>\n", header);
  return command;
}

bool PchCache::publish(const Pch& pch, bool built) const {
  std::error_code error;
  const auto dependencies = contentsOf(dependenciesPath(pch));
  const auto words = built && dependencies ? HeaderWords::ofDependencies(*dependencies) : std::nullopt;
  bool isThere = false;
  if (words) {
    // The words first: without them nobody uses the header.
    std::ofstream(dependenciesPath(pch)) << words->lines();
    fs::rename(dependenciesPath(pch), wordsPath(pch.path), error);
    if (!error) fs::rename(temporaryPath(pch), pch.path, error);
    isThere = !error;
  }
  fs::remove(temporaryPath(pch), error);
  fs::remove(dependenciesPath(pch), error);
  return isThere;
}

void PchCache::discard(const Pch& pch) const { remove(pch.path); }

void PchCache::evict() const {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  const auto now = fs::file_time_type::clock::now();
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_, error)) {
    std::error_code ignored;
    const fs::file_time_type time = entry.last_write_time(ignored);
    if (ignored) continue;  // another Heddle removed it just now
    if (entry.path().extension() == ".pch") kept.emplace_back(time, entry.path());
    if (entry.path().extension() == ".tmp" && now - time > kAbandoned) fs::remove(entry.path(), ignored);
  }
  std::ranges::sort(kept, std::greater{});
  for (std::size_t i = kKept; i < kept.size(); ++i) remove(kept[i].second.string());
}

LatePch::LatePch(const PchCache& cache, const Pch& pch, const std::string& clang, MustStop mustStop)
    : cache_(cache), pch_(pch), build_(cache.buildCommand(pch, clang), std::move(mustStop)) {}

LatePch::~LatePch() {
  cache_.publish(pch_, build_.outcome().succeeded());
  cache_.evict();
}

bool rejectedPch(const Outcome& outcome) {
  if (outcome.succeeded()) return false;
  if (outcome.status != 1) return true;  // clang crashed over it
  for (const char* phrase : {"PCH file", "AST file", "precompiled header", "precompiled file"}) {
    if (outcome.errors.find(phrase) != std::string::npos) return true;
  }
  return false;
}

}  // namespace heddle::frontend
