// Compiles source files to bitcode with clang, several at a time.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/flags.h"
#include "frontend/inputs.h"
#include "frontend/pch_cache.h"

namespace heddle::frontend {

// The path of clang-19, or of what HEDDLE_CLANG names.
Result<std::string> findClang();

struct Bitcode {
  std::vector<std::string> ofInput;  // in order; empty for LLVM files, which need no compiler
  std::vector<std::string> notes;    // what was done otherwise than the files say
  LatePchs late;                     // let go of it when there is nothing better to do than to wait
};

// What clang says about a program that is compiled several times: on standard error, once.
class Messages {
 public:
  std::function<void()> before = {};  // called when there is something to show

  void show(const std::string& message);

 private:
  std::set<std::string> shown_;
};

// The files of a program, and flags for all of them.
struct ToCompile {
  std::vector<Input> inputs;
  std::vector<std::string> userFlags;
};

// Of several programs, in order; what does not compile is nobody's problem but its own.
struct BitcodeOfEach {
  std::vector<Result<Bitcode>> ofProgram;
  LatePchs late;
};

// Shows clang's messages, warnings too.
Result<BitcodeOfEach> compileEach(const std::vector<ToCompile>& programs, const PchCache& cache,
                                  const MustStop& mustStop = {}, Bodies bodies = Bodies::AsUsual,
                                  Messages* messages = nullptr);

// The same of one program.
Result<Bitcode> compileToBitcode(const std::vector<Input>& inputs, const std::vector<std::string>& userFlags,
                                 const PchCache& cache, const MustStop& mustStop = {}, Bodies bodies = Bodies::AsUsual,
                                 Messages* messages = nullptr);

}  // namespace heddle::frontend
