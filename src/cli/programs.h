// From the files of a command line to programs, and to what is checked of each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "cli/progress_line.h"

namespace heddle::cli {

// What clang has made of a program.
struct Program {
  frontend::Source source;
  std::string name;  // where there are several: its file
  Result<frontend::Discovered> found;
};

struct Programs {
  std::vector<Program> all;
  frontend::LatePchs late;
};

// All files are one program, or each is one. A problem if nothing can be compiled at all.
Result<Programs> compilePrograms(const CheckOptions& options, ProgressLine& line);
// Says why not, and answers the exit code.
int cannotCompile(const Diagnostic& problem);

// What is to be checked of a program: its main, or one of its tests with what stands beside it.
check::Options checkOfMain(const CheckOptions& options, const Program& program);
Result<check::Options> checkOfTest(const CheckOptions& options, const Program& program, const frontend::Test& test);

}  // namespace heddle::cli
