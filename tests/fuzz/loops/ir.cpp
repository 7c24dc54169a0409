#include "ir.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <sstream>

namespace heddle::fuzz {
namespace {

using llvm::AtomicOrdering;
using llvm::BasicBlock;
using llvm::Value;
using Kind = Instruction::Kind;

const llvm::Align kAlign(4), kPointerAlign(8);

// What all threads share.
class Globals {
 public:
  Globals(llvm::Module& module, const Program& program) : module_(module) {
    auto* number = llvm::Type::getInt32Ty(module.getContext());
    for (unsigned i = 0; i < kWords; ++i)
      words.push_back(make("x" + std::to_string(i), number, llvm::ConstantInt::getSigned(number, program.words[i])));
    auto* pointer = llvm::PointerType::getUnqual(module.getContext());
    q = make("q", pointer, llvm::ConstantPointerNull::get(pointer));
    for (unsigned t = 0; t < program.threads.size(); ++t)
      results.push_back(make("result" + std::to_string(t), number, llvm::ConstantInt::get(number, 0)));
    empty = make("empty", llvm::Type::getInt8Ty(module.getContext()),
                 llvm::ConstantInt::get(llvm::Type::getInt8Ty(module.getContext()), 0));
    empty->setConstant(true);
  }

  std::vector<llvm::GlobalVariable*> words, results;
  llvm::GlobalVariable *q, *empty;

 private:
  llvm::GlobalVariable* make(const std::string& name, llvm::Type* type, llvm::Constant* start) {
    return new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, start, name);
  }

  llvm::Module& module_;
};

class ThreadEmitter {
 public:
  ThreadEmitter(llvm::Function& function, const Code& code, unsigned result, llvm::GlobalVariable& left,
                const Globals& globals, AtomicOrdering order)
      : function_(function),
        code_(code),
        mask_(result),
        left_(left),
        globals_(globals),
        order_(order),
        builder_(BasicBlock::Create(function.getContext(), "entry", &function)) {}

  void emit() {
    locate(code_.front().line);
    makeVariables();
    for (unsigned i = 0; i < code_.size(); ++i)
      blocks_.push_back(BasicBlock::Create(function_.getContext(), "at" + std::to_string(i), &function_));
    builder_.CreateBr(blocks_.front());
    for (unsigned i = 0; i < code_.size(); ++i) {
      builder_.SetInsertPoint(blocks_[i]);
      locate(code_[i].line);
      one(code_[i], i);
    }
  }

 private:
  llvm::Type* number() { return builder_.getInt32Ty(); }
  void locate(unsigned line) {
    builder_.SetCurrentDebugLocation(llvm::DILocation::get(function_.getContext(), line, 1, function_.getSubprogram()));
  }

  void makeVariables() {
    for (unsigned i = 0; i < kLocals; ++i) locals_.push_back(builder_.CreateAlloca(number(), nullptr, "r"));
    p_ = builder_.CreateAlloca(builder_.getPtrTy(), nullptr, "p");
    auto* cells = llvm::ArrayType::get(number(), kCells);
    Value* array = builder_.CreateAlloca(cells, nullptr, "cells");
    for (unsigned i = 0; i < kCells; ++i) cells_.push_back(builder_.CreateConstInBoundsGEP2_64(cells, array, 0, i));
    for (Value* local : locals_) builder_.CreateStore(builder_.getInt32(0), local);
    builder_.CreateStore(llvm::ConstantPointerNull::get(builder_.getPtrTy()), p_);
    for (Value* cell : cells_) builder_.CreateStore(builder_.getInt32(0), cell);
  }

  void one(const Instruction& instruction, unsigned index) {
    switch (instruction.kind) {
      case Kind::Jump: builder_.CreateBr(blocks_[instruction.target]); return;
      case Kind::Branch:
        builder_.CreateCondBr(emit(*instruction.test), blocks_[instruction.target], blocks_[instruction.other]);
        return;
      case Kind::Switch: {
        auto* choice = builder_.CreateSwitch(emit(instruction.statement->value), blocks_[instruction.rest], 2);
        choice->addCase(builder_.getInt32(0), blocks_[instruction.target]);
        choice->addCase(builder_.getInt32(1), blocks_[instruction.other]);
        return;
      }
      case Kind::Exit: leave(); return;
      case Kind::Do: break;
    }
    perform(instruction);
    if (builder_.GetInsertBlock()->getTerminator() == nullptr) builder_.CreateBr(blocks_[index + 1]);
  }

  void leave() {
    Value* sum = builder_.getInt32(1);
    for (unsigned i = 0; i < kLocals; ++i)
      if (mask_ >> i & 1) sum = builder_.CreateAdd(builder_.CreateMul(sum, builder_.getInt32(16)), get(i));
    builder_.CreateStore(sum, &left_);
    builder_.CreateRet(llvm::ConstantPointerNull::get(builder_.getPtrTy()));
  }

  Value* get(unsigned local) { return builder_.CreateLoad(number(), locals_[local]); }
  void set(int local, Value* value) {
    if (local >= 0) builder_.CreateStore(value, locals_[static_cast<unsigned>(local)]);
  }

  Value* emit(const Operand& operand) {
    return operand.isLocal ? get(static_cast<unsigned>(operand.value))
                           : static_cast<Value*>(llvm::ConstantInt::getSigned(number(), operand.value));
  }

  Value* emit(const Expression& e) {
    Value* a = emit(e.a);
    if (e.op == Operator::Value) return a;
    Value* b = emit(e.b);
    switch (e.op) {
      case Operator::Add: return builder_.CreateAdd(a, b);
      case Operator::Sub: return builder_.CreateSub(a, b);
      case Operator::And: return builder_.CreateAnd(a, b);
      case Operator::Or: return builder_.CreateOr(a, b);
      case Operator::Xor: return builder_.CreateXor(a, b);
      case Operator::Equal: return builder_.CreateZExt(builder_.CreateICmpEQ(a, b), number());
      default: return builder_.CreateZExt(builder_.CreateICmpSLT(a, b), number());
    }
  }

  Value* emit(const Test& test) {
    if (test.relation == Relation::IsNull) return builder_.CreateIsNull(builder_.CreateLoad(builder_.getPtrTy(), p_));
    if (test.relation == Relation::IsSet) return builder_.CreateIsNotNull(builder_.CreateLoad(builder_.getPtrTy(), p_));
    Value* left = emit(test.left);
    Value* right = emit(test.right);
    switch (test.relation) {
      case Relation::Equal: return builder_.CreateICmpEQ(left, right);
      case Relation::NotEqual: return builder_.CreateICmpNE(left, right);
      case Relation::Less: return builder_.CreateICmpSLT(left, right);
      case Relation::AtMost: return builder_.CreateICmpSLE(left, right);
      default: return builder_.CreateICmpULT(left, right);
    }
  }

  Value* place(const Statement& s) {
    if (s.word == kThroughP) return builder_.CreateLoad(builder_.getPtrTy(), p_);
    return globals_.words[s.word];
  }

  Value* target(Target to) {
    if (to == kTargetIsP) return builder_.CreateLoad(builder_.getPtrTy(), p_);
    if (to == 0) return llvm::ConstantPointerNull::get(builder_.getPtrTy());
    return globals_.words[static_cast<unsigned>(to - 1)];
  }

  void perform(const Instruction& instruction) {
    const Statement& s = *instruction.statement;
    switch (s.what) {
      case What::Assign: return set(s.dest, emit(s.value));
      case What::Load: {
        auto* load = builder_.CreateAlignedLoad(number(), place(s), kAlign);
        if (!s.plain) load->setAtomic(order_);
        return set(s.dest, load);
      }
      case What::Store: {
        Value* value = emit(s.value);
        auto* store = builder_.CreateAlignedStore(value, place(s), kAlign);
        if (!s.plain) store->setAtomic(order_);
        return;
      }
      case What::Update: {
        Value* value = emit(s.value);
        return set(s.dest, builder_.CreateAtomicRMW(operation(s.update), place(s), value, kAlign, order_));
      }
      case What::CompareExchange:
      case What::CompareExchangeLocal: return compareExchange(s);
      case What::LoadPointer: {
        auto* load = builder_.CreateAlignedLoad(builder_.getPtrTy(), globals_.q, kPointerAlign);
        load->setAtomic(order_);
        builder_.CreateStore(load, p_);
        return;
      }
      case What::StorePointer:
        builder_.CreateAlignedStore(target(s.target), globals_.q, kPointerAlign)->setAtomic(order_);
        return;
      case What::ExchangePointer:
        builder_.CreateStore(
            builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, globals_.q, target(s.target), kPointerAlign, order_),
            p_);
        return;
      case What::GetCell: return set(s.dest, builder_.CreateLoad(number(), cells_[s.cell]));
      case What::PutCell: builder_.CreateStore(emit(s.value), cells_[s.cell]); return;
      case What::Divide: return set(s.dest, builder_.CreateSDiv(emit(s.value), emit(s.other)));
      case What::Choose: return set(s.dest, call("heddle_choose", number(), {builder_.getInt32(2)}));
      case What::Yield: call("sched_yield", number(), {}); return;
      case What::Sleep: call("usleep", number(), {emit(s.value)}); return;
      case What::Fence: builder_.CreateFence(AtomicOrdering::SequentiallyConsistent); return;
      case What::Assume: {
        Value* holds = instruction.test ? builder_.CreateZExt(emit(*instruction.test), number()) : builder_.getInt32(0);
        call("heddle_assume", builder_.getVoidTy(), {holds});
        return;
      }
      case What::Assert:
        call("heddle_assert_fail", builder_.getVoidTy(),
             {globals_.empty, globals_.empty, builder_.getInt32(instruction.line), globals_.empty});
        builder_.CreateUnreachable();
        return;
      default: return;
    }
  }

  static llvm::AtomicRMWInst::BinOp operation(Update update) {
    using Rmw = llvm::AtomicRMWInst;
    static constexpr Rmw::BinOp kOperations[] = {Rmw::Xchg, Rmw::Add, Rmw::Sub, Rmw::And,  Rmw::Or,
                                                 Rmw::Xor,  Rmw::Max, Rmw::Min, Rmw::UMax, Rmw::UMin};
    return kOperations[static_cast<unsigned>(update)];
  }

  void compareExchange(const Statement& s) {
    const bool local = s.what == What::CompareExchangeLocal;
    Value* expected = local ? get(s.expected) : emit(s.value);
    Value* desired = emit(s.other);
    Value* pair = builder_.CreateAtomicCmpXchg(place(s), expected, desired, kAlign, order_, order_);
    Value* same = builder_.CreateExtractValue(pair, 1);
    if (local) {
      auto* differs = BasicBlock::Create(function_.getContext(), "differs", &function_);
      auto* after = BasicBlock::Create(function_.getContext(), "behind", &function_);
      builder_.CreateCondBr(same, after, differs);
      builder_.SetInsertPoint(differs);
      set(s.expected, builder_.CreateExtractValue(pair, 0));
      builder_.CreateBr(after);
      builder_.SetInsertPoint(after);
    }
    if (s.dest >= 0) set(s.dest, builder_.CreateZExt(same, number()));
  }

  Value* call(const char* name, llvm::Type* type, llvm::ArrayRef<Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 4> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto callee = function_.getParent()->getOrInsertFunction(name, llvm::FunctionType::get(type, types, false));
    return builder_.CreateCall(callee, arguments);
  }

  llvm::Function& function_;
  const Code& code_;
  unsigned mask_;
  llvm::GlobalVariable& left_;
  const Globals& globals_;
  AtomicOrdering order_;
  llvm::IRBuilder<> builder_;
  std::vector<Value*> locals_, cells_;
  Value* p_ = nullptr;
  std::vector<BasicBlock*> blocks_;
};

class ModuleEmitter {
 public:
  ModuleEmitter(llvm::Module& module, const Program& program)
      : module_(module), debug_(module), globals_(module, program) {
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    file_ = debug_.createFile("loops.c", ".");
    debug_.createCompileUnit(llvm::dwarf::DW_LANG_C11, file_, "fuzz", false, "", 0);
  }

  void emit(const Program& program, const std::vector<Code>& code) {
    llvm::LLVMContext& context = module_.getContext();
    auto* pointer = llvm::PointerType::getUnqual(context);
    std::vector<llvm::Function*> threads;
    const auto order = program.isRelaxed ? AtomicOrdering::Monotonic : AtomicOrdering::SequentiallyConsistent;
    for (unsigned t = 0; t < code.size(); ++t) {
      threads.push_back(function("t" + std::to_string(t), llvm::FunctionType::get(pointer, {pointer}, false)));
      ThreadEmitter(*threads.back(), code[t], program.threads[t].result, *globals_.results[t], globals_, order).emit();
    }
    emitMain(threads);
    debug_.finalize();
  }

 private:
  llvm::Function* function(const std::string& name, llvm::FunctionType* type) {
    auto* made = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module_);
    auto* described = debug_.createFunction(file_, name, name, file_, 1, debug_.createSubroutineType({}), 1,
                                            llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    made->setSubprogram(described);
    return made;
  }

  void emitMain(const std::vector<llvm::Function*>& threads) {
    llvm::LLVMContext& context = module_.getContext();
    auto* number = llvm::Type::getInt32Ty(context);
    auto* word = llvm::Type::getInt64Ty(context);
    auto* pointer = llvm::PointerType::getUnqual(context);
    llvm::Function* main = function("main", llvm::FunctionType::get(number, {}, false));
    llvm::IRBuilder<> builder(BasicBlock::Create(context, "entry", main));
    builder.SetCurrentDebugLocation(llvm::DILocation::get(context, 1, 1, main->getSubprogram()));
    Value* null = llvm::ConstantPointerNull::get(pointer);
    auto create = module_.getOrInsertFunction("pthread_create", number, pointer, pointer, pointer, pointer);
    auto join = module_.getOrInsertFunction("pthread_join", number, word, pointer);
    std::vector<Value*> handles;
    for (llvm::Function* thread : threads) {
      handles.push_back(builder.CreateAlloca(word));
      builder.CreateCall(create, {handles.back(), null, thread, null});
    }
    for (Value* handle : handles) builder.CreateCall(join, {builder.CreateLoad(word, handle), null});
    builder.CreateRet(builder.getInt32(0));
  }

  llvm::Module& module_;
  llvm::DIBuilder debug_;
  Globals globals_;
  llvm::DIFile* file_;
};

}  // namespace

std::unique_ptr<llvm::Module> irOf(const Program& program, const std::vector<Code>& code, llvm::LLVMContext& context) {
  auto module = std::make_unique<llvm::Module>("loops", context);
  module->setTargetTriple(llvm::sys::getDefaultTargetTriple());
  module->setDataLayout("e-m:e-i64:64-i128:128-n32:64-S128");
  ModuleEmitter(*module, program).emit(program, code);
  return module;
}

std::string irText(const Program& program) {
  std::string out;
  std::istringstream source(text(program));
  for (std::string line; std::getline(source, line);) out += "; " + line + "\n";
  llvm::LLVMContext context;
  llvm::raw_string_ostream stream(out);
  irOf(program, codeOf(program), context)->print(stream, nullptr);
  return out;
}

}  // namespace heddle::fuzz
