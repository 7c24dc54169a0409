// heddle_fuzz N [--seed S]: the searches against brute force on N random
// scripts. The first script on which they disagree is made small and printed
// as the source text that builds it; exit code 1.
//
// The scripts of different seeds are independent, so that several processes
// can share the work. They run in a child process: an internal check that
// fails, a crash or a search that does not end is a finding like any other.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "support/compare.h"

namespace {

using namespace heddle;
using testing::Script;

constexpr unsigned kSecondsForAScript = 60;
constexpr std::uint64_t kBetweenReports = 10'000;

// What the child process leaves behind.
struct Shared {
  std::uint64_t index;
  char message[200];
};

bool parse(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

int usage() {
  std::fprintf(stderr, "usage: heddle_fuzz N [--seed S]\n");
  return 2;
}

Script scriptNumber(std::uint64_t seed, std::uint64_t index) {
  // Larger ones now and then: they take most of the time.
  const std::uint64_t most = index % 50 == 0 ? 20'000 : index % 5 == 0 ? 2'000 : 300;
  return testing::randomScript(seed, index, {.maxInterleavings = most});
}

void check(const Script& script, Shared& shared) {
  auto wrong = testing::reductionDisagrees(script);
  if (!wrong && testing::countInterleavings(script, 300)) wrong = testing::naiveDisagrees(script);
  if (!wrong) return;
  std::snprintf(shared.message, sizeof(shared.message), "%s", wrong->c_str());
  _exit(1);
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

int report(std::uint64_t seed, Shared& shared) {
  const std::uint64_t index = shared.index;
  std::printf("script %llu of seed %llu: %s\n", static_cast<unsigned long long>(index),
              static_cast<unsigned long long>(seed), shared.message);
  const Script small = testing::shrink(scriptNumber(seed, index), [&](const Script& candidate) {
    return !survives(shared, true, [&] {
      alarm(kSecondsForAScript / 10);
      check(candidate, shared);
    });
  });
  survives(shared, false, [&] {
    alarm(kSecondsForAScript);
    check(small, shared);
  });
  std::printf("made small: %s\n%s", shared.message, testing::text(small).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = 0, seed = 1;
  if (argc != 2 && argc != 4) return usage();
  if (!parse(argv[1], count)) return usage();
  if (argc == 4 && (std::strcmp(argv[2], "--seed") != 0 || !parse(argv[3], seed))) return usage();

  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("heddle_fuzz");
    return 2;
  }
  Shared& shared = *new (memory) Shared{};
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const bool fine = survives(shared, false, [&] {
    for (std::uint64_t i = 0; i < count; ++i) {
      shared.index = i;
      alarm(kSecondsForAScript);
      check(scriptNumber(seed, i), shared);
      if (terminal && (i + 1) % kBetweenReports == 0) {
        std::printf("%llu scripts\n", static_cast<unsigned long long>(i + 1));
        std::fflush(stdout);
      }
    }
  });
  if (!fine) return report(seed, shared);
  std::printf("%llu scripts, no disagreement (seed %llu)\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(seed));
  return 0;
}
