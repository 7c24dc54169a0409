#include "verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "compare.h"

namespace heddle::fuzz::programs {
namespace {

constexpr unsigned kMostSeconds = 60;  // of processor time, for one program

template <std::size_t size>
void put(char (&to)[size], const std::string& text) {
  std::snprintf(to, size, "%s", text.c_str());
}

}  // namespace

struct Workplace::Shared {
  Verdict::Kind kind;
  unsigned way, compared, inconclusive;
  bool hasWrongs, hasLoops;
  char what[8000];
  char sort[400];
  char unexplained[4000];
  char limits[4000];

  void fill(const std::string& file, const std::vector<unsigned>& only) {
    auto subject = Subject::compile(file);
    if (!subject) {
      kind = Verdict::Kind::DoesNotCompile;
      put(what, subject.problem().message);
      return;
    }
    const Comparison comparison = compare(*subject, only);
    kind = comparison.wrong.empty() ? Verdict::Kind::Agrees : Verdict::Kind::Disagrees;
    put(what, comparison.wrong);
    put(sort, comparison.kind);
    way = comparison.way;
    put(unexplained, fmt::format("{}", fmt::join(comparison.unexplained, "\n")));
    compared = comparison.compared;
    inconclusive = static_cast<unsigned>(comparison.inconclusive.size());
    put(limits, fmt::format("{}", fmt::join(comparison.inconclusive, "\n")));
    hasWrongs = comparison.hasWrongs;
    hasLoops = comparison.hasLoops;
  }
};

Workplace::Workplace() {
  std::string name = (std::filesystem::temp_directory_path() / "heddle-fuzz-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    std::perror("heddle_fuzz_programs: cannot make a directory");
    _exit(2);
  }
  directory_ = name;
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("heddle_fuzz_programs");
    _exit(2);
  }
  shared_ = new (memory) Shared{};
}

Workplace::~Workplace() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
  munmap(shared_, sizeof(Shared));
}

Verdict Workplace::judge(const Source& source, const std::vector<unsigned>& only) {
  const std::string file = (std::filesystem::path(directory_) / source.fileName()).string();
  std::ofstream(file) << text(source);
  *shared_ = Shared{};
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
    const itimerval limit{{0, 0}, {kMostSeconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    shared_->fill(file, only);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    std::perror("heddle_fuzz_programs");
    _exit(2);
  }
  Verdict verdict{.kind = shared_->kind,
                  .what = shared_->what,
                  .sort = shared_->sort,
                  .way = shared_->way,
                  .unexplained = shared_->unexplained,
                  .compared = shared_->compared,
                  .inconclusive = shared_->inconclusive,
                  .limits = shared_->limits,
                  .hasWrongs = shared_->hasWrongs,
                  .hasLoops = shared_->hasLoops};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
    verdict.kind = Verdict::Kind::TooLarge;
  } else if (status != 0) {
    verdict.kind = Verdict::Kind::Crashes;
    verdict.sort = WIFSIGNALED(status)
                       ? fmt::format("Heddle dies of signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
                       : fmt::format("Heddle exits with {}", WEXITSTATUS(status));
    verdict.what = verdict.sort;
  }
  return verdict;
}

}  // namespace heddle::fuzz::programs
