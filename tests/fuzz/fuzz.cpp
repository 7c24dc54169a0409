// heddle_fuzz N [--loops | --attempts | --locks | --splits | --model M] [--seed S]: what must agree, on N random
// programs.
//
//   scripts  the searches against brute force (unit/support/compare.h)
//   --model  searches on execution graphs against brute force (unit/support/graph_compare.h)
//   --locks  scripts full of locks, under all models: awamoche against trust
//            (unit/support/optimisations_compare.h)
//   --splits scripts whose search on execution graphs is split again and again, against the search in one piece
//            (unit/support/split_compare.h)
//   --loops  programs with loops, as they are and with what the transformations
//            make of them, through the whole pipeline (loops/compare.h)
//   --attempts  the same, of those only that add and take it back
//
// The first program on which something disagrees is made small and printed as
// the source text that builds it; exit code 1.
//
// The programs of different seeds are independent, so that several processes
// can share the work. They run in a child process: an internal check that
// fails, a crash or a search that does not end is a finding like any other.
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "loops/compare.h"
#include "loops/ir.h"
#include "loops/random_program.h"
#include "support/compare.h"
#include "support/graph_compare.h"
#include "support/optimisations_compare.h"
#include "support/split_compare.h"
#include "support/weak_script.h"

namespace {

using namespace heddle;

constexpr unsigned kSecondsForOne = 60;

// What the child process leaves behind.
struct Shared {
  std::uint64_t index;
  std::uint64_t inPart;      // too large to be compared in full
  std::uint64_t bounded;     // a bound was hit
  std::uint64_t rolledBack;  // additions that are rolled back waited
  char message[400];
};

struct Scripts {
  using Item = testing::Script;
  static constexpr const char* kOne = "script";
  static constexpr std::uint64_t kBetweenReports = 10'000;

  static Item make(std::uint64_t seed, std::uint64_t index) {
    // Larger ones now and then: they take most of the time.
    const std::uint64_t most = index % 50 == 0 ? 20'000 : index % 5 == 0 ? 2'000 : 300;
    return testing::randomScript(seed, index, {.maxInterleavings = most, .channels = true});
  }
  static std::optional<std::string> disagrees(const Item& script, Shared&) {
    if (auto wrong = testing::reductionDisagrees(script)) return wrong;
    if (auto wrong = testing::pruningDisagrees(script)) return wrong;
    if (testing::countInterleavings(script, 300)) return testing::naiveDisagrees(script);
    return std::nullopt;
  }
  static Item shrink(const Item& script, const std::function<bool(const Item&)>& fails) {
    return testing::shrink(script, fails);
  }
  static std::string text(const Item& script) { return testing::text(script); }
};

struct Loops {
  using Item = fuzz::Program;
  static constexpr const char* kOne = "program";
  static constexpr std::uint64_t kBetweenReports = 1000;

  static inline fuzz::About about = fuzz::About::Anything;

  static Item make(std::uint64_t seed, std::uint64_t index) { return fuzz::randomProgram(seed, index, about); }
  static std::optional<std::string> disagrees(const Item& program, Shared& shared) {
    fuzz::Comparison comparison = fuzz::compare(program);
    if (comparison.isTooLarge)
      ++shared.inPart;
    else if (!comparison.isExact)
      ++shared.bounded;
    if (comparison.hasRolledBack) ++shared.rolledBack;
    return std::move(comparison.wrong);
  }
  static Item shrink(const Item& program, const std::function<bool(const Item&)>& fails) {
    return fuzz::shrink(program, fails);
  }
  static std::string text(const Item& program) { return fuzz::irText(program); }
};

struct WeakScripts {
  using Item = testing::Script;
  static constexpr const char* kOne = "script";
  static constexpr std::uint64_t kBetweenReports = 1000;
  static constexpr testing::OracleLimits kLimits{.runs = 500, .combinations = 300'000, .candidates = 30'000};

  static inline std::vector<std::string_view> models;
  static inline std::string_view search = "trust";

  static Item make(std::uint64_t seed, std::uint64_t index) { return testing::randomWeakScript(seed, index); }
  static std::optional<std::string> disagrees(const Item& script, Shared& shared) {
    testing::GraphComparison comparison = testing::compareGraphs(script, search, models, kLimits);
    if (comparison.isTooLarge) ++shared.inPart;
    return std::move(comparison.wrong);
  }
  static Item shrink(const Item& script, const std::function<bool(const Item&)>& fails) {
    return testing::shrink(script, fails);
  }
  static std::string text(const Item& script) { return testing::text(script); }
};

struct Locks {
  using Item = testing::Script;
  static constexpr const char* kOne = "script";
  static constexpr std::uint64_t kBetweenReports = 1000;

  static Item make(std::uint64_t seed, std::uint64_t index) { return testing::randomLocks(seed, index); }
  static std::optional<std::string> disagrees(const Item& script, Shared&) {
    std::string wrong = testing::compareRemedies(script);
    return wrong.empty() ? std::nullopt : std::optional(std::move(wrong));
  }
  static Item shrink(const Item& script, const std::function<bool(const Item&)>& fails) {
    return testing::shrink(script, fails);
  }
  static std::string text(const Item& script) { return testing::text(script); }
};

struct Splits {
  using Item = testing::Script;
  static constexpr const char* kOne = "script";
  static constexpr std::uint64_t kBetweenReports = 1000;

  static Item make(std::uint64_t seed, std::uint64_t index) {
    switch (index % 3) {
      case 0: return testing::randomLocks(seed, index);
      case 1: return testing::randomSpeculation(seed, index);
      default: return testing::randomWeakScript(seed, index);
    }
  }
  static std::optional<std::string> disagrees(const Item& script, Shared& shared) {
    constexpr explore::graph::Optimisations kAll{.staleReads = true, .inPlace = true, .speculative = true};
    for (const std::string_view model : testing::modelNames())
      for (const auto optimisations : {explore::graph::Optimisations{}, kAll})
        for (const std::uint64_t seed : {1, 2}) {
          auto comparison = testing::compareSplits(script, model, optimisations, seed);
          if (comparison.isTooLarge) {
            ++shared.inPart;
            return std::nullopt;
          }
          if (comparison.wrong) return std::move(comparison.wrong);
        }
    return std::nullopt;
  }
  static Item shrink(const Item& script, const std::function<bool(const Item&)>& fails) {
    return testing::shrink(script, fails);
  }
  static std::string text(const Item& script) { return testing::text(script); }
};

// Time of this process, not of the clock: the machine may be busy.
void endAfter(unsigned seconds) {
  const itimerval limit{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

// Runs `work` in a child process; whether it came to its end.
template <typename Work>
bool survives(Shared& shared, bool quiet, Work work) {
  shared.message[0] = 0;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (quiet && std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
    work();
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    std::perror("heddle_fuzz");
    _exit(2);
  }
  if (WIFSIGNALED(status))
    std::snprintf(shared.message, sizeof(shared.message), "a search dies of signal %d (%s)", WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
  return status == 0;
}

template <typename Kind>
void check(const typename Kind::Item& item, Shared& shared) {
  const auto wrong = Kind::disagrees(item, shared);
  if (!wrong) return;
  std::snprintf(shared.message, sizeof(shared.message), "%s", wrong->c_str());
  _exit(1);
}

template <typename Kind>
int report(std::uint64_t seed, Shared& shared) {
  using Item = typename Kind::Item;
  const std::uint64_t index = shared.index;
  std::printf("%s %llu of seed %llu: %s\n", Kind::kOne, static_cast<unsigned long long>(index),
              static_cast<unsigned long long>(seed), shared.message);
  std::fflush(stdout);
  const Item small = Kind::shrink(Kind::make(seed, index), [&](const Item& candidate) {
    return !survives(shared, true, [&] {
      endAfter(kSecondsForOne / 10);
      check<Kind>(candidate, shared);
    });
  });
  survives(shared, false, [&] {
    endAfter(kSecondsForOne);
    check<Kind>(small, shared);
  });
  std::printf("made small: %s\n%s", shared.message, Kind::text(small).c_str());
  return 1;
}

template <typename Kind>
int run(std::uint64_t count, std::uint64_t seed, std::uint64_t first, Shared& shared) {
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const bool fine = survives(shared, false, [&] {
    for (std::uint64_t i = first; i < first + count; ++i) {
      shared.index = i;
      endAfter(kSecondsForOne);
      check<Kind>(Kind::make(seed, i), shared);
      if (terminal && (i + 1) % Kind::kBetweenReports == 0) {
        std::printf("%llu %ss\n", static_cast<unsigned long long>(i + 1), Kind::kOne);
        std::fflush(stdout);
      }
    }
  });
  if (!fine) return report<Kind>(seed, shared);
  std::printf("%llu %ss, no disagreement (seed %llu)\n", static_cast<unsigned long long>(count), Kind::kOne,
              static_cast<unsigned long long>(seed));
  if (shared.inPart + shared.bounded != 0)
    std::printf("a bound was hit in %llu of them; %llu were too large to be compared in full\n",
                static_cast<unsigned long long>(shared.bounded), static_cast<unsigned long long>(shared.inPart));
  if (shared.rolledBack != 0)
    std::printf("in %llu of them additions wait in place of being rolled back\n",
                static_cast<unsigned long long>(shared.rolledBack));
  return 0;
}

bool parse(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

int usage() {
  std::fprintf(stderr,
               "usage: heddle_fuzz N [--loops | --attempts | --locks | --splits | --model M [--search NAME]] [--seed "
               "S] [--first I]\n"
               "  N programs, beginning with number I (0) of the seed S (1); M: a memory model, or all\n");
  return 2;
}

bool isOneOf(std::string_view name, const std::vector<std::string_view>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// False: there is no such model or search.
bool choose(std::string_view option, std::string_view name) {
  if (option == "--search") {
    WeakScripts::search = name;
    return isOneOf(name, testing::graphSearches());
  }
  WeakScripts::models = name == "all" ? testing::modelNames() : std::vector{name};
  return name == "all" || isOneOf(name, testing::modelNames());
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  bool loops = false;
  bool locks = false;
  bool splits = false;
  if (argc < 2 || !parse(argv[1], count)) return usage();
  for (int i = 2; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--loops" || option == "--attempts") {
      loops = true;
      if (option == "--attempts") Loops::about = fuzz::About::Attempts;
    } else if (option == "--locks")
      locks = true;
    else if (option == "--splits")
      splits = true;
    else if (i + 1 < argc && (option == "--model" || option == "--search")) {
      if (!choose(option, argv[++i])) return usage();
    } else if (i + 1 == argc || (option != "--seed" && option != "--first") ||
               !parse(argv[++i], option == "--seed" ? seed : first))
      return usage();
  }
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("heddle_fuzz");
    return 2;
  }
  Shared& shared = *new (memory) Shared{};
  if (locks) return run<Locks>(count, seed, first, shared);
  if (splits) return run<Splits>(count, seed, first, shared);
  if (!WeakScripts::models.empty()) return run<WeakScripts>(count, seed, first, shared);
  return loops ? run<Loops>(count, seed, first, shared) : run<Scripts>(count, seed, first, shared);
}
