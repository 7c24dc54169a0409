#include "cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "report/about.h"
#include "report/unicode.h"

namespace heddle::cli {
namespace {

// Quick answers need no line. Who reads a file wants few.
constexpr double kFirstOnTerminal = 0.3, kEveryOnTerminal = 0.15;
constexpr double kEveryElsewhere = 10;

}  // namespace

std::string progressText(const explore::Progress& progress) {
  const auto done = static_cast<double>(progress.executions);
  std::string text = fmt::format("{} execution{}, {}/s", report::grouped(progress.executions),
                                 progress.executions == 1 ? "" : "s", report::aboutNumber(progress.rate()));
  if (!progress.estimate || progress.rate() <= 0) return text;
  const double all = progress.estimate->executions;
  if (all <= done) return text + " · more than was estimated";
  const double pace = done / progress.seconds;  // with what runs beside it
  return text + fmt::format(" · {}, {} left", report::aboutShare(done, all), report::aboutTime((all - done) / pace));
}

ProgressLine::ProgressLine(const OutputOptions& output)
    : where_(output.quiet                 ? Where::Nowhere
             : isatty(STDERR_FILENO) != 0 ? Where::Terminal
                                          : Where::Elsewhere) {}

void ProgressLine::follow(check::Outside& outside) {
  if (where_ == Where::Nowhere) return;
  outside.phase = [this](const std::string& phase) {
    phase_ = phase;
    if (where_ == Where::Terminal && seconds() >= kFirstOnTerminal) show(phase_ + afterRestart());
  };
  outside.tick = [this] {
    if (isDue()) show(phase_ + afterRestart());
  };
  outside.restart = [this](core::Assumption assumption) { restart_ = core::name(assumption); };
  outside.progress = [this](const explore::Progress& progress) {
    if (progress.restart) restart_ = core::name(*progress.restart);
    if (isDue()) show(progressText(progress) + afterRestart());
  };
  outside.progressEnds = [this] { clear(); };
}

bool ProgressLine::isDue() const {
  if (where_ == Where::Elsewhere) return seconds() - shownAt_ >= kEveryElsewhere;
  return seconds() >= kFirstOnTerminal && seconds() - shownAt_ >= kEveryOnTerminal;
}

std::string ProgressLine::afterRestart() const {
  const std::string time = fmt::format(" · {:.0f} s", seconds());
  return restart_.empty() ? time : fmt::format("{}, restarted since {} does not hold", time, restart_);
}

void ProgressLine::show(const std::string& text) {
  shownAt_ = seconds();
  if (where_ == Where::Elsewhere) {
    put(stderr, "heddle: " + text + "\n");
    return;
  }
  put(stderr, "\r  " + text + "\x1b[K");
  std::fflush(stderr);
  isShown_ = true;
}

void ProgressLine::clear() {
  if (isShown_) put(stderr, "\r\x1b[K");
  isShown_ = false;
}

}  // namespace heddle::cli
