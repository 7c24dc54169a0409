// heddle_loop_programs SPEC…: the programs of tests/programs that have loops,
// as they are and with what the transformations make of them.
//
//   B  purity, awaits and commuting updates, as `heddle check` does it
//   A  none of them, every loop of which the compiler does not know how often
//      it runs bounded by 1, 2, 4, … iterations
//
// Compared are the contents of all global variables at the end of complete
// executions, and violations by kind and place, all of them. Whatever A finds
// with some bound B must find (leaving out pure iterations changes no end and adds
// no iteration; unless B has an execution that does not end); what B finds A must find once the bound is large enough:
// at the latest with kLargestBound iterations. Deadlocks and livelocks are not compared: a loop as it is does not wait,
// it iterates until it is cut. Races count as one (which of the two accesses comes second may differ), and of programs
// that have one nothing else is compared: it stops the thread that observes it.
#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "check/explore_all.h"
#include "check/passes.h"
#include "cli/parse.h"
#include "explore/explorer.h"
#include "explore/registry.h"
#include "frontend/clang.h"
#include "frontend/inputs.h"
#include "frontend/link.h"
#include "loops/watched.h"
#include "runtime/native_program.h"
#include "transform/instrument.h"

namespace {

using namespace heddle;

constexpr unsigned kLargestBound = 32;
constexpr std::uint64_t kMostExecutions = 20'000;
constexpr unsigned kWatchEvery = 4;  // loops that do not end are found out after few iterations

struct Found {
  std::set<std::string> finals;  // the globals, byte by byte
  std::set<std::string> wrongs;
  bool races = false;
  bool isCut = false;
  bool isTooLong = false;  // an execution was: the search has left out others
  bool isLimited = false;
  bool hasLoops = false;
};

// The first of `few` that `all` has not.
const std::string* surplus(const std::set<std::string>& few, const std::set<std::string>& all) {
  for (const std::string& one : few)
    if (!all.contains(one)) return &one;
  return nullptr;
}

struct Spec {
  std::vector<std::string> arguments{"check"};
};

Spec read(const std::filesystem::path& file) {
  Spec spec;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != "program:" && word != "options:") continue;
    const bool isProgram = word == "program:";
    while (words >> word) spec.arguments.push_back(isProgram ? (file.parent_path() / word).string() : word);
  }
  return spec;
}

// Compiled once, and transformed in several ways.
class Subject {
 public:
  static Result<Subject> compile(const cli::CheckOptions& options) {
    Subject made(options);
    auto inputs = frontend::checkInputs(options.source.files);
    if (!inputs) return inputs.problem();
    made.inputs_ = std::move(*inputs);
    auto bitcode = frontend::compileToBitcode(made.inputs_, options.source.clangFlags, frontend::PchCache::ofUser());
    if (!bitcode) return bitcode.problem();
    made.bitcode_ = std::move(bitcode->ofInput);
    return made;
  }

  Result<Found> explore(const transform::LoopOptions& loops, bool commute) const {
    check::Plan plan{options_};
    plan.options.search = "optimal";
    plan.options.model = "sc";
    plan.options.keepGoing = true;
    if (!commute) plan.options.dependence = "read-write";
    plan.options.loops = loops;
    plan.options.loops.statistics = false;  // what is in memory at the end is compared
    plan.asked = plan.options;
    plan.watchEvery = kWatchEvery;
    Found found;
    auto pass = check::passes(plan, [&](const check::Plan& next) { return runPass(next, found); });
    if (!pass) return pass.problem();
    return found;
  }

  bool isComparable() const {
    return options_.loops.purity && options_.loops.awaits && !options_.loops.unroll && options_.boundExecutions == 0;
  }

 private:
  explicit Subject(const cli::CheckOptions& options) : options_(options) {}

  Result<check::Pass> runPass(const check::Plan& plan, Found& found) const {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = frontend::linkProgram(*context, inputs_, bitcode_);
    if (!module) return module.problem();
    transform::prepare(**module);
    auto info = transform::instrument(**module, check::loopsOf(plan));
    if (!info) return info.problem();
    transform::optimise(**module, nullptr);
    found = {};
    found.hasLoops = !info->loops.empty();
    auto program = runtime::load(std::move(context), std::move(*module), *info, plan.options.runtime);
    if (!program) return program.problem();
    check::Pass pass;
    pass.report.outcome = gather(**program, *check::makeSearch(plan.options, *info), *info, found);
    // Programs with loops that do not end are left out, not bounded; and so is the loop of std::lock, which takes long.
    using enum core::Assumption;
    const core::Outcome& outcome = pass.report.outcome;
    const bool isLeftOut =
        outcome.hasBroken(ShortExecutions) || outcome.hasBroken(LoopsEnd) || outcome.hasBroken(UnobservedLocks);
    if (!isLeftOut) pass.broken = outcome.broken;
    return pass;
  }

  static core::Outcome gather(core::Program& program, explore::Search& search, const core::ProgramInfo& info,
                              Found& found) {
    fuzz::Watched watched(program, [&](const core::Execution& execution) {
      found.isCut = found.isCut || execution.stop.has_value();
      found.isTooLong = found.isTooLong || (execution.end == core::End::Cut && !execution.stop->bounded);
      if (execution.end == core::End::Complete) found.finals.insert(contents(info));
    });
    explore::Limits limits;
    limits.boundExecutions = kMostExecutions;
    limits.stopAtFirst = false;
    core::Outcome outcome = explore::explore(watched, search, limits);
    found.isLimited = outcome.executions.total() >= kMostExecutions || outcome.verdict == core::Verdict::Refused;
    for (const core::Found& one : outcome.found) {
      const core::Site& site = info.sites[one.violation.site];
      const core::ViolationKind kind = one.violation.kind;
      if (kind == core::ViolationKind::Deadlock || kind == core::ViolationKind::Livelock) continue;
      found.races = found.races || kind == core::ViolationKind::DataRace;
      found.wrongs.insert(fmt::format("{} at {}:{}", core::name(kind), site.file, site.line));
    }
    return outcome;
  }

  static std::string contents(const core::ProgramInfo& info) {
    std::string all;
    for (const core::Global& global : info.globals)
      all.append(reinterpret_cast<const char*>(global.address), global.size);
    return all;
  }

  cli::CheckOptions options_;
  std::vector<frontend::Input> inputs_;
  std::vector<std::string> bitcode_;
};

enum class Answer { Agrees, Skipped, Disagrees };

Answer compare(const Subject& subject, std::string& why) {
  auto transformed = subject.explore({.rolledBack = true}, /*commute=*/true);
  if (!transformed || transformed->isLimited || transformed->isTooLong || !transformed->hasLoops)
    return Answer::Skipped;
  const Found& b = *transformed;
  for (unsigned bound = 1; bound <= kLargestBound; bound *= 2) {
    transform::LoopOptions loops;
    loops.purity = loops.awaits = false;
    loops.unroll = bound;
    auto asItIs = subject.explore(loops, /*commute=*/false);
    if (!asItIs) {
      why = asItIs.problem().message;
      return Answer::Disagrees;
    }
    const Found& a = *asItIs;
    if (a.isLimited) return Answer::Skipped;
    if (a.races && !b.races) {
      why = "the transformed program misses a race";
      return Answer::Disagrees;
    }
    if (b.races && a.races) return Answer::Agrees;
    if (!b.races) {
      const std::string* const wrong = surplus(a.wrongs, b.wrongs);
      if (wrong || surplus(a.finals, b.finals)) {
        why = "the transformed program misses " + (wrong ? *wrong : "a final state");
        return Answer::Disagrees;
      }
      if (!surplus(b.wrongs, a.wrongs) && !surplus(b.finals, a.finals)) return Answer::Agrees;
    }
    // A thread that spins for ever is cut with every bound.
    if (bound == kLargestBound && a.isCut && a.finals.empty() && a.wrongs.empty()) return Answer::Skipped;
    if (!a.isCut) break;
  }
  why = "the transformed program has more than the program as it is";
  return Answer::Disagrees;
}

}  // namespace

int main(int argc, char** argv) {
  unsigned agree = 0;
  unsigned disagree = 0;
  for (int i = 1; i < argc; ++i) {
    const cli::Command command = cli::parse(read(argv[i]).arguments);
    const auto* const options = std::get_if<cli::CheckOptions>(&command);
    if (options == nullptr) continue;
    auto subject = Subject::compile(*options);
    if (!subject || !subject->isComparable()) continue;
    std::string why;
    switch (compare(*subject, why)) {
      case Answer::Agrees: ++agree; break;
      case Answer::Skipped: break;
      case Answer::Disagrees: ++disagree; fmt::print("{}: {}\n", argv[i], why);
    }
  }
  fmt::print("{} programs with loops agree, {} do not\n", agree, disagree);
  return disagree == 0 && agree != 0 ? 0 : 1;
}
