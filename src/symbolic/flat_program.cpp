#include "symbolic/flat_program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopPeel.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <optional>

#include "analysis/library.h"
#include "analysis/statements.h"
#include "core/hooks.h"
#include "symbolic/around_main.h"
#include "symbolic/library_action.h"
#include "symbolic/library_code.h"
#include "symbolic/lifetimes.h"
#include "symbolic/place.h"

namespace heddle::symbolic {
namespace {

constexpr std::uint64_t kLargestCopy = 256;      // bytes
constexpr unsigned kMostThreads = 64;            // in all
constexpr unsigned kMostInstructions = 500'000;  // of a thread

const llvm::Function* calleeOf(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

bool starts(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const callee = call ? calleeOf(*call) : nullptr;
  return callee && callee->isDeclaration() && analysis::factsOf(*callee).effect == core::library::Effect::Starts;
}

class Flattener {
 public:
  Flattener(llvm::Module& module, const Bounds& bounds, const FlatOptions& options)
      : module_(module), bounds_(bounds), options_(options) {}

  Result<FlatProgram> flatten() {
    dropMarkers(module_);
    addLibraryCode(module_);
    llvm::Function* const main = module_.getFunction(core::hooks::kMain);
    if (!main || main->isDeclaration()) return Diagnostic{"the program has no main"};
    if (!options_.mainEnds) keepVariables(*main);
    auto around = aroundMain(module_, *main);
    if (!around) return around.problem();
    for (llvm::Function& function : module_)
      if (function.hasAddressTaken()) pointedTo_.push_back(&function);
    program_.threads.push_back({*around});
    for (std::size_t i = 0; i < program_.threads.size() && !isOver(); ++i) {
      llvm::Function& code = *program_.threads[i].code;
      if (!inlineCalls(code)) return Diagnostic{problem_};
      resolveStarts(code);
      if (!unrollStarts(code) || !startThreads(code)) return Diagnostic{problem_};
    }
    if (isOver()) return FlatProgram();
    for (const FlatThread& thread : program_.threads) expandCopies(*thread.code);
    for (std::size_t i = 1; i < program_.threads.size(); ++i) copyThreadLocals(*program_.threads[i].code);
    for (const FlatThread& thread : program_.threads)
      if (!completeMarkers(*thread.code, thread.start || options_.mainEnds))
        return Diagnostic{"threads exit in too many places for bmc; use heddle check"};
    return std::move(program_);
  }

 private:
  bool isOver() const { return options_.mustStop && options_.mustStop(); }

  bool refuse(const llvm::Instruction& at, const std::string& why) {
    problem_ = before(at) + why;
    return false;
  }

  bool inlineCalls(llvm::Function& code) {
    using Depth = llvm::DenseMap<const llvm::Function*, unsigned>;
    // How often the functions that a call is in, by inlining, have been entered.
    struct Pending {
      llvm::WeakVH value;
      Depth depth;
    };
    std::vector<Pending> work;
    const auto enlist = [&](llvm::CallBase& call, const Depth& depth) {
      const llvm::Function* const callee = calleeOf(call);
      if (callee ? !callee->isDeclaration() : !call.isInlineAsm()) work.push_back({&call, depth});
    };
    for (llvm::Instruction& instruction : llvm::instructions(code))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) enlist(*call, Depth());
    std::uint64_t size = sizeOf(code);
    while (!work.empty() && !isOver()) {
      auto [value, depth] = std::move(work.back());
      work.pop_back();
      auto* const call = llvm::cast_or_null<llvm::CallBase>(static_cast<llvm::Value*>(value));
      if (!call) continue;  // no path leads there any more
      const llvm::Function* const callee = calleeOf(*call);
      if (!callee) {
        for (llvm::CallBase* direct : resolved(*call)) enlist(*direct, depth);
        continue;
      }
      if (isOfMainOnly(*callee) && &code != program_.threads.front().code)
        return refuse(*call, callee->getName().str() + " in a thread other than main is not supported by bmc");
      if (++depth[callee] > bounds_.recursion) {
        endAt(*call, kExceeds);
        continue;
      }
      llvm::InlineFunctionInfo info;
      const std::string where = before(*call);
      if (isLibraryCode(*callee)) makePartsOf(*call, *const_cast<llvm::Function*>(callee));
      size += sizeOf(*callee);
      if (const auto done = llvm::InlineFunction(*call, info); !done.isSuccess()) {
        problem_ = where + "cannot be inlined: " + done.getFailureReason();
        return false;
      }
      for (llvm::CallBase* inner : info.InlinedCallSites) enlist(*inner, depth);
      if (size > kMostInstructions) {
        problem_ = where + "the program is too large for bmc with all its calls inlined";
        return false;
      }
    }
    return dropUnwinding(code);
  }

  // Functions of the library throw nothing: what would is refused. Only the end of a thread unwinds its stack.
  bool dropUnwinding(llvm::Function& code) {
    for (llvm::BasicBlock& block : code) {
      const auto* const call = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator());
      if (!call) continue;
      if (actionOf(*call).action == Action::Ends)
        return refuse(*call, "pthread_exit that unwinds is not supported by bmc");
      llvm::removeUnwindEdge(&block);
    }
    llvm::EliminateUnreachableBlocks(code);
    return true;
  }

  // What its code does is what the call does, as soon as it is inlined there.
  static void makePartsOf(const llvm::Instruction& call, llvm::Function& libraryCode) {
    for (llvm::Instruction& instruction : llvm::instructions(libraryCode)) analysis::copyStatement(call, instruction);
  }

  unsigned sizeOf(const llvm::Function& function) {
    const auto [row, isNew] = sizes_.try_emplace(&function, 0);
    if (isNew) row->second = function.getInstructionCount();
    return row->second;
  }

  // A call through a pointer is a call of whichever function it leads to.
  std::vector<llvm::CallBase*> resolved(llvm::CallBase& call) {
    std::vector<llvm::CallBase*> all;
    for (llvm::Function* function : pointedTo_)
      if (llvm::isLegalToPromote(call, function)) all.push_back(&llvm::promoteCallWithIfThenElse(call, function));
    endWild(call, *call.getCalledOperand());
    return all;
  }

  // The same for functions that threads start with.
  void resolveStarts(llvm::Function& code) {
    std::vector<llvm::CallBase*> open;
    for (llvm::Instruction& instruction : llvm::instructions(code))
      if (starts(instruction) && !firstOf(llvm::cast<llvm::CallBase>(instruction)))
        open.push_back(llvm::cast<llvm::CallBase>(&instruction));
    for (llvm::CallBase* call : open) {
      const unsigned operand = analysis::factsOf(*calleeOf(*call)).function;
      for (llvm::Function* function : pointedTo_) {
        const bool isFirst = function->arg_size() == 1 && function->getArg(0)->getType()->isPointerTy();
        if (function->isDeclaration() || !isFirst) continue;
        llvm::Value* const isIt = llvm::IRBuilder<>(call).CreateICmpEQ(call->getArgOperand(operand), function);
        llvm::Instruction *then = nullptr, *otherwise = nullptr;
        llvm::SplitBlockAndInsertIfThenElse(isIt, call->getIterator(), &then, &otherwise);
        llvm::IRBuilder<> after(call);
        llvm::PHINode* const result = after.CreatePHI(call->getType(), 2);
        call->replaceAllUsesWith(result);
        auto* const direct = llvm::cast<llvm::CallBase>(call->clone());
        direct->setArgOperand(operand, function);
        direct->insertInto(then->getParent(), then->getIterator());
        call->moveBefore(otherwise);
        result->addIncoming(direct, then->getParent());
        result->addIncoming(call, otherwise->getParent());
      }
      endWild(*call, *call->getArgOperand(operand));
    }
    llvm::EliminateUnreachableBlocks(code);
  }

  bool unrollStarts(llvm::Function& code) {
    const llvm::TargetLibraryInfoImpl known{llvm::Triple(module_.getTargetTriple())};
    const llvm::TargetTransformInfo target(module_.getDataLayout());
    while (true) {
      llvm::DominatorTree dominators(code);
      llvm::LoopInfo loops(dominators);
      llvm::AssumptionCache assumptions(code);
      llvm::TargetLibraryInfo library(known);
      llvm::ScalarEvolution evolution(code, library, assumptions, dominators, loops);
      llvm::OptimizationRemarkEmitter remarks(&code);
      llvm::Loop* found = nullptr;
      const llvm::Instruction* start = nullptr;
      for (llvm::Instruction& instruction : llvm::instructions(code))
        if (starts(instruction) && loops.getLoopFor(instruction.getParent())) {
          found = loops.getLoopFor(instruction.getParent());
          start = &instruction;
        }
      if (!found) return true;
      const std::string where = before(*start);
      llvm::simplifyLoop(found, &dominators, &loops, &evolution, &assumptions, nullptr, false);
      llvm::formLCSSARecursively(*found, dominators, &loops, &evolution);
      llvm::UnrollLoopOptions options{};
      options.Count = evolution.getSmallConstantTripCount(found);
      options.Force = true;
      if (options.Count > 0 && options.Count <= kMostThreads + 1) {
        if (llvm::UnrollLoop(found, options, &loops, &evolution, &dominators, &assumptions, &target, &remarks, true) ==
            llvm::LoopUnrollResult::Unmodified) {
          problem_ = where + "starts threads in a loop that cannot be unrolled; use heddle check";
          return false;
        }
      } else {
        llvm::ValueToValueMapTy copies;
        llvm::peelLoop(found, bounds_.startsInLoop, &loops, &evolution, dominators, &assumptions, true, copies);
        endStarts(*found);
      }
      llvm::EliminateUnreachableBlocks(code);
    }
  }

  // The path ends instead of the call, with another one.
  void endAt(llvm::CallBase& call, const char* with) {
    const llvm::FunctionCallee last = module_.getOrInsertFunction(with, llvm::Type::getVoidTy(module_.getContext()));
    analysis::copyStatement(call, *llvm::CallInst::Create(last, "", call.getIterator()));
    llvm::changeToUnreachable(&call);
  }

  // The pointer is null, or leads to a function of another type, of which nothing is said.
  void endWild(llvm::CallBase& call, llvm::Value& pointer) {
    llvm::Value* const isNull = llvm::IRBuilder<>(&call).CreateIsNull(&pointer);
    llvm::Instruction* const then = llvm::SplitBlockAndInsertIfThen(isNull, call.getIterator(), /*Unreachable=*/true);
    const llvm::FunctionCallee fails =
        module_.getOrInsertFunction(kWildCall, llvm::Type::getVoidTy(module_.getContext()));
    analysis::copyStatement(call, *llvm::CallInst::Create(fails, "", then->getIterator()));
    endAt(call, kExceeds);
  }

  // Those of the loop are too many.
  void endStarts(const llvm::Loop& loop) {
    for (llvm::BasicBlock* block : loop.blocks())
      if (const auto start = llvm::find_if(*block, starts); start != block->end())
        endAt(llvm::cast<llvm::CallBase>(*start), kExceeds);
  }

  // What the thread runs, if that is known.
  static llvm::Function* firstOf(const llvm::CallBase& start) {
    const unsigned operand = analysis::factsOf(*calleeOf(start)).function;
    return llvm::dyn_cast<llvm::Function>(start.getArgOperand(operand)->stripPointerCastsAndAliases());
  }

  bool startThreads(llvm::Function& code) {
    for (llvm::Instruction& instruction : llvm::instructions(code)) {
      if (!starts(instruction)) continue;
      auto& call = llvm::cast<llvm::CallBase>(instruction);
      const unsigned function = analysis::factsOf(*calleeOf(call)).function;
      llvm::Function* const first = firstOf(call);
      if (!first || first->isDeclaration())
        return refuse(instruction, "starts a thread with a function that is not known");
      if (program_.threads.size() >= kMostThreads) return refuse(instruction, "starts too many threads for bmc");
      llvm::ValueToValueMapTy map;
      llvm::Function* const copy = llvm::CloneFunction(first, map);
      call.setArgOperand(function, copy);
      program_.threads.push_back({copy, &call});
    }
    return true;
  }

  // Small structures are copied and filled word by word, and others may see each.
  void expandCopies(llvm::Function& code) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(code))) {
      auto* const range = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
      const auto* const length = range ? llvm::dyn_cast<llvm::ConstantInt>(range->getLength()) : nullptr;
      if (!length || length->getZExtValue() > kLargestCopy) continue;
      auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(range);
      const auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(range);
      const auto* const filled = fill ? llvm::dyn_cast<llvm::ConstantInt>(fill->getValue()) : nullptr;
      if (!copy && !filled) continue;
      std::uint64_t word = std::min(range->getDestAlign().valueOrOne().value(), std::uint64_t{8});
      if (copy) word = std::min(word, copy->getSourceAlign().valueOrOne().value());
      llvm::IRBuilder<> builder(range);
      const auto place = [&](llvm::Value* pointer, std::uint64_t offset) {
        return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset);
      };
      for (std::uint64_t at = 0; at < length->getZExtValue();) {
        std::uint64_t bytes = word;
        while (at + bytes > length->getZExtValue()) bytes /= 2;
        llvm::Type* const type = builder.getIntNTy(static_cast<unsigned>(bytes * 8));
        llvm::Value* value = nullptr;
        if (copy) {
          llvm::Instruction* const load =
              builder.CreateAlignedLoad(type, place(copy->getRawSource(), at), llvm::Align(1));
          analysis::copyStatement(*range, *load);
          value = load;
        } else {
          value = builder.getInt(llvm::APInt::getSplat(static_cast<unsigned>(bytes * 8), filled->getValue()));
        }
        llvm::Instruction* const store =
            builder.CreateAlignedStore(value, place(range->getRawDest(), at), llvm::Align(1));
        analysis::copyStatement(*range, *store);
        at += bytes;
      }
      range->eraseFromParent();
    }
  }

  // What is local to a thread is a variable each.
  void copyThreadLocals(llvm::Function& code) {
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module_.globals())) {
      if (!variable.isThreadLocal()) continue;
      llvm::GlobalVariable* own = nullptr;
      for (llvm::Use& use : llvm::make_early_inc_range(variable.uses())) {
        const auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user || user->getFunction() != &code) continue;
        if (!own) {
          own = new llvm::GlobalVariable(module_, variable.getValueType(), variable.isConstant(),
                                         llvm::GlobalValue::InternalLinkage, variable.getInitializer(),
                                         variable.getName(), &variable, variable.getThreadLocalMode());
          own->setAlignment(variable.getAlign());
        }
        use.set(own);
      }
    }
  }

  llvm::Module& module_;
  const Bounds& bounds_;
  const FlatOptions& options_;
  llvm::DenseMap<const llvm::Function*, unsigned> sizes_;  // instructions
  std::vector<llvm::Function*> pointedTo_;
  FlatProgram program_;
  std::string problem_;
};

// What no thread comes to.
void removeOthers(llvm::Module& module, const FlatProgram& program) {
  for (llvm::Function& function : module) {
    const auto isCode = [&](const FlatThread& thread) { return thread.code == &function; };
    if (!function.isDeclaration() && llvm::none_of(program.threads, isCode)) function.deleteBody();
  }
}

}  // namespace

Result<FlatProgram> flatten(llvm::Module& module, const Bounds& bounds, const FlatOptions& options) {
  auto program = Flattener(module, bounds, options).flatten();
  if (program) removeOthers(module, *program);
  return program;
}

}  // namespace heddle::symbolic
