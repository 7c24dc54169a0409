#include "analysis/slice/dependence_graph.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <vector>

#include "analysis/library.h"
#include "analysis/program_memory.h"
#include "analysis/slice/control_dependence.h"
#include "analysis/slice/essential.h"
#include "analysis/slice/graph_builder.h"
#include "analysis/slice/memory_parts.h"
#include "analysis/slice/simple_sections.h"
#include "analysis/slice/waiting_loops.h"
#include "analysis/statements.h"
#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using core::Because;
using core::DependenceGraph;
using core::Extent;
using Node = DependenceGraph::Node;

class Builder {
 public:
  Builder(llvm::Module& module, bool plainAccessesRace)
      : module_(module),
        memory_(module),
        waits_(memory_, plainAccessesRace),
        sections_(module, memory_.calls()),
        builder_(gatherStatements()),
        parts_(memory_.pointsTo(), builder_) {}

  DependenceGraph build() {
    for (llvm::Function& function : module_) {
      if (function.isDeclaration()) continue;
      entries_[&function] = builder_.newNode();
      for (const llvm::Argument& argument : function.args()) values_[&argument] = builder_.newNode();
    }
    for (llvm::Function& function : module_)
      if (!function.isDeclaration()) addFunction(function);
    addCalledAtEnd();
    parts_.connect();
    builder_.finish(graph_);
    return std::move(graph_);
  }

 private:
  // --- nodes ---

  // How many nodes they take.
  Node gatherStatements() {
    graph_.places.emplace_back();
    graph_.loops.emplace_back();
    for (llvm::Function& function : module_)
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        values_[&instruction] = statementOf(instruction);
        graph_.places.push_back(placeOf(instruction));
      }
    graph_.innermostLoop.resize(graph_.places.size());
    return graph_.statements();
  }

  DependenceGraph::Place placeOf(const llvm::Instruction& instruction) {
    const llvm::DebugLoc& where = instruction.getDebugLoc();
    if (!where) return {};
    const llvm::DIFile* const file = where->getFile();
    const auto [row, isNew] = files_.try_emplace(file, graph_.files.size());
    if (isNew) graph_.files.push_back(file->getFilename().str());
    return {row->second, where.getLine(), where.getCol()};
  }

  // Of what has a value that is not constant; 0 for others.
  Node nodeOf(const llvm::Value& value) const { return values_.lookup(&value); }

  void addEdge(Node from, Node to, Because because, Extent least = Extent::Whole) {
    builder_.add(from, {to, because, least, Extent::Whole, Extent::Whole});
  }
  void use(Node user, const llvm::Value& value, Extent least = Extent::Whole) {
    if (const Node node = nodeOf(value)) addEdge(user, node, Because::Computes, least);
  }

  // --- control ---

  void addFunction(llvm::Function& function) {
    const ControlDependence control(function);
    llvm::DenseMap<const llvm::BasicBlock*, Node> blocks;
    for (llvm::BasicBlock& block : function) {
      const Node node = blocks[&block] = builder_.newNode();
      addEdge(node, entries_.lookup(&function), Because::Calls, Extent::Whether);
      for (const llvm::Instruction* terminator : control.of(block))
        addEdge(node, nodeOf(*terminator), Because::Controls, Extent::Whether);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const Node node = nodeOf(instruction);
      addEdge(node, blocks.lookup(instruction.getParent()), Because::Controls, Extent::Whether);
      addStatement(instruction, node);
      if (const auto root = essential(instruction))
        graph_.roots.push_back({node, root->extent, root->kind, sections_.isSimple(instruction)});
    }
    addLoops(function);
    addReturns(function);
  }

  void addLoops(llvm::Function& function) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    const llvm::PostDominatorTree postDominators(function);
    llvm::DenseMap<const llvm::Loop*, std::uint32_t> numbers;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      const Node node = builder_.newNode();
      numbers[loop] = static_cast<std::uint32_t>(graph_.loops.size());
      graph_.loops.push_back({node, waits_.mayWait(*loop, dominators, postDominators)});
      // Not only where it is left: another branch may lead back to the header, time and again. And whether an
      // iteration has an effect is decided by all that is in it.
      for (const llvm::BasicBlock* block : loop->blocks())
        for (const llvm::Instruction& instruction : *block) addWith(instruction, node);
    }
    for (const llvm::BasicBlock& block : function)
      if (const llvm::Loop* loop = loops.getLoopFor(&block))
        for (const llvm::Instruction& instruction : block)
          graph_.innermostLoop[nodeOf(instruction)] = numbers.lookup(loop);
  }

  // All that may be executed with it.
  void addWith(const llvm::Instruction& instruction, Node node) {
    addEdge(node, nodeOf(instruction), Because::Loops, Extent::Whether);
    // Whether it changes anything depends on what is there.
    if (const TouchedWord word = touchedWord(instruction); word.pointer && mayWrite(instruction))
      parts_.addRead(node, *word.pointer, word.bytes, instruction.isAtomic());
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      for (const llvm::Function* target : memory_.calls().targetsOf(*call))
        addEdge(node, bodyOf(*target), Because::Loops, Extent::Whether);
  }

  Node bodyOf(const llvm::Function& function) {
    const auto [row, isNew] = bodies_.try_emplace(&function, 0);
    if (!isNew) return row->second;
    const Node node = row->second = builder_.newNode();
    for (const llvm::Instruction& instruction : llvm::instructions(function)) addWith(instruction, node);
    return node;
  }

  // --- calls that do not return ---

  // What follows a call is executed unless the thread ends in it.
  void addReturns(llvm::Function& function) {
    const auto entersProgram = [&](const llvm::Instruction& instruction) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call && !memory_.calls().targetsOf(*call).empty();
    };
    if (llvm::none_of(llvm::instructions(function), entersProgram)) return;
    llvm::DenseMap<const llvm::BasicBlock*, Node> reached;
    for (const llvm::BasicBlock& block : function) reached[&block] = builder_.newNode();
    for (const llvm::BasicBlock& block : function) {
      Node before = reached.lookup(&block);
      for (const llvm::Instruction& instruction : block) {
        addEdge(nodeOf(instruction), before, Because::Ends, Extent::Whether);
        if (!entersProgram(instruction)) continue;
        const Node after = builder_.newNode();
        addEdge(after, before, Because::Ends, Extent::Whether);
        for (const llvm::Function* target : memory_.calls().targetsOf(llvm::cast<llvm::CallBase>(instruction)))
          addEdge(after, endsIn(*target), Because::Ends, Extent::Whether);
        before = after;
      }
      for (const llvm::BasicBlock* next : llvm::successors(&block))
        addEdge(reached.lookup(next), before, Because::Ends, Extent::Whether);
    }
  }

  // All that may end a thread in the function, and in what it calls.
  Node endsIn(const llvm::Function& function) {
    const auto [row, isNew] = ends_.try_emplace(&function, 0);
    if (!isNew) return row->second;
    const Node node = row->second = builder_.newNode();
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto root = essential(instruction);
      if (root && root->extent == Extent::Whether) addEdge(node, nodeOf(instruction), Because::Ends, Extent::Whether);
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        for (const llvm::Function* target : memory_.calls().targetsOf(*call))
          addEdge(node, endsIn(*target), Because::Ends, Extent::Whether);
    }
    return node;
  }

  // What the library calls may be called when a thread has returned from where it began, one after the other; or
  // before main.
  void addCalledAtEnd() {
    const auto isOnlyStarted = [](const llvm::Function& function) {
      return llvm::all_of(function.uses(), [](const llvm::Use& use) {
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
        return call && (call->isCallee(&use) || ProgramCalls::isWhereToStart(use));
      });
    };
    const Node inCalled = builder_.newNode();  // what may end a thread there
    const Node before = builder_.newNode();    // what may end one before
    addEdge(before, inCalled, Because::Ends, Extent::Whether);
    addEdge(before, endsOfThreads(), Because::Ends, Extent::Whether);
    for (const llvm::Function& function : module_) {
      if (function.isDeclaration() || isOnlyStarted(function)) continue;
      addEdge(inCalled, endsIn(function), Because::Ends, Extent::Whether);
      addEdge(entries_.lookup(&function), before, Because::Ends, Extent::Whether);
    }
    if (const llvm::Function* const main = module_.getFunction(core::hooks::kMain)) {
      addEdge(before, endsIn(*main), Because::Ends, Extent::Whether);
      addEdge(entries_.lookup(main), inCalled, Because::Ends, Extent::Whether);
    }
  }

  // --- data ---

  void addStatement(const llvm::Instruction& instruction, Node node) {
    const auto bytesOf = [&](const llvm::Value* value) {
      return module_.getDataLayout().getTypeStoreSize(value->getType()).getKnownMinValue();
    };
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return addCall(*call, node);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      use(node, *store->getPointerOperand(), Extent::Whether);
      use(node, *store->getValueOperand());
      parts_.addWrite(node, *store->getPointerOperand(), bytesOf(store->getValueOperand()), store->isAtomic());
      return;
    }
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
      const TouchedWord word = touchedWord(instruction);
      use(node, *word.pointer, Extent::Whether);
      parts_.addRead(node, *word.pointer, word.bytes, true);
      parts_.addWrite(node, *word.pointer, word.bytes, true);
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      parts_.addRead(node, *load->getPointerOperand(), bytesOf(load), load->isAtomic());
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      for (const llvm::BasicBlock* from : phi->blocks())
        addEdge(node, nodeOf(*from->getTerminator()), Because::Controls);
    }
    for (const llvm::Value* operand : instruction.operand_values()) use(node, *operand);
  }

  // --- calls ---

  void addCall(const llvm::CallBase& call, Node node) {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return addIntrinsic(*intrinsic, node);
    use(node, *call.getCalledOperand(), Extent::Whether);
    const auto targets = memory_.calls().targetsOf(call);
    for (const llvm::Function* target : targets) enter(*target, call, node);
    if (targets.empty() || memory_.calls().mayLeave(call)) leave(call, node);
  }

  void enter(const llvm::Function& target, const llvm::CallBase& call, Node node) {
    addCaller(target, node);
    for (unsigned i = 0; i < target.arg_size() && i < call.arg_size(); ++i) {
      const llvm::Argument& argument = *target.getArg(i);
      use(nodeOf(argument), *call.getArgOperand(i));
      if (!argument.hasByValAttr()) continue;
      use(node, *call.getArgOperand(i));
      parts_.addRead(node, *call.getArgOperand(i), kAnyBytes, false);
      parts_.addWrite(node, argument, kAnyBytes, false);
    }
    if (target.isVarArg()) {  // its further arguments come by way of memory that is not shown
      for (const llvm::Value* argument : call.args()) use(node, *argument);
      parts_.addWriteOfAnything(node);
    }
    for (const llvm::BasicBlock& block : target)
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
        addEdge(node, nodeOf(*block.getTerminator()), Because::Returns);
  }

  void addCaller(const llvm::Function& target, Node call) {
    builder_.add(entries_.lookup(&target), {call, Because::Calls, Extent::Whether, Extent::Whether, Extent::Whether});
  }

  // To code that is not seen.
  void leave(const llvm::CallBase& call, Node node) {
    const LibraryCall what = libraryCall(call);
    const llvm::Function* const callee = call.getCalledFunction();
    const bool isLock = callee && (factsOf(*callee).takesLock || factsOf(*callee).givesLockBack);
    for (const llvm::Value* argument : call.args()) use(node, *argument, isLock ? Extent::Whether : Extent::Whole);
    addEdge(errorNumber(), node, Because::Writes);
    if (callee && callee->getName() == core::library::kErrorLocation) addEdge(node, errorNumber(), Because::Writes);
    for (const llvm::Function* started : memory_.calls().startedBy(call)) {
      addCaller(*started, node);
      addEdge(endsOfThreads(), endsIn(*started), Because::Ends, Extent::Whether);
      if (started->arg_size() > 0) use(nodeOf(*started->getArg(0)), *ProgramCalls::argumentOf(call));
      for (const llvm::BasicBlock& block : *started)
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
          addEdge(returnedByThreads(), nodeOf(*block.getTerminator()), Because::Returns);
    }
    if (what.kind == LibraryCall::Kind::Unknown) {
      parts_.addReadOfAnything(node);
      parts_.addWriteOfAnything(node);
      builder_.add(outside(), {node, Because::Calls, Extent::Whether, Extent::Whether, Extent::Whether});
      addEdge(node, returnedOutside(), Because::Returns);
      return;
    }
    if (what.kind == LibraryCall::Kind::Allocates || what.kind == LibraryCall::Kind::Frees) return;
    if (what.learns && what.writes) {  // a join
      addEdge(node, returnedByThreads(), Because::Returns);
      addEdge(node, endsOfThreads(), Because::Ends, Extent::Whether);
    }
    for (const llvm::Use& use : call.args()) {
      const llvm::Value* const argument = use.get();
      if (!argument->getType()->isPointerTy() || ProgramCalls::isPassedOn(use)) continue;
      if (llvm::isa<llvm::Function, llvm::ConstantPointerNull>(argument)) continue;
      // Locks that are made or destroyed are not looked at, or that is an event.
      const bool isMade = callee && factsOf(*callee).effect == core::library::Effect::Writes &&
                          !factsOf(*callee).borrows.contains(call.getArgOperandNo(&use));
      if (!isMade) parts_.addRead(node, *argument, kAnyBytes, false);
      if (what.writes || isLock) parts_.addWrite(node, *argument, kAnyBytes, false);
    }
  }

  Node once(Node& node) {
    if (node == 0) node = builder_.newNode();
    return node;
  }
  Node returnedByThreads() { return once(returnedByThreads_); }
  Node endsOfThreads() { return once(endsOfThreads_); }
  // errno, which any function of the library may set.
  Node errorNumber() { return once(errorNumber_); }
  // Code that is not seen and calls whatever it knows of.
  Node outside() {
    if (outside_ == 0)
      for (const llvm::Function* target : memory_.calls().addressTaken())
        addEdge(entries_.lookup(target), once(outside_), Because::Calls, Extent::Whether);
    return once(outside_);
  }

  void addIntrinsic(const llvm::IntrinsicInst& call, Node node) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
    if (const auto* access = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call)) {
      const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(access->getLength());
      const std::uint64_t bytes = length ? length->getZExtValue() : kAnyBytes;
      use(node, *access->getRawDest(), Extent::Whether);
      if (bytes != 0) parts_.addWrite(node, *access->getRawDest(), bytes, false);
      if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(access); transfer && bytes != 0)
        parts_.addRead(node, *transfer->getRawSource(), bytes, false);
    } else if (call.mayWriteToMemory() && !call.isLifetimeStartOrEnd() && !call.isAssumeLikeIntrinsic()) {
      parts_.addReadOfAnything(node);
      parts_.addWriteOfAnything(node);
    }
    for (const llvm::Value* argument : call.args()) use(node, *argument);
  }

  llvm::Module& module_;
  DependenceGraph graph_;
  llvm::DenseMap<const llvm::Value*, Node> values_;  // instructions and arguments
  llvm::DenseMap<const llvm::DIFile*, std::uint32_t> files_;
  llvm::DenseMap<const llvm::Function*, Node> entries_, bodies_, ends_;
  ProgramMemory memory_;
  WaitingLoops waits_;
  SimpleSections sections_;
  GraphBuilder builder_;
  MemoryParts parts_;
  // What the functions return that it may call.
  Node returnedOutside() {
    if (returnedOutside_ == 0)
      for (const llvm::Function* target : memory_.calls().addressTaken())
        for (const llvm::BasicBlock& block : *target)
          if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
            addEdge(once(returnedOutside_), nodeOf(*block.getTerminator()), Because::Returns);
    return once(returnedOutside_);
  }

  Node returnedOutside_ = 0;
  Node returnedByThreads_ = 0, endsOfThreads_ = 0, errorNumber_ = 0, outside_ = 0;
};

}  // namespace

core::DependenceGraph dependenceGraph(llvm::Module& module, bool plainAccessesRace) {
  return Builder(module, plainAccessesRace).build();
}

}  // namespace heddle::analysis
