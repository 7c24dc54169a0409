// From source files to an instrumented module.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "core/program_info.h"
#include "core/set_aside.h"
#include "frontend/clang.h"
#include "frontend/compile_commands.h"
#include "frontend/link.h"
#include "frontend/pch_cache.h"
#include "frontend/tests.h"
#include "transform/loops/loop_options.h"
#include "transform/suppressions.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace heddle::frontend {

struct Source {
  std::vector<std::string> files;               // .c .cc .cpp .cxx .C .c++ .bc .ll
  std::vector<std::string> clangFlags;          // -I -D -std= and whatever stood after `--`
  FlagsOfFiles flagsOf = {};                    // of single files, before these
  std::string database = {};                    // whose flags these are (compile_commands.h); empty: nobody's
  std::vector<std::string> notes = {};          // what was chosen for the user
  std::string test = {};                        // the one that is the program (tests.h); empty: its main is
  std::shared_ptr<const Bitcode> bitcode = {};  // what clang has made of the files; null: it is not known yet
  std::string errorLabel = {};                  // whoever comes to it fails (transform/error_label.h); empty: none
  MustStop mustStop = {};                       // compiling ends then, and there is no program
  ArgumentsOf argumentsOf = {};                 // calls of library functions must have so many; empty: nobody knows
  transform::RacyCode racy = {};                // whose data races are set aside
  bool forDebugger = false;                     // the module keeps what the source says: lines, variables, types
  std::shared_ptr<Messages> messages = std::make_shared<Messages>();
};

struct PhaseTime {
  std::string phase;  // "clang", "prepare", "instrument", "optimise", …
  double seconds = 0;
};

struct Compiled {
  std::unique_ptr<llvm::LLVMContext> context;  // outlives module: declared first
  std::unique_ptr<llvm::Module> module;
  core::ProgramInfo info;
  std::vector<PhaseTime> times;
  std::vector<std::string> notes;  // what was done otherwise than the files say
  std::vector<core::SetAside> setAside;
  LatePchs late;
};

// Reads the database, if there is one.
std::optional<Diagnostic> loadFlags(Source& source);

// A compile error is shown on standard error exactly as clang prints it; the
// diagnostic then only names the file. `withDependences`: also what slices are made of.
Result<Compiled> compile(const Source& source, const transform::LoopOptions& loops = {}, bool withDependences = false);

// What clang makes of the files, and what that has. Sources that share it are not compiled again.
struct Discovered {
  std::shared_ptr<const Bitcode> bitcode;
  bool hasMain = false;
  std::vector<Test> tests;
};
struct DiscoveredPrograms {
  std::vector<Result<Discovered>> programs;
  LatePchs late;  // let go of it when there is nothing better to do than to wait
};
// Of several programs, compiled together; a problem if nothing can be compiled at all. `mustStop` and `messages` are
// those of the first.
Result<DiscoveredPrograms> discoverPrograms(const std::vector<Source>& programs);

// The whole program as bitcode: clang's part of the files, of inline functions and of Heddle's library, linked. There
// is nothing else in the files that a check goes by.
Result<std::string> linkedBitcode(const Source& source);

// Compiling in two parts: up to the prepared module (analysis/statements.h), and on from there.
Result<Compiled> prepare(const Source& source, const transform::LoopOptions& loops);
std::optional<Diagnostic> finish(Compiled& prepared, const transform::LoopOptions& loops, bool withDependences = false,
                                 bool forDebugger = false, const MustStop& mustStop = {});

}  // namespace heddle::frontend
