#include "verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compare.h"

namespace heddle::fuzz::programs {
namespace {

// How many programs are compiled together. Headers cost more in C++; what is compiled is read once for each program.
constexpr std::size_t kTogetherC = 20;
constexpr std::size_t kTogetherCxx = 60;
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

  void fill(const Translated& program, const std::vector<unsigned>& only) {
    auto subject = Subject::make(program);
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

std::vector<std::optional<Translated>> Workplace::translate(const std::vector<Source>& sources) {
  std::vector<std::optional<Translated>> result(sources.size());
  for (const bool isCxx : {false, true}) {
    std::vector<const Source*> all;
    for (const Source& source : sources)
      if (source.isCxx == isCxx) all.push_back(&source);
    const auto put = [&](const Source* source, Translated& program) {
      result[static_cast<std::size_t>(source - sources.data())] = std::move(program);
    };
    for (std::size_t from = 0, size = isCxx ? kTogetherCxx : kTogetherC; from < all.size(); from += size) {
      const std::vector<const Source*> chosen(all.begin() + from, all.begin() + std::min(from + size, all.size()));
      if (auto programs = programs::translate(chosen, directory_)) {
        for (std::size_t i = 0; i < chosen.size(); ++i) put(chosen[i], (*programs)[i]);
        continue;
      }
      for (const Source* const source : chosen)
        if (auto one = programs::translate({source}, directory_)) put(source, one->front());
    }
  }
  return result;
}

Verdict Workplace::judge(const Source& source, const std::vector<unsigned>& only) {
  return judge(translate({source}).front(), only);
}

Verdict Workplace::judge(const std::optional<Translated>& program, const std::vector<unsigned>& only) {
  if (!program) {
    Verdict verdict;
    verdict.kind = Verdict::Kind::DoesNotCompile;
    return verdict;
  }
  *shared_ = Shared{};
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const itimerval limit{{0, 0}, {kMostSeconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    shared_->fill(*program, only);
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
