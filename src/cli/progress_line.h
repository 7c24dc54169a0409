// What a command says on standard error while it runs: on a terminal a line that changes, elsewhere one now and then,
// and none at all with --quiet.
#pragma once

#include <chrono>
#include <string>

#include "check/outside.h"
#include "cli/options.h"

namespace heddle::cli {

class ProgressLine {
 public:
  explicit ProgressLine(const OutputOptions& output);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Makes the check tell this line, which must live as long.
  void follow(check::Outside& outside);
  // Something else is printed next.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Where { Nowhere, Terminal, Elsewhere };

  void show(const std::string& text);
  // Whether it is time to.
  bool isDue() const;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }
  std::string afterRestart() const;

  Where where_;
  Clock::time_point begun_ = Clock::now();
  double shownAt_ = 0;
  bool isShown_ = false;  // and has to be cleared
  std::string phase_;
  std::string restart_;  // why the last one was; empty: there was none
};

// "1,200 executions, 45,000/s · about 3 % of 40,000, 12 s left".
std::string progressText(const explore::Progress& progress);

}  // namespace heddle::cli
