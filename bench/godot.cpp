// Tables I and II of "Awaiting for Godot" (FMCAD 2022): the four columns on
// programs written from the published algorithms, for Heddle and, where it is
// installed, for Nidhugg on the same file.
//
// A figure is complete + other executions: blocked, cut by a bound, livelocked,
// redundant. The paper does not print its programs, so its figures are a guide;
// what counts is that Heddle never explores more than Nidhugg.
#include <fmt/format.h>

#include <array>

#include "figures.h"
#include "measure.h"
#include "peers.h"
#include "rows.h"

namespace heddle::bench {
namespace {

constexpr std::size_t kColumns = 4;
constexpr std::size_t kBaseline = 0;
constexpr const char* kColumnNames[kColumns] = {"baseline", "purity", "+ await", "+ commute"};
// The paper's features only: Nidhugg has nothing like these.
const std::vector<std::string> kNotInPaper = {"--without",
                                              "dynamic-purity,zero-net-effect,rolled-back,statistics,group-locks"};
const std::vector<std::string> kHeddleFlags[kColumns] = {
    {"--without", "purity,await,commute"}, {"--without", "await,commute"}, {"--without", "commute"}, {}};
const std::vector<std::string> kNidhuggFlags[kColumns] = {
    {"-no-partial-loop-purity", "-no-assume-await", "-no-commute-rmws"},
    {"-no-assume-await", "-no-commute-rmws"},
    {"-no-commute-rmws"},
    {}};

constexpr const char* kSeconds = "60";  // for one figure

struct Subject {
  const char* name;
  const char* program;
  std::vector<std::string> flags;
  const char* paper[kColumns];
  // How many iterations a loop may run; 0: all that it wants. The paper bounds most
  // programs by the number of threads.
  unsigned iterations = 0;
  bool boundsBaselineOnly = true;
  std::vector<std::string> baselineFlags = {};
  // Nidhugg sees nothing pure there: it is compared with Heddle without purity.
  bool isPureForHeddleOnly = false;
  // Nidhugg misses executions in the last column (docs/benchmarks.md), which is not compared.
  bool nidhuggMissesSome = false;
};

const std::vector<Subject>& shortSubjects() {
  static const std::vector<Subject> kSubjects{
      {"mcslock(3)", "mcslock", {"-DN=3"}, {"336+426", "336+426", "336+72", "336+72"}},
      {"mcslock(4)", "mcslock", {"-DN=4"}, {"26,232+33,432", "26,232+33,432", "26,232+4,824", "26,232+4,824"}},
      {"twalock(3)", "twalock", {"-DN=3"}, {"96+90", "96+90", "96+0", "96+0"}},
      {"twalock(4)", "twalock", {"-DN=4"}, {"6,144+7,224", "6,144+7,224", "6,144+0", "6,144+0"}},
      {"mutex-musl(2)", "mutex_musl", {"-DN=2"}, {"20+2", "20+2", "20+0", "20+0"}},
      {"mutex(2)", "mutex", {"-DN=2"}, {"12+2", "12+2", "12+0", "10+0"}},
      {"linuxrwlocks(2)", "linuxrwlocks", {"-DN=2"}, {"", "", "", ""}, 3, false, {}, false, true},
      {"ttaslock(3)", "ttaslock", {"-DN=3"}, {"162+183", "36+81", "36+0", "36+0"}, 3},
      {"ttaslock(4)", "ttaslock", {"-DN=4"}, {"20,760+29,440", "576+2,308", "576+0", "576+0"}, 4},
      {"seqlock(3)", "seqlock", {"-DN=3"}, {"147+230", "9+83", "9+36", "9+36"}, 3},
      {"mpmc-queue(3)", "mpmc_queue", {"-DN=3"}, {"11,206+8,188", "166+840", "166+517", "76+421"}, 3},
      {"ms-queue(3)", "ms_queue", {"-DN=3"}, {"901+374", "901+374", "901+374", "901+374"}, 3},
      {"treiber-stack(2)", "treiber_stack", {"-DN=2"}, {"", "", "", ""}, 2},
      {"treiber-ptr(2)", "treiber_pointers", {"-DN=2"}, {"", "", "", ""}, 2, true, {}, true},
      {"sortnet(4)", "sortnet", {"-DN=4"}, {"1+728", "1+312", "1+0", "1+0"}, 0, true, {"-DONE_ROUND"}},
      {"sortnet(5)", "sortnet", {"-DN=5"}, {"1+15,231", "1+4,517", "1+0", "1+0"}, 0, true, {"-DONE_ROUND"}},
      {"safestack-21", "safestack", {"-DOPS=21"}, {"119+6", "34+2", "34+1", "19+1"}, 3},
      {"safestack-31", "safestack", {"-DOPS=31"}, {"928+107", "103+27", "103+25", "56+25"}, 3},
      {"safestack-32", "safestack", {"-DOPS=32"}, {"7,189+296", "1,073+27", "1,073+12", "463+12"}, 3},
      {"safestack-33", "safestack", {"-DOPS=33"}, {"121,334+12,652", "6,434+1,636", "6,434+1,584", "2,600+1,160"}, 3},
  };
  return kSubjects;
}

const std::vector<Subject>& longSubjects() {
  static const std::vector<Subject> kSubjects{
      {"mutex-musl(3)",
       "mutex_musl",
       {"-DN=3"},
       {"25,146+93,000", "25,146+93,000", "25,146+81,972", "14,736+36,846"},
       3,
       false},
      {"mutex(3)", "mutex", {"-DN=3"}, {"9,486+1,236", "6,582+1,188", "6,582+336", "3,618+312"}, 3, false},
      {"linuxrwlocks(3)",
       "linuxrwlocks",
       {"-DN=3"},
       {"38,033+31,993", "38,033+31,993", "38,033+0", "3,840+0"},
       3,
       false,
       {},
       false,
       true},
      {"seqlock(4)", "seqlock", {"-DN=4"}, {"87,980+104,583", "88+2,769", "88+729", "88+729"}, 4},
      {"treiber-stack(3)", "treiber_stack", {"-DN=3"}, {"426+0", "274+80", "274+60", "274+60"}, 3},
      {"sortnet(6)", "sortnet", {"-DN=6"}, {"1+163,292", "1+38,285", "1+0", "1+0"}, 0, true, {"-DONE_ROUND"}},
      {"safestack-211", "safestack", {"-DOPS=211"}, {"1,259,280+324,382", "2,690+1,126", "2,690+928", "962+686"}, 3},
  };
  return kSubjects;
}

using Figures = std::array<std::optional<Figure>, kColumns>;  // nothing: not within the time, or refused

Workload workloadOf(const Subject& subject, std::size_t column) {
  Workload workload{fmt::format("godot/{}.c", subject.program), subject.flags};
  if (column == kBaseline)
    workload.flags.insert(workload.flags.end(), subject.baselineFlags.begin(), subject.baselineFlags.end());
  return workload;
}

bool isBounded(const Subject& subject, std::size_t column) {
  return subject.iterations > 0 && (column == kBaseline || !subject.boundsBaselineOnly);
}

std::optional<Figure> heddleFigure(const Subject& subject, std::size_t column, std::vector<std::string> options = {}) {
  options.insert(options.end(), {"--plain", "interleave"});
  options.insert(options.end(), kNotInPaper.begin(), kNotInPaper.end());
  options.insert(options.end(), kHeddleFlags[column].begin(), kHeddleFlags[column].end());
  if (isBounded(subject, column)) options.insert(options.end(), {"--unroll", std::to_string(subject.iterations)});
  return figureOf(workloadOf(subject, column), options, kSeconds);
}

std::optional<double> countIn(const std::string& output, const std::string& countedAs) {
  const std::size_t at = output.find(countedAs);
  if (at == std::string::npos) return std::nullopt;
  return std::strtod(output.c_str() + at + countedAs.size(), nullptr);
}

std::optional<Figure> nidhuggFigure(const Subject& subject, std::size_t column) {
  const IrFile ir(workloadOf(subject, column));
  const ScratchFolder folder;
  const std::string transformed = folder.path() + "/transformed.ll";
  std::vector<std::string> transform{"nidhugg", "-sc", "-optimal"};
  transform.insert(transform.end(), kNidhuggFlags[column].begin(), kNidhuggFlags[column].end());
  std::vector<std::string> explore{"timeout", kSeconds};
  explore.insert(explore.end(), transform.begin(), transform.end());
  // Its N counts how often a loop begins, so that the last of N cannot iterate.
  if (isBounded(subject, column)) transform.push_back(fmt::format("-unroll={}", subject.iterations + 1));
  transform.insert(transform.end(), {"-transform", transformed, ir.path()});
  runChild(transform);
  explore.insert(explore.end(), {"-keep-going", transformed});
  const ChildRun run = runChild(explore);
  const auto complete = countIn(run.output, "Trace count: ");
  // An error: it does not accept the program, since all of them are correct.
  if (!complete || run.output.find("Error detected") != std::string::npos) return std::nullopt;
  return Figure{*complete, countIn(run.output, "Assume-blocked trace count: ").value_or(0) +
                               countIn(run.output, "Await-blocked trace count: ").value_or(0)};
}

struct Comparison {
  unsigned figures = 0;
  unsigned unanswered = 0;  // by Nidhugg
  unsigned moreComplete = 0;
  unsigned moreOthers = 0;
};

void compare(const Subject& subject, const Figures& heddle, const Figures& nidhugg, Comparison& comparison) {
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (subject.nidhuggMissesSome && i + 1 == kColumns) continue;
    if (!nidhugg[i]) {
      ++comparison.unanswered;
      continue;
    }
    ++comparison.figures;
    comparison.moreComplete += !heddle[i] || heddle[i]->complete > nidhugg[i]->complete ? 1 : 0;
    comparison.moreOthers += !heddle[i] || heddle[i]->others > nidhugg[i]->others ? 1 : 0;
  }
}

std::string lineOf(const std::string& name, const std::string& whose, const Figures& figures) {
  std::string line = fmt::format("{:<17} {:<8}", name, whose);
  for (const auto& figure : figures) line += fmt::format(" {:>17}", figure ? figure->text() : "no answer");
  return line;
}

void measureSubject(const Subject& subject, Comparison& comparison, std::vector<Line>& lines) {
  Figures heddle, nidhugg;
  for (std::size_t i = 0; i < kColumns; ++i) heddle[i] = heddleFigure(subject, i);
  std::string paper = fmt::format("{:<17} {:<8}", subject.name, "paper");
  for (const char* const figure : subject.paper) paper += fmt::format(" {:>17}", figure);
  paper.erase(paper.find_last_not_of(' ') + 1);
  lines.push_back({paper, std::nullopt});
  lines.push_back({lineOf("", "Heddle", heddle), std::nullopt});
  if (!isInstalled("nidhugg")) return;
  for (std::size_t i = 0; i < kColumns; ++i) nidhugg[i] = nidhuggFigure(subject, i);
  lines.push_back({lineOf("", "Nidhugg", nidhugg) + (subject.nidhuggMissesSome ? "  misses some" : ""), std::nullopt});
  if (subject.isPureForHeddleOnly) {
    for (std::size_t i = 0; i < kColumns; ++i) heddle[i] = heddleFigure(subject, i, {"--without", "purity"});
    lines.push_back({lineOf("  without purity", "Heddle", heddle), std::nullopt});
  }
  compare(subject, heddle, nidhugg, comparison);
}

std::vector<Line> measureSubjects(const std::vector<Subject>& subjects) {
  std::vector<Line> lines;
  std::string head = fmt::format("{:<26}", "complete + others");
  for (const char* const name : kColumnNames) head += fmt::format(" {:>17}", name);
  lines.push_back({head, std::nullopt});
  Comparison comparison;
  for (const Subject& subject : subjects) measureSubject(subject, comparison, lines);
  if (comparison.figures == 0) {
    lines.push_back({"figures above Nidhugg's", std::nullopt, Unit::Count, std::nullopt,
                     comparison.unanswered > 0 ? "nidhugg answers none" : "nidhugg is not installed"});
    return lines;
  }
  const std::string of = ofAnswered(comparison.figures, comparison.unanswered);
  lines.push_back({"figures with more complete executions than Nidhugg's", static_cast<double>(comparison.moreComplete),
                   Unit::Count, exactly(0), of});
  lines.push_back({"figures with more others than Nidhugg's", static_cast<double>(comparison.moreOthers), Unit::Count,
                   exactly(0), of});
  return lines;
}

// One core, as a user runs it; nothing is compared but the time.
Line safestack(const std::string& what, const std::vector<std::string>& flags, int status, double seconds,
               const std::string& paper) {
  std::vector<std::string> command{HEDDLE_TOOL,  "check",        "-j",           "1",    "--quiet",  "--plain",
                                   "interleave", "--no-shorten", "--time-limit", "1200", "-DOPS=331"};
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(programFile("godot/safestack.c"));
  const ChildRun run = runChild(command);
  if (run.status != status) throw std::runtime_error(fmt::format("{}: exit code {}", what, run.status));
  return {what, run.cpuSeconds, Unit::Seconds, atMost(seconds), paper};
}

}  // namespace

std::vector<Line> measureGodot() { return measureSubjects(shortSubjects()); }

std::vector<Line> measureGodotLong() {
  std::vector<Line> lines = measureSubjects(longSubjects());
  lines.push_back(safestack("safestack-331: the bug is found", {"-DGIVES_UP"}, 1, 60, "the paper: 8 minutes"));
  lines.push_back(
      // The bug shows as a livelock too, which nothing needs to check.
      safestack("safestack-331: all executions, unchecked", {"-DUNCHECKED", "--keep-going"}, 1, 180,
                "the paper: 24 minutes"));
  lines.push_back(safestack("safestack-331, mended", {"-DFIXED"}, 0, 180, ""));
  return lines;
}

}  // namespace heddle::bench
