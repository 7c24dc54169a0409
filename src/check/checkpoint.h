// The file of --checkpoint: how far a search is. It is there as long as something is left to explore.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "check/plan.h"
#include "explore/standing.h"

namespace heddle::check {

// Whether it can be written: nothing if so. What is no checkpoint is not written over.
std::optional<Diagnostic> cannotKeep(const std::string& file);

// As long as the plan lives.
class Checkpoint {
 public:
  // `program`: its fingerprint (frontend/fingerprint.h).
  Checkpoint(const Plan& plan, std::string program) : plan_(plan), program_(std::move(program)) {}

  // Now and then, if it was asked for. What cannot be written is written the next time.
  explore::Checkpoints checkpoints();
  std::optional<Diagnostic> write(const explore::Standing& now) const;
  // Nothing is left.
  void remove() const;
  // Of the last time; empty: nothing was wrong.
  std::string problem() const;

 private:
  const Plan& plan_;
  std::string program_;
  std::optional<Diagnostic> problem_;
};

}  // namespace heddle::check
