// The memory of a flat program: its objects, and the cells that they fall into.
//
// Each object has an address of its own, so that pointers are numbers. A cell is what
// accesses take as a whole: where any access may begin or end, by the points-to
// analysis, a cell does. A variable of the formula stands for each.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/program_memory.h"
#include "symbolic/flat_program.h"

namespace heddle::symbolic {

struct Cell {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  unsigned number = 0;        // of all cells
  std::uint64_t initial = 0;  // what the program begins with
};

struct Object {
  const llvm::Value* value = nullptr;  // a variable, an alloca, or a call that allocates
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::vector<Cell> cells;
  bool isBlock = false;                // of the heap
  bool mayEnd = false;                 // it is there only from its allocation, or marker, to its end
  unsigned number = 0;                 // of all objects
  bool hasAnySize = false;             // a block that may be smaller than it is here
  bool isShared = false;               // several threads access it, one of them writing
  std::set<std::uint64_t> kinds = {};  // offsets of mutexes that may be of another kind than the usual one

  bool isConstant() const {
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    return variable && variable->isConstant();
  }
};

// Where an access may go.
struct Target {
  const Object* object;
  std::uint64_t offset;
};

class Objects {
 public:
  // `readsCount`: atomic accesses are events, whoever else accesses the same.
  Objects(const llvm::Module& module, const FlatProgram& program, const Bounds& bounds, bool readsCount);

  // Of blocks whose size is not known: larger ones are not represented.
  std::uint64_t blockBytes() const { return bounds_.blockBytes; }

  // What cannot be represented; empty: all can.
  const std::string& problem() const { return problem_; }

  const std::vector<Object>& all() const { return objects_; }
  unsigned cells() const { return cells_; }
  // Those that a call may allocate, in this order. If it is not in a loop, one is enough.
  std::vector<const Object*> blocksOf(const llvm::CallBase& call) const;
  // Of a variable, a function or an alloca.
  std::uint64_t addressOf(const llvm::Value& value) const { return addresses_.lookup(&value); }
  // Of a constant pointer: an object and an offset, a function, or a number.
  std::uint64_t addressOf(const llvm::Constant& pointer) const;
  // By the points-to analysis.
  std::vector<Target> targetsOf(const llvm::Value& pointer, std::uint64_t bytes) const;
  // The object that lies there as a whole, if one does.
  const Object* at(std::uint64_t address, std::uint64_t bytes) const;
  // Whether other threads may access the same, one of them writing.
  bool isShared(const llvm::Instruction& instruction) const { return shared_.contains(&instruction); }
  // Whether main does it before it starts a thread.
  bool isEarly(const llvm::Instruction& instruction) const { return early_.contains(&instruction); }

 private:
  using Number = unsigned;
  struct Gathered {                                             // of an object
    std::set<std::uint64_t> boundaries;                         // of cells
    std::set<std::pair<std::uint64_t, std::uint64_t>> written;  // from, to
    std::set<std::uint64_t> mutexes;                            // where they begin
    std::uint64_t readers = 0, writers = 0;                     // a bit for each thread
    bool isAtomic = false;                                      // some accesses are
  };

  void assignAddresses(const llvm::Module& module, const FlatProgram& program);
  void addObject(const llvm::Value& value, std::uint64_t bytes, bool isBlock = false);
  void addBlocks(const llvm::CallBase& call, bool isInLoop);
  void gather(const llvm::Instruction& instruction, unsigned thread);
  void gatherKinds();
  void shareBoundaries();
  void makeCells();
  std::uint64_t initialOf(const Object& object, std::uint64_t offset, unsigned bytes) const;
  void refuse(const llvm::Instruction& at, const std::string& why);
  void refuseAnything(const llvm::Instruction& access);

  const FlatProgram& program_;
  const Bounds bounds_;
  std::shared_ptr<analysis::ProgramMemory> memory_;
  const llvm::DataLayout& layout_;
  std::vector<Object> objects_;  // by address
  std::vector<Gathered> gathered_;
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<Number, 1>> numbers_;
  llvm::DenseMap<const llvm::Value*, std::uint64_t> addresses_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> shared_, early_;
  std::uint64_t next_ = 0x10000;
  unsigned cells_ = 0;
  std::string problem_;
};

}  // namespace heddle::symbolic
