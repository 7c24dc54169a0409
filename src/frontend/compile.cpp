// The phases from source to instrumented module, each timed.
#include "frontend/compile.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <chrono>

#include "analysis/slice/dependence_graph.h"
#include "analysis/statements.h"
#include "core/library.h"
#include "frontend/clang.h"
#include "frontend/inputs.h"
#include "frontend/library_sources.h"
#include "frontend/link.h"
#include "transform/error_label.h"
#include "transform/instrument.h"

namespace heddle::frontend {
namespace {

class PhaseClock {
 public:
  explicit PhaseClock(std::vector<PhaseTime>& times) : times_(times) {}

  // Ends the phase that began when the one before ended.
  void ended(const char* phase) {
    const Clock::time_point now = Clock::now();
    times_.push_back({phase, std::chrono::duration<double>(now - start_).count()});
    start_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::vector<PhaseTime>& times_;
  Clock::time_point start_ = Clock::now();
};

Result<std::unique_ptr<llvm::TargetMachine>> thisMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) return Diagnostic{"LLVM does not know this processor: " + llvm::toString(builder.takeError())};
  auto machine = builder->createTargetMachine();
  if (!machine) return Diagnostic{"LLVM has no code generator for it: " + llvm::toString(machine.takeError())};
  return std::move(*machine);
}

// Each with its own flags.
Result<std::vector<Input>> inputsOf(const Source& source) {
  Result<std::vector<Input>> inputs = checkInputs(source.files);
  if (!inputs) return inputs;
  for (Input& input : *inputs)
    if (const auto own = source.flagsOf.find(input.file); own != source.flagsOf.end()) input.flags = own->second;
  return inputs;
}

Result<Bitcode> bitcodeOf(const Source& source, const std::vector<Input>& inputs) {
  if (source.bitcode) return Bitcode{source.bitcode->ofInput, source.bitcode->notes, {}};
  return compileToBitcode(inputs, source.clangFlags, PchCache::ofUser(), source.mustStop, Bodies::AsUsual,
                          source.messages.get());
}

bool callsUnknown(const llvm::Module& program) {
  return std::ranges::any_of(program, [](const llvm::Function& function) {
    return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
           core::library::find(function.getName()) == nullptr;
  });
}

// Files in C are compiled again, so that inline functions have bodies. Whether there are any.
bool addInlineBodies(Bitcode& bitcode, const std::vector<Input>& inputs, const Source& source) {
  std::vector<Input> files;
  std::ranges::copy_if(inputs, std::back_inserter(files),
                       [](const Input& input) { return input.language == Language::C; });
  if (files.empty()) return false;
  auto again = compileToBitcode(files, source.clangFlags, PchCache::ofUser(), source.mustStop, Bodies::InlineToo,
                                source.messages.get());
  if (!again) return false;  // who calls it is told that it is not known
  auto next = again->ofInput.begin();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].language == Language::C) bitcode.ofInput[i] = std::move(*next++);
  return true;
}

// `bitcode` has inline bodies then, if they are needed.
Result<std::unique_ptr<llvm::Module>> linked(llvm::LLVMContext& context, const Source& source,
                                             const std::vector<Input>& inputs, Bitcode& bitcode) {
  const auto link = [&] { return linkProgram(context, inputs, bitcode.ofInput, source.argumentsOf, source.test); };
  auto program = link();
  if (program && callsUnknown(**program) && addInlineBodies(bitcode, inputs, source)) program = link();
  if (!program) return program;
  if (auto problem = addLibrarySources(**program)) return std::move(*problem);
  return program;
}

Result<Discovered> discovered(const std::vector<Input>& inputs, Result<Bitcode> bitcode) {
  if (!bitcode) return bitcode.problem();
  llvm::LLVMContext context;
  auto program = linkModules(context, inputs, bitcode->ofInput);
  if (!program) return program.problem();
  Discovered found;
  const llvm::Function* const main = (*program)->getFunction("main");
  found.hasMain = main != nullptr && !main->isDeclaration();
  for (TestBody& body : takeTests(**program)) found.tests.push_back(std::move(body.test));
  if (auto problem = whyAmbiguous(found.tests)) return std::move(*problem);
  found.bitcode = std::make_shared<const Bitcode>(std::move(*bitcode));
  return found;
}

}  // namespace

std::optional<Diagnostic> loadFlags(Source& source) {
  if (source.database.empty()) return std::nullopt;
  auto read = flagsFromDatabase(source.database, source.files);
  if (!read) return read.problem();
  source.flagsOf = std::move(read->flagsOf);
  source.notes.insert(source.notes.end(), read->notes.begin(), read->notes.end());
  return std::nullopt;
}

Result<DiscoveredPrograms> discoverPrograms(const std::vector<Source>& programs) {
  DiscoveredPrograms all;
  if (programs.empty()) return all;
  std::vector<ToCompile> toCompile;
  std::vector<std::optional<Diagnostic>> unreadable;
  for (const Source& program : programs) {
    auto inputs = inputsOf(program);
    unreadable.push_back(inputs ? std::nullopt : std::optional(inputs.problem()));
    toCompile.push_back({inputs ? std::move(*inputs) : std::vector<Input>{}, program.clangFlags});
  }
  const Source& first = programs.front();
  auto each = compileEach(toCompile, PchCache::ofUser(), first.mustStop, Bodies::AsUsual, first.messages.get());
  if (!each) return each.problem();
  for (std::size_t i = 0; i < programs.size(); ++i)
    all.programs.push_back(unreadable[i] ? *unreadable[i]
                                         : discovered(toCompile[i].inputs, std::move(each->ofProgram[i])));
  all.late = std::move(each->late);
  return all;
}

Result<std::string> linkedBitcode(const Source& source) {
  auto inputs = inputsOf(source);
  if (!inputs) return inputs.problem();
  auto bitcode = bitcodeOf(source, *inputs);
  if (!bitcode) return bitcode.problem();
  llvm::LLVMContext context;
  auto program = linked(context, source, *inputs, *bitcode);
  if (!program) return program.problem();
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  llvm::WriteBitcodeToFile(**program, out);
  return bytes;
}

Result<Compiled> prepare(const Source& source, const transform::LoopOptions& loops) {
  Compiled result;
  PhaseClock clock(result.times);

  Result<std::vector<Input>> inputs = inputsOf(source);
  if (!inputs) return inputs.problem();
  Result<Bitcode> bitcode = bitcodeOf(source, *inputs);
  if (!bitcode) return bitcode.problem();
  clock.ended("clang");

  result.context = std::make_unique<llvm::LLVMContext>();
  auto program = linked(*result.context, source, *inputs, *bitcode);
  if (!program) return program.problem();
  result.module = std::move(*program);
  result.late = std::move(bitcode->late);
  result.notes = source.notes;
  result.notes.insert(result.notes.end(), bitcode->notes.begin(), bitcode->notes.end());
  clock.ended("link");

  if (!source.errorLabel.empty() && transform::failAtLabel(*result.module, source.errorLabel) == 0)
    return Diagnostic{"no code of the program has a label '" + source.errorLabel + "'"};
  result.setAside = transform::prepare(*result.module, loops, source.racy);
  analysis::numberStatements(*result.module);
  clock.ended("prepare");
  return result;
}

std::optional<Diagnostic> finish(Compiled& prepared, const transform::LoopOptions& loops, bool withDependences,
                                 bool forDebugger, const MustStop& mustStop) {
  PhaseClock clock(prepared.times);
  core::DependenceGraph dependences;
  if (withDependences) {
    dependences = analysis::dependenceGraph(*prepared.module, loops.plainAccessesRace);
    clock.ended("slice");
  }

  Result<core::ProgramInfo> info = transform::instrument(*prepared.module, loops, mustStop);
  if (!info) return info.problem();
  prepared.info = std::move(*info);
  prepared.info.dependences = std::move(dependences);
  clock.ended("instrument");

  if (forDebugger) {
    transform::makeDebuggable(*prepared.module);
    return std::nullopt;
  }
  Result<std::unique_ptr<llvm::TargetMachine>> machine = thisMachine();
  if (!machine) return machine.problem();
  transform::optimise(*prepared.module, machine->get(), mustStop);
  if (mustStop && mustStop()) return Diagnostic{"compiling was stopped"};
  clock.ended("optimise");
  return std::nullopt;
}

Result<Compiled> compile(const Source& source, const transform::LoopOptions& loops, bool withDependences) {
  auto result = prepare(source, loops);
  if (!result) return result;
  if (auto problem = finish(*result, loops, withDependences, source.forDebugger, source.mustStop))
    return std::move(*problem);
  return result;
}

}  // namespace heddle::frontend
