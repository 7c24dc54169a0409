// A program under test from a source text: compiled, loaded, and looked at
// from outside through its global variables.
#pragma once

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/compile.h"
#include "frontend/temporary_directory.h"
#include "runtime/native_program.h"

namespace heddle::runtime {

class LoadedProgram {
 public:
  // `name` says which language it is: "a.c", "a.cpp".
  LoadedProgram(const std::string& name, const std::string& text, const Options& options = {},
                const transform::LoopOptions& loops = {}) {
    const frontend::TemporaryDirectory directory;
    setenv("XDG_CACHE_HOME", directory.path().c_str(), 1);
    auto compiled = frontend::compile({{directory.write(name, text)}, {}}, loops);
    if (!compiled) throw std::runtime_error(compiled.problem().message);
    info_ = compiled->info;
    auto program = load(std::move(compiled->context), std::move(compiled->module), std::move(compiled->info), options);
    if (!program) throw std::runtime_error(program.problem().message);
    program_ = std::move(*program);
  }

  const core::Execution& run(core::Scheduler& scheduler) { return program_->run(scheduler); }
  core::Program& operator*() { return *program_; }

  // The words of a global variable, as the last execution left them.
  std::vector<std::uint64_t> global(const std::string& name) const {
    for (const core::Global& global : info_.globals) {
      if (global.name != name) continue;
      const auto* const words = reinterpret_cast<const std::uint64_t*>(global.address);
      return {words, words + global.size / 8};
    }
    ADD_FAILURE() << "no global " << name;
    return {};
  }

  // Of a global int.
  std::uint32_t word(const std::string& name) const {
    for (const core::Global& global : info_.globals)
      if (global.name == name) return *reinterpret_cast<const std::uint32_t*>(global.address);
    ADD_FAILURE() << "no global " << name;
    return 0;
  }

 private:
  core::ProgramInfo info_;
  std::unique_ptr<core::Program> program_;
};

// Any enabled thread; every n-th step on average it gives up instead (0: never).
class RandomScheduler final : public core::Scheduler {
 public:
  explicit RandomScheduler(std::uint64_t seed, unsigned giveUpEvery = 0) : random_(seed), giveUpEvery_(giveUpEvery) {}

  core::Step next(const core::Execution& execution) override {
    enabled_.clear();
    for (ThreadId t = 0; t < execution.threads.size(); ++t)
      if (core::enabled(execution, t)) enabled_.push_back(t);
    if (enabled_.empty() || (giveUpEvery_ != 0 && random_() % giveUpEvery_ == 0)) return core::Step::stop();
    return {enabled_[random_() % enabled_.size()], 0};
  }

 private:
  std::mt19937_64 random_;
  unsigned giveUpEvery_;
  std::vector<ThreadId> enabled_;
};

// The first enabled thread; every Choose gets the same answer.
class ChoosingScheduler final : public core::Scheduler {
 public:
  explicit ChoosingScheduler(std::uint64_t choice) : choice_(choice) {}

  core::Step next(const core::Execution& execution) override {
    for (ThreadId t = 0; t < execution.threads.size(); ++t)
      if (core::enabled(execution, t)) return {t, choice_};
    return core::Step::stop();
  }

 private:
  std::uint64_t choice_;
};

}  // namespace heddle::runtime
