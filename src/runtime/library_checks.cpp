#include "runtime/library_checks.h"

#include <fmt/format.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/externals/external.h"
#include "runtime/library_image.h"

namespace heddle::runtime {
namespace {

using Kind = Touch::Kind;

bool mayPoint(const llvm::Type* type) {
  if (type->isPointerTy()) return true;
  if (type->isArrayTy() || type->isStructTy())
    for (const llvm::Type* const part : type->subtypes())
      if (part->isPointerTy() || part->isIntegerTy(64)) return true;
  return false;
}

// What it is with what it leads to, if the call makes that, too.
Kind resultOf(const llvm::Type& type) {
  static const std::string kPath = "class.std::filesystem::__cxx11::path";
  const llvm::StringRef name = type.isStructTy() ? type.getStructName() : "";
  if (name.starts_with("class.std::__cxx11::basic_string")) return Kind::String;
  if (name == kPath || name.starts_with(kPath + ".")) return Kind::Path;  // numbered, if several modules have it
  return Kind::Object;
}

void* pointer(std::uint64_t argument) { return reinterpret_cast<void*>(argument); }

void check(std::uint64_t at, std::uint64_t bytes, bool writes) {
  engine->plain.checkRange(at, bytes, writes, engine->sites.here());
}

void checkText(std::uint64_t at, std::uint32_t character) {
  if (character == 1) {
    externals::checkString(static_cast<const char*>(pointer(at)));
    return;
  }
  for (;; at += character) {
    check(at, character, false);
    if (*static_cast<const wchar_t*>(pointer(at)) == 0) return;
  }
}

// Where a std::basic_string keeps its characters, and how many.
struct Characters {
  std::uint64_t at;
  std::uint64_t count;
};

void checkCharacters(std::uint64_t string, bool writes, std::uint32_t character) {
  Characters characters;
  std::memcpy(&characters, pointer(string), sizeof(characters));
  check(characters.at, (characters.count + 1) * character, writes);
}

void checkString(std::uint64_t string, bool writes, std::uint32_t character) {
  check(string, writes ? sizeof(std::string) : sizeof(Characters), writes);
  checkCharacters(string, writes, character);
}

// The blocks of the parts of a path. The lowest bits of the pointer to them say what kind of path it is.
void checkParts(std::uint64_t parts, bool writes) {
  std::uint64_t block = 0;
  std::memcpy(&block, pointer(parts), sizeof(block));
  block &= ~std::uint64_t{3};
  if (block == 0) return;
  check(block, 1, false);
  const Block& whole = *engine->heap.around(block);
  check(whole.start, whole.size, writes);
  const auto& path = *static_cast<const std::filesystem::path*>(pointer(parts - sizeof(std::string)));
  for (const std::filesystem::path& part : path) checkCharacters(externals::addressOf(&part), writes, 1);
}

void checkPath(std::uint64_t path, bool writes) {
  check(path, sizeof(std::filesystem::path), writes);
  checkCharacters(path, writes, 1);
  checkParts(path + sizeof(std::string), writes);
}

// What a std::streambuf keeps, of whatever characters: the areas that it reads from and writes to.
struct Areas {
  std::uint64_t functions, getBegin, get, getEnd, putBegin, put, putEnd;
};

// Whether a function of the library changes the buffer itself. Those of the program may keep all they have elsewhere,
// and lock it.
bool isChanged(std::uint64_t buffer) {
  Areas areas;
  std::memcpy(&areas, pointer(buffer), sizeof(areas));
  if (libraryImage().has(areas.functions) || areas.put < areas.putEnd || areas.get < areas.getEnd) return true;
  auto* const base = static_cast<std::streambuf*>(pointer(buffer));
  return dynamic_cast<std::stringbuf*>(base) != nullptr || dynamic_cast<std::filebuf*>(base) != nullptr;
}

void checkBuffer(std::uint64_t buffer, bool writes) {
  if (!inRegion(buffer)) return;  // a standard stream's
  check(buffer, sizeof(std::streambuf), false);
  if (writes && isChanged(buffer)) check(buffer + sizeof(void*), sizeof(std::streambuf) - sizeof(void*), true);
}

// Its virtual base: what its pointer to virtual functions says, whatever its class.
std::uint64_t stateOf(std::uint64_t stream) {
  check(stream, sizeof(void*), false);
  const char* table = nullptr;
  std::memcpy(&table, pointer(stream), sizeof(table));
  std::ptrdiff_t offset = 0;
  std::memcpy(&offset, table - 3 * sizeof(void*), sizeof(offset));
  return stream + static_cast<std::uint64_t>(offset);
}

void checkStream(std::uint64_t stream, bool writes) {
  const std::uint64_t state = stateOf(stream);
  check(state, sizeof(std::ios_base), writes);
  // Streams of other characters have it in the same place.
  const auto* const ios = static_cast<const std::ios*>(pointer(state));
  check(state + sizeof(std::ios_base), sizeof(std::ios) - sizeof(std::ios_base), false);
  checkBuffer(externals::addressOf(ios->rdbuf()), writes);
}

[[noreturn]] void refuseCall(const LibraryCall& call, std::uint64_t argument) {
  const InHeddle guard;
  const std::string advice =
      call.mangled.empty() ? "" : "; to run it nevertheless, unchecked: --allow-external " + call.mangled;
  std::string message = fmt::format(
      "the program calls {} with {}, and Heddle does not know what this function of the C++ "
      "library reads and writes there{}",
      call.readable, engine->names.nameOf(argument), advice);
  engine->verdicts.refuse(std::move(message), engine->sites.here());
}

void checkObject(std::uint64_t at, const Touch& touch) {
  const std::uint64_t table = touch.keepsTable ? sizeof(void*) : 0;
  if (table != 0) check(at, table, false);
  check(at + table, touch.bytes - table, touch.writes);
}

void checkSpan(const LibraryCall& call, const std::uint64_t* arguments, std::size_t i) {
  std::size_t first = i;
  while (call.touches[first].kind != Kind::Span) --first;
  const std::uint64_t begin = arguments[first], end = arguments[first + 1];
  if (begin >= end) return;
  const Touch &span = call.touches[first], &touch = call.touches[i];
  check(arguments[i], (end - begin) / span.bytes * touch.bytes, touch.writes);
}

void checkArgument(const LibraryCall& call, const std::uint64_t* arguments, std::size_t i) {
  const Touch& touch = call.touches[i];
  switch (touch.kind) {
    case Kind::None: break;
    case Kind::Range: break;  // known afterwards
    case Kind::Object: checkObject(arguments[i], touch); break;
    case Kind::Span:
    case Kind::AsSpan: checkSpan(call, arguments, i); break;
    case Kind::Text:
      if (!touch.writes) checkText(arguments[i], touch.bytes);
      break;
    case Kind::Counted:
      if (static_cast<std::int64_t>(arguments[i + 1]) > 0)
        check(arguments[i], arguments[i + 1] * touch.bytes, touch.writes);
      break;
    case Kind::CountedBefore: check(arguments[i], arguments[i - 1] * touch.bytes, touch.writes); break;
    case Kind::String: checkString(arguments[i], touch.writes, touch.bytes); break;
    case Kind::Path: checkPath(arguments[i], touch.writes); break;
    case Kind::Parts:
      check(arguments[i], touch.bytes, touch.writes);
      checkParts(arguments[i], touch.writes);
      break;
    case Kind::NewParts: check(arguments[i], touch.bytes, true); break;
    case Kind::Stream: checkStream(arguments[i], touch.writes); break;
    case Kind::StreamState: check(stateOf(arguments[i]), sizeof(std::ios_base), touch.writes); break;
    case Kind::Buffer: checkBuffer(arguments[i], touch.writes); break;
    case Kind::Unknown: refuseCall(call, arguments[i]);
  }
}

bool leadsToProgram(const LibraryCall& call, const std::uint64_t* arguments, std::size_t i) {
  return call.touches[i].kind != Kind::None && inRegion(arguments[i]);
}

}  // namespace

void checkBefore(const LibraryCall& call, const std::uint64_t* arguments) {
  std::size_t first = 0;
  while (first < call.touches.size() && !leadsToProgram(call, arguments, first)) ++first;
  if (first == call.touches.size()) return;
  const externals::OneStep step;
  for (std::size_t i = first; i < call.touches.size(); ++i)
    if (leadsToProgram(call, arguments, i)) checkArgument(call, arguments, i);
}

void checkAfter(const LibraryCall& call, const std::uint64_t* arguments, std::uint64_t result) {
  if (!engine->stepper.checkRaces) return;
  if (call.resultBytes != 0 && inRegion(arguments[0])) {
    check(arguments[0], call.resultBytes, true);
    if (call.result == Kind::String) checkCharacters(arguments[0], true, 1);
    if (call.result == Kind::Path) checkPath(arguments[0], true);
  }
  for (std::size_t i = 0; i < call.touches.size(); ++i) {
    const Touch& touch = call.touches[i];
    if (!leadsToProgram(call, arguments, i)) continue;
    if (touch.kind == Kind::String && touch.writes) checkCharacters(arguments[i], true, touch.bytes);
    if (touch.kind == Kind::Path && touch.writes) checkPath(arguments[i], true);
    if ((touch.kind == Kind::Parts && touch.writes) || touch.kind == Kind::NewParts) checkParts(arguments[i], true);
    if (touch.kind == Kind::Text && touch.writes)
      check(arguments[i], std::strlen(static_cast<const char*>(pointer(arguments[i]))) + 1, true);
    if (touch.kind == Kind::Range && result > arguments[i] && result <= arguments[i + 1])
      check(arguments[i], result - arguments[i], touch.writes);
  }
}

CallShape shapeOf(const llvm::FunctionType& type, const llvm::AttributeList& attributes,
                  const llvm::DataLayout& layout) {
  CallShape shape;
  for (const llvm::Type* const parameter : type.params()) {
    shape.takesPointers = shape.takesPointers || mayPoint(parameter);
    shape.mayPoint.push_back(mayPoint(parameter) || parameter->isIntegerTy(64));
  }
  if (llvm::Type* const result = type.getNumParams() == 0 ? nullptr : attributes.getParamStructRetType(0)) {
    shape.resultBytes = layout.getTypeAllocSize(result);
    shape.result = resultOf(*result);
  }
  return shape;
}

LibraryCall libraryCall(const std::string& mangled, const CallShape& shape) {
  const LibraryFunction known = libraryFunction(mangled);
  LibraryCall call{.mangled = mangled, .readable = known.readable, .touches = {}};
  call.resultBytes = shape.resultBytes;
  call.result = shape.result;
  if (shape.resultBytes != 0) call.touches.push_back({});
  const std::size_t arguments = shape.mayPoint.size();
  call.touches.insert(call.touches.end(), known.touches.begin(), known.touches.end());
  const bool fits = known.isClosed ? call.touches.size() == arguments : call.touches.size() <= arguments;
  if (!fits) call.touches.assign(call.resultBytes != 0 ? 1 : 0, Touch{});
  while (call.touches.size() < arguments)
    call.touches.push_back({shape.mayPoint[call.touches.size()] ? Kind::Unknown : Kind::None, true, 0});
  return call;
}

}  // namespace heddle::runtime
