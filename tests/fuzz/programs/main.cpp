// heddle_fuzz_programs N [--seed S] [--first I] [--jobs J] [--keep DIR] [--no-shrink] [--stop] [--show] [--verbose]
// [--guided | --bounded] [--meetings] | FILE…: random C and C++ programs, checked by default and with every reduction
// off.
//
// compare.h says what must agree, and why; random_source.h what the programs
// are. Each program on which something disagrees is made small and printed;
// exit code 1 if there was one.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "compare.h"
#include "random_source.h"
#include "shrink.h"
#include "verdict.h"

namespace {

using namespace heddle::fuzz::programs;

constexpr std::uint64_t kBatch = 128;  // programs that a process takes at a time

struct Options {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t jobs = 1;
  std::string keep;   // a directory for programs that disagree; empty: none
  bool show = false;  // only print the programs
  bool shrinks = true;
  bool stops = false;              // after the first finding
  std::vector<unsigned> ways;      // compare.h; empty: all
  bool isGuided = false;           // programs for these, too
  bool hasMeetings = false;        // only programs of that kind
  bool isVerbose = false;          // says why programs were compared in part only
  std::vector<std::string> files;  // to compare instead of random programs
};

// Of all processes.
struct Totals {
  std::atomic<std::uint64_t> programs, withWrongs, withLoops, compared, inconclusive;
  std::atomic<std::uint64_t> findings, notCompiled, tooLarge, unexplained;
};

void count(const Verdict& verdict, Totals& totals) {
  ++totals.programs;
  totals.withWrongs += verdict.hasWrongs;
  totals.withLoops += verdict.hasLoops;
  totals.compared += verdict.compared;
  totals.inconclusive += verdict.inconclusive;
  totals.findings += verdict.isFinding();
  totals.notCompiled += verdict.kind == Verdict::Kind::DoesNotCompile;
  totals.tooLarge += verdict.kind == Verdict::Kind::TooLarge;
  totals.unexplained += !verdict.unexplained.empty();
}

// In one piece, since several processes print.
void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void report(const std::string& name, const Source& source, const Verdict& verdict, const Options& options,
            Workplace& workplace) {
  print(fmt::format("{}: {}\n", name, verdict.what));
  Source small = source;
  std::vector<unsigned> only;
  if (verdict.kind == Verdict::Kind::Disagrees) only.push_back(verdict.way);
  if (options.shrinks)
    small = shrink(source, [&](const Source& candidate) {
      const Verdict again = workplace.judge(candidate, only);
      return again.isFinding() && again.sort == verdict.sort;
    });
  const std::string why = workplace.judge(small, only).what;
  print(fmt::format("made small: {}\n{}\n", why, text(small)));
  if (options.keep.empty()) return;
  std::ofstream file(std::filesystem::path(options.keep) / (name + (small.isCxx ? ".cpp" : ".c")));
  std::istringstream lines(why);
  for (std::string line; std::getline(lines, line);) file << "// " << line << "\n";
  file << text(small);
}

void runOne(std::uint64_t index, const Source& source, const std::optional<Translated>& program, const Options& options,
            Workplace& workplace, Totals& totals) {
  const std::string name = fmt::format("program-{}-of-seed-{}", index, options.seed);
  const Verdict verdict = workplace.judge(program, options.ways);
  count(verdict, totals);
  if (verdict.kind == Verdict::Kind::DoesNotCompile) print(fmt::format("{} does not compile\n", name));
  if (verdict.kind == Verdict::Kind::TooLarge) print(fmt::format("{} takes too long\n", name));
  if (!verdict.unexplained.empty()) print(fmt::format("{}: unexplained: {}\n", name, verdict.unexplained));
  if (options.isVerbose && !verdict.limits.empty()) print(fmt::format("{}: in part:\n{}\n", name, verdict.limits));
  if (verdict.isFinding()) report(name, source, verdict, options, workplace);
}

// Those from `begin` on.
void runBatch(std::uint64_t begin, std::uint64_t end, const Options& options, Workplace& workplace, Totals& totals) {
  std::vector<Source> sources;
  for (std::uint64_t index = begin; index < end; ++index) {
    const bool isAsserted = options.isGuided && index % 2 == 0;
    sources.push_back(options.hasMeetings ? meetingSource(options.seed, index)
                      : isAsserted        ? assertedSource(options.seed, index)
                                          : randomSource(options.seed, index));
    if (options.show) print(fmt::format("// program {} of seed {}\n{}\n", index, options.seed, text(sources.back())));
  }
  if (options.show) return;
  const std::vector<std::optional<Translated>> programs = workplace.translate(sources);
  for (std::uint64_t i = 0; i < sources.size() && !(options.stops && totals.findings != 0); ++i)
    runOne(begin + i, sources[i], programs[i], options, workplace, totals);
}

void runFiles(const Options& options, Workplace& workplace, Totals& totals) {
  for (const std::string& file : options.files) {
    std::ifstream in(file);
    const Source source = parse(in, !file.ends_with(".c"));
    const Verdict verdict = workplace.judge(source, options.ways);
    count(verdict, totals);
    if (!verdict.unexplained.empty()) print(fmt::format("{}: unexplained: {}\n", file, verdict.unexplained));
    if (!verdict.limits.empty()) print(fmt::format("{}: in part:\n{}\n", file, verdict.limits));
    if (verdict.isFinding())
      report(std::filesystem::path(file).stem(), source, verdict, options, workplace);
    else
      print(fmt::format("{}: {}\n", file, verdict.what.empty() ? "agrees" : verdict.what));
  }
}

int run(const Options& options) {
  void* const memory = mmap(nullptr, sizeof(Totals), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("heddle_fuzz_programs");
    return 2;
  }
  Totals& totals = *new (memory) Totals{};
  std::atomic<std::uint64_t>& next = *new (static_cast<char*>(memory) + sizeof(Totals)) std::atomic<std::uint64_t>{0};
  std::vector<pid_t> workers;
  for (std::uint64_t job = 0; job < options.jobs; ++job) {
    const pid_t child = fork();
    if (child != 0) {
      workers.push_back(child);
      continue;
    }
    {
      Workplace workplace;
      if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);  // what clang says of smaller programs
      if (!options.files.empty()) runFiles(options, workplace, totals);
      for (std::uint64_t i = next.fetch_add(kBatch); i < options.count; i = next.fetch_add(kBatch)) {
        if (options.stops && totals.findings != 0) break;
        const std::uint64_t begin = options.first + i;
        runBatch(begin, std::min(begin + kBatch, options.first + options.count), options, workplace, totals);
      }
    }
    _exit(0);
  }
  bool isFine = true;
  for (const pid_t worker : workers) {
    int status = 0;
    isFine = waitpid(worker, &status, 0) == worker && status == 0 && isFine;
  }
  if (options.show) return 0;
  print(fmt::format("{} programs, {} disagreements (seed {})\n", totals.programs.load(), totals.findings.load(),
                    options.seed));
  print(fmt::format("{} have violations, {} loops that a bound cuts; compared completely in {} ways, in part in {}\n",
                    totals.withWrongs.load(), totals.withLoops.load(), totals.compared.load(),
                    totals.inconclusive.load()));
  print(fmt::format("{} unexplained, {} took too long, {} did not compile\n", totals.unexplained.load(),
                    totals.tooLarge.load(), totals.notCompiled.load()));
  return isFine && totals.findings == 0 && totals.notCompiled == 0 && totals.programs != 0 ? 0 : 1;
}

bool parse(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    const bool hasValue = i + 1 < argc;
    if (option == "--programs") continue;
    if (option == "--show")
      options.show = true;
    else if (option == "--stop")
      options.stops = true;
    else if (option == "--no-shrink")
      options.shrinks = false;
    else if (option == "--guided")
      options.ways = guidedWays(), options.isGuided = true;
    else if (option == "--bounded")
      options.ways = boundedWays(), options.isGuided = true;
    else if (option == "--meetings")
      options.hasMeetings = true;
    else if (option == "--verbose")
      options.isVerbose = true;
    else if (option == "--keep" && hasValue)
      options.keep = argv[++i];
    else if (option == "--seed" || option == "--first" || option == "--jobs") {
      std::uint64_t& number = option == "--seed" ? options.seed : option == "--first" ? options.first : options.jobs;
      if (!hasValue || !parse(argv[++i], number)) return false;
    } else if (option.ends_with(".c") || option.ends_with(".cpp"))
      options.files.emplace_back(option);
    else if (!parse(option, options.count))
      return false;
  }
  return (options.count != 0) != !options.files.empty() && options.jobs != 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (parse(argc, argv, options)) return run(options);
  std::fprintf(
      stderr,
      "usage: heddle_fuzz_programs N [--seed S] [--first I] [--jobs J] [--keep DIR] [--no-shrink] [--stop] [--show] "
      "[--verbose] [--meetings]\n"
      "       heddle_fuzz_programs FILE…\n"
      "  N programs, beginning with number I (0) of the seed S (1), in J processes (1);\n"
      "  DIR gets those that disagree; --stop ends after the first of them; --show only prints the programs;\n"
      "  --meetings: they wait for each other by condition variables, semaphores and so on;\n"
      "  --verbose says why programs were compared in part only\n"
      "  FILE…: compare these instead\n");
  return 2;
}
