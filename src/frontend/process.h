// Running other programs: several at once, their output kept in memory.
//
// Bitcode comes back through a pipe, so compiling leaves no temporary file
// after, however Heddle ends. Standard error is kept as well, so that the
// messages of two compilers at work at the same time do not mix.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle::frontend {

struct Command {
  std::vector<std::string> arguments;  // [0] is the program: a path, or a name looked up in PATH
  std::string input;                   // standard input
};

struct Outcome {
  int status = -1;     // exit code; 128 + signal; -1 if it could not be started
  std::string output;  // standard output
  std::string errors;  // standard error, or why it could not be started

  bool succeeded() const { return status == 0; }
};

// Asked now and then: whether to end what runs, with all that it has started. May be empty.
using MustStop = std::function<bool()>;

// Runs all commands, at most `atOnce` at a time; the outcomes are in the order
// of the commands.
std::vector<Outcome> runAll(const std::vector<Command>& commands, unsigned atOnce, const MustStop& mustStop = {});

// One command that runs while we go on. It is waited for when its outcome is
// asked for, which is to be done exactly once.
class Background {
 public:
  explicit Background(const Command& command, MustStop mustStop = {});
  ~Background();

  Outcome outcome();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

}  // namespace heddle::frontend
