// An entry: a line that says what it is, its key, the hash of the rest, the report as bytes.
#include "check/many/answer_cache.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

#include "base/cache_directory.h"
#include "base/files.h"
#include "check/many/report_bytes.h"

namespace heddle::check {
namespace {

namespace fs = std::filesystem;

constexpr char kExtension[] = ".answer", kTemporary[] = ".tmp";
constexpr std::chrono::hours kAbandoned{1};

std::string hashOf(const std::string& bytes) {
  llvm::BLAKE3 hash;
  hash.update(bytes);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

// What an entry of this key begins with if it has these bytes.
std::string headOf(const std::string& key, const std::string& bytes) {
  return fmt::format("heddle answer 1\n{}\n{}\n", key, hashOf(bytes));
}

std::string pathOf(const std::string& directory, const std::string& key) {
  return (fs::path(directory) / (key + kExtension)).string();
}

}  // namespace

AnswerCache AnswerCache::ofUser() {
  const std::string user = userCacheDirectory();
  if (user.empty()) return {};
  auto cache = in((fs::path(user) / "answers").string());
  return cache ? *cache : AnswerCache();
}

Result<AnswerCache> AnswerCache::in(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!fs::is_directory(directory, error))
    return Diagnostic{fmt::format("cannot make the directory {} for answers", directory)};
  return AnswerCache(directory);
}

std::optional<report::Report> AnswerCache::find(const std::string& key) const {
  if (isOff()) return std::nullopt;
  const std::string path = pathOf(directory_, key);
  auto entry = readFile(path);
  if (!entry) return std::nullopt;
  const std::size_t size = headOf(key, "").size();
  if (entry->size() < size) return std::nullopt;
  const std::string bytes = entry->substr(size);
  if (!entry->starts_with(headOf(key, bytes))) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return reportFrom(bytes);
}

void AnswerCache::keep(const std::string& key, const report::Report& report) const {
  if (isOff()) return;
  const std::string path = pathOf(directory_, key);
  const std::string temporary = fmt::format("{}.{}{}", path, getpid(), kTemporary);
  const std::string bytes = toBytes(report);
  std::error_code error;
  const bool isWritten = !writeFile(temporary, headOf(key, bytes) + bytes);
  if (isWritten) fs::rename(temporary, path, error);
  if (!isWritten || error) fs::remove(temporary, error);
}

void AnswerCache::evict(const Bounds& bounds) const {
  if (isOff()) return;
  struct Entry {
    fs::file_time_type time;
    std::size_t bytes;
    fs::path path;
  };
  std::vector<Entry> kept;
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_, error)) {
    std::error_code gone;  // by another Heddle just now
    const fs::file_time_type time = entry.last_write_time(gone);
    const std::size_t bytes = gone ? 0 : entry.file_size(gone);
    if (gone) continue;
    if (entry.path().extension() == kExtension) kept.push_back({time, bytes, entry.path()});
    if (entry.path().extension() == kTemporary && now - time > kAbandoned) fs::remove(entry.path(), gone);
  }
  std::ranges::sort(kept, std::greater{}, &Entry::time);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    bytes += kept[i].bytes;
    if (i >= bounds.entries || bytes > bounds.bytes) fs::remove(kept[i].path, error);
  }
}

}  // namespace heddle::check
