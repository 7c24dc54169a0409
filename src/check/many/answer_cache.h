// Answers of checks, kept in a directory for those that have the same key (answer_key.h).
//
// The cache only ever saves time. A directory that is not there or full, an entry that is damaged or of another
// version, or another Heddle at work in the same directory cost at most the time that was to be saved.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "report/report.h"

namespace heddle::check {

class AnswerCache {
 public:
  // What is kept.
  struct Bounds {
    std::size_t entries = 10'000;
    std::size_t bytes = std::size_t{256} << 20;
  };

  AnswerCache() = default;  // keeps nothing
  explicit AnswerCache(std::string directory) : directory_(std::move(directory)) {}

  // In ${XDG_CACHE_HOME:-~/.cache}/heddle/answers; keeps nothing if one cannot write there.
  static AnswerCache ofUser();
  // In that directory, which is made if it is not there.
  static Result<AnswerCache> in(const std::string& directory);

  bool isOff() const { return directory_.empty(); }

  // It counts as used just now.
  std::optional<report::Report> find(const std::string& key) const;
  // In one step: nobody ever sees half an entry.
  void keep(const std::string& key, const report::Report& report) const;
  // Drops what was used longest ago beyond the bounds, and what killed runs have left.
  void evict(const Bounds& bounds) const;
  void evict() const { evict(Bounds()); }

 private:
  std::string directory_;  // empty: there is none
};

}  // namespace heddle::check
