// What a function of libstdc++.so touches of the program's memory, checked around the call of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/library_types.h"

namespace llvm {
class AttributeList;
class DataLayout;
class FunctionType;
}  // namespace llvm

namespace heddle::runtime {

// What the type of a call says of it.
struct CallShape {
  bool takesPointers = false;
  std::vector<bool> mayPoint = {};  // by argument; a word may, too
  std::uint64_t resultBytes = 0;    // of what the first argument is written with, if it is for the result
  Touch::Kind result = Touch::Kind::Object;
};

CallShape shapeOf(const llvm::FunctionType& type, const llvm::AttributeList& attributes,
                  const llvm::DataLayout& layout);

struct LibraryCall {
  std::string mangled;  // empty: nobody knows which function it is
  std::string readable;
  std::vector<Touch> touches;  // by argument
  std::size_t arguments = 0;   // words; behind them are notes
  Moves moves = Moves::Nothing;
  std::uint64_t resultBytes = 0;
  Touch::Kind result = Touch::Kind::Object;
};

// Arguments that the name says nothing of may lead anywhere.
LibraryCall libraryCall(const std::string& mangled, const CallShape& shape);

// Words behind those of the arguments, for what is known before a call and needed after it.
inline constexpr unsigned kNotes = 2;

// Of each argument the first word is there.
void checkBefore(const LibraryCall& call, std::uint64_t* arguments);
// What was written depends on what the function did. `result` is the first word of what it returns.
void checkAfter(const LibraryCall& call, const std::uint64_t* arguments, std::uint64_t result);

}  // namespace heddle::runtime
