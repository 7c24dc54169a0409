#include "cli/mpi.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "check/serve.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "parallel/ranks/front.h"
#include "parallel/ranks/ranks.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// Beside the executable, or where it is installed.
fs::path plugin() {
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path beside = folder / "heddle-mpi.so";
  return fs::exists(beside, ignored) ? beside : folder.parent_path() / "lib/heddle/heddle-mpi.so";
}

Result<parallel::Transport*> transport() {
  void* const library = dlopen(plugin().c_str(), RTLD_NOW | RTLD_GLOBAL);
  void* const make = library == nullptr ? nullptr : dlsym(library, parallel::kTransportSymbol);
  if (make != nullptr) return reinterpret_cast<parallel::MakeTransport>(make)();
  return Diagnostic{
      fmt::format("--mpi: the plugin cannot be loaded: {} (it is built where there is an MPI, Debian's "
                  "libopenmpi-dev for one; docs/cluster.md)",
                  dlerror())};
}

// Only rank 0 says something.
void beQuiet() {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
}

int beRank(CheckOptions options, parallel::Channel channel) {
  auto link = parallel::Link::open(std::move(channel));
  if (!link) return kBadInput;  // the front has said why
  if (link->rank() != 0) {
    beQuiet();
    check::serve(options, *link);
    return kSafe;
  }
  options.ranks = std::make_shared<parallel::Ranks>(std::move(*link));
  return check(options);
}

}  // namespace

int checkByRanks(const CheckOptions& options) {
  auto ends = parallel::Channel::make();
  if (!ends) return complain("--mpi: there are no more file descriptors to be had");
  const pid_t front = getpid();
  const pid_t behind = fork();
  if (behind < 0) return complain("--mpi: there are no more processes to be had");
  if (behind == 0) {
    {
      const parallel::Channel closed = std::move(ends->first);
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != front) return kBadInput;
    return beRank(options, std::move(ends->second));
  }
  {
    const parallel::Channel closed = std::move(ends->second);
  }
  auto ranks = transport();
  if (!ranks) {
    kill(behind, SIGKILL);
    waitpid(behind, nullptr, 0);
    return complain(ranks.problem().message);
  }
  const int status = parallel::speakFor(behind, std::move(ends->first), **ranks, options.rankTimeout);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return complain(fmt::format("rank 0 was ended by signal {}", WTERMSIG(status)));
}

}  // namespace heddle::cli
