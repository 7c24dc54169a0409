// Conditions over the values of a function, in disjunctive normal form: what
// the purity analysis computes with.
//
// Every simplification here is an equivalence, except where a limit is hit:
// then disjuncts are dropped, which makes the condition hold less often. For
// the purity of a loop that is the safe side.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace heddle::analysis {

// `left predicate right`. Without a right side it is about an access: a
// compare-exchange has succeeded (EQ) or failed (NE), or another
// read-modify-write has left the word as it was (EQ).
struct Literal {
  llvm::CmpInst::Predicate predicate;
  llvm::Value* left;
  llvm::Value* right;

  bool isAboutAccess() const { return right == nullptr; }
  bool operator==(const Literal&) const = default;
};

// All of its literals hold.
class Conjunction {
 public:
  // Each answers whether the conjunction can still hold.
  [[nodiscard]] bool add(llvm::CmpInst::Predicate predicate, llvm::Value* left, llvm::Value* right);
  [[nodiscard]] bool addTruth(llvm::Value* condition, bool value);
  [[nodiscard]] bool addSuccess(llvm::AtomicCmpXchgInst& exchange, bool value);
  [[nodiscard]] bool addUnchanged(llvm::AtomicRMWInst& update);
  [[nodiscard]] bool add(const Literal& literal);

  const llvm::SmallVector<Literal, 4>& literals() const { return literals_; }

  // An access that must have been performed before the conjunction is acted
  // on, since it may fail; null if there is none.
  llvm::Instruction* earliest = nullptr;

 private:
  [[nodiscard]] bool merge(const Literal& literal);

  llvm::SmallVector<Literal, 4> literals_;
};

// One of its disjuncts holds; false if there is none.
class Condition {
 public:
  static Condition never() { return {}; }
  static Condition always() {
    Condition condition;
    condition.disjuncts_.emplace_back();
    return condition;
  }

  void addDisjunct(Conjunction disjunct);
  void addAll(const Condition& other) {
    for (const Conjunction& disjunct : other.disjuncts_) addDisjunct(disjunct);
    isCropped_ |= other.isCropped_;
  }
  // Changes each disjunct; those for which `change` is false cannot hold any more.
  void restrict(llvm::function_ref<bool(Conjunction&)> change);

  bool isNever() const { return disjuncts_.empty(); }
  const llvm::SmallVector<Conjunction, 2>& disjuncts() const { return disjuncts_; }
  // A limit was hit: the condition may hold more often than this says.
  bool isCropped() const { return isCropped_; }

 private:
  llvm::SmallVector<Conjunction, 2> disjuncts_;
  bool isCropped_ = false;
};

// For tests: "%a ugt 4 & %b eq 0 | fails(%c)", with names as in the IR.
std::string toString(const Condition& condition);

}  // namespace heddle::analysis
