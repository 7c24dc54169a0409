// A function from text with its loops: what the tests of this folder look at.
#pragma once

#include <gtest/gtest.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "analysis/loops/purity.h"
#include "analysis/program_memory.h"

namespace heddle::analysis {

class Parsed {
 public:
  // The last function of the text is looked at.
  explicit Parsed(const std::string& text, bool plainAccessesRace = true) {
    llvm::SMDiagnostic problem;
    module =
        llvm::parseAssemblyString("target datalayout = \"e-i64:64-i128:128-n32:64-S128\"\n" + text, problem, context);
    if (!module) {
      problem.print("test", llvm::errs());
      throw std::runtime_error("the test's IR is wrong");
    }
    for (llvm::Function& candidate : *module)
      if (!candidate.isDeclaration()) function = &candidate;
    dominators.recalculate(*function);
    loops = std::make_unique<llvm::LoopInfo>(dominators);
    memory.isPrivate = [](const llvm::Value* pointer) {
      return llvm::isa<llvm::AllocaInst>(pointer->stripInBoundsOffsets());
    };
    memory.plainAccessesRace = plainAccessesRace;
    program = std::make_unique<ProgramMemory>(*module);
    memory.program = program.get();
    memory.wordsAreSeparate = true;
    memory.publicationIsOrdered = true;
  }

  llvm::Instruction* at(const std::string& name) const {
    for (llvm::BasicBlock& block : *function)
      for (llvm::Instruction& instruction : block)
        if (instruction.getName() == name) return &instruction;
    return nullptr;
  }

  LoopPurity purity(const std::string& header) const {
    for (llvm::Loop* loop : loops->getLoopsInPreorder())
      if (loop->getHeader()->getName() == header) return findPurity(*loop, LoopOrder(*loop), memory);
    ADD_FAILURE() << "no loop at " << header;
    return {};
  }
  std::string condition(const std::string& header) const { return toString(purity(header).condition); }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<ProgramMemory> program;
  llvm::Function* function = nullptr;
  llvm::DominatorTree dominators;
  std::unique_ptr<llvm::LoopInfo> loops;
  MemoryFacts memory;
};

}  // namespace heddle::analysis
