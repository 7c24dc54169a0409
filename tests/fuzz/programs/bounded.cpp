#include "bounded.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <chrono>

#include "analysis/statements.h"
#include "symbolic/bounded_check.h"

namespace heddle::fuzz::programs {
namespace {

using core::ViolationKind;
using Verdict = symbolic::BoundedResult::Verdict;

constexpr unsigned kMostSteps = 60;
constexpr std::chrono::milliseconds kMostTime{100};

std::vector<unsigned> linesOf(llvm::Module& module) {
  std::vector<unsigned> lines(analysis::numberStatements(module) + 1);
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DILocation* at = instruction.getDebugLoc();
      while (at && at->getInlinedAt() && at->getFilename().starts_with("/usr/")) at = at->getInlinedAt();
      if (at) lines[analysis::statementOf(instruction)] = at->getLine();
    }
  return lines;
}

bool isOfMemory(ViolationKind kind) {
  return kind == ViolationKind::OutOfBounds || kind == ViolationKind::UseAfterFree ||
         kind == ViolationKind::DoubleFree || kind == ViolationKind::BadFree || kind == ViolationKind::DataRace;
}

}  // namespace

Answer boundedAnswer(const Prepared& prepared, std::string_view model, std::string_view search) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseIR(llvm::MemoryBufferRef(prepared.forGroups(false), "program"), problem, context);
  if (!module->IsNewDbgInfoFormat) module->convertToNewDbgValues();
  const std::vector<unsigned> lines = linesOf(*module);
  symbolic::BoundedOptions options;
  options.mostDepth = kMostSteps;
  if (search == "bmc-order") options.encoding = symbolic::Encoding::Order;
  if (model == "tso") options.model = symbolic::Model::Tso;
  if (model == "rc11") options.model = symbolic::Model::Rc11;
  options.races = model != "sc";
  options.limits.mustStop = [end = std::chrono::steady_clock::now() + kMostTime] {
    return std::chrono::steady_clock::now() > end;
  };
  Answer answer;
  auto result = symbolic::checkBounded(*module, options);
  if (!result) {
    answer.limited = result.problem().message;
  } else if (result->verdict == Verdict::Violation && result->kind == ViolationKind::Deadlock) {
    answer.waits = true;
  } else if (result->verdict == Verdict::Violation) {
    auto& wrongs = isOfMemory(result->kind) ? answer.memoryWrongs : answer.wrongs;
    wrongs.insert(fmt::format("{} at line {}", core::name(result->kind), lines[result->statement]));
  } else if (result->verdict != Verdict::Safe) {
    answer.limited = fmt::format("nothing within {} steps", result->depth);
  }
  return answer;
}

}  // namespace heddle::fuzz::programs
