#include "runtime/library_checks.h"

#include <fmt/format.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <cstring>
#include <cwchar>
#include <filesystem>
#include <fstream>
#include <iostream>
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
  const char* table = nullptr;
  std::memcpy(&table, pointer(stream), sizeof(table));
  std::ptrdiff_t offset = 0;
  std::memcpy(&offset, table - 3 * sizeof(void*), sizeof(offset));
  return stream + static_cast<std::uint64_t>(offset);
}

std::uint64_t checkedStateOf(std::uint64_t stream) {
  check(stream, sizeof(void*), false);
  return stateOf(stream);
}

// Streams of other characters have theirs in the same places.
const std::ios& iosOf(std::uint64_t stream) { return *static_cast<const std::ios*>(pointer(stateOf(stream))); }
std::uint64_t bufferOf(std::uint64_t stream) { return externals::addressOf(iosOf(stream).rdbuf()); }

// Who is tied to the stream is told to flush first. It looks at its state, and asks its buffer.
void checkTied(std::uint64_t stream) {
  const std::uint64_t tied = externals::addressOf(iosOf(stream).tie());
  if (!inRegion(tied)) return;
  check(checkedStateOf(tied), sizeof(std::ios), false);
  const std::uint64_t buffer = bufferOf(tied);
  if (inRegion(buffer)) check(buffer, sizeof(void*), false);
}

void checkStream(std::uint64_t stream, bool writes, Moves moves) {
  if (inRegion(stream)) {
    const std::uint64_t state = checkedStateOf(stream);
    check(state, sizeof(std::ios_base), writes);
    check(state + sizeof(std::ios_base), sizeof(std::ios) - sizeof(std::ios_base), false);
  }
  if (moves != Moves::Nothing) checkTied(stream);
  checkBuffer(bufferOf(stream), writes);
}

// The one whose areas the call reads from or writes to; 0: none.
std::uint64_t usedBuffer(const LibraryCall& call, const std::uint64_t* arguments) {
  if (call.moves == Moves::Nothing) return 0;
  for (std::size_t i = 0; i < call.touches.size(); ++i) {
    if (call.touches[i].kind == Kind::Stream) return bufferOf(arguments[i]);
    if (call.touches[i].kind == Kind::Buffer) return arguments[i];
  }
  return 0;
}

// How far it has read and written.
void noteAreas(std::uint64_t buffer, std::uint64_t* notes) {
  Areas areas{};
  if (inRegion(buffer)) std::memcpy(&areas, pointer(buffer), sizeof(areas));
  notes[0] = areas.get;
  notes[1] = areas.put;
}

// The characters that have been read or written since then, and the one that reading has stopped at. What a function
// of the program has put there instead is its own.
void checkAreas(std::uint64_t buffer, Moves moves, const std::uint64_t* notes) {
  Areas areas;
  std::memcpy(&areas, pointer(buffer), sizeof(areas));
  const std::uint64_t read = notes[0], written = notes[1];
  if (moves == Moves::In && inRegion(read) && read >= areas.getBegin && areas.get >= read)
    if (const std::uint64_t end = std::min(areas.get + 1, areas.getEnd); end > read) check(read, end - read, false);
  if (moves == Moves::Out && inRegion(written) && written >= areas.putBegin && areas.put > written)
    check(written, areas.put - written, true);
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
    case Kind::Gotten: break;  // known afterwards
    case Kind::Stream: checkStream(arguments[i], touch.writes, call.moves); break;
    case Kind::StreamState: check(checkedStateOf(arguments[i]), sizeof(std::ios_base), touch.writes); break;
    case Kind::Buffer: checkBuffer(arguments[i], touch.writes); break;
    case Kind::Unknown: refuseCall(call, arguments[i]);
  }
}

bool isStandardStream(std::uint64_t stream) {
  static const std::uint64_t kStreams[] = {externals::addressOf(&std::cout),  externals::addressOf(&std::cerr),
                                           externals::addressOf(&std::clog),  externals::addressOf(&std::cin),
                                           externals::addressOf(&std::wcout), externals::addressOf(&std::wcerr),
                                           externals::addressOf(&std::wclog), externals::addressOf(&std::wcin)};
  return std::ranges::find(kStreams, stream) != std::end(kStreams);
}

bool leadsToProgram(const LibraryCall& call, const std::uint64_t* arguments, std::size_t i) {
  const Kind kind = call.touches[i].kind;
  if (kind == Kind::None || inRegion(arguments[i])) return kind != Kind::None;
  // A standard stream that the program has given a buffer, or a stream to flush.
  return kind == Kind::Stream && isStandardStream(arguments[i]) &&
         (inRegion(bufferOf(arguments[i])) || inRegion(externals::addressOf(iosOf(arguments[i]).tie())));
}

// Up to where the result points. A character that is not part of what is read has been looked at.
void checkRange(std::uint64_t begin, std::uint64_t end, std::uint64_t result, const Touch& touch) {
  if (result < begin || result > end) return;
  const std::uint64_t last = touch.writes ? result : std::min(result + touch.bytes, end);
  if (last > begin) check(begin, last - begin, touch.writes);
}

std::uint64_t lengthOf(std::uint64_t text, std::uint32_t character) {
  return character == 1 ? std::strlen(static_cast<const char*>(pointer(text)))
                        : std::wcslen(static_cast<const wchar_t*>(pointer(text)));
}

std::uint64_t gottenFrom(std::uint64_t stream) {
  return static_cast<std::uint64_t>(static_cast<const std::istream*>(pointer(stream))->gcount());
}

}  // namespace

void checkBefore(const LibraryCall& call, std::uint64_t* arguments) {
  if (call.moves != Moves::Nothing) std::fill_n(arguments + call.arguments, kNotes, 0);
  std::size_t first = 0;
  while (first < call.touches.size() && !leadsToProgram(call, arguments, first)) ++first;
  if (first == call.touches.size()) return;
  const externals::OneStep step;
  for (std::size_t i = first; i < call.touches.size(); ++i)
    if (leadsToProgram(call, arguments, i)) checkArgument(call, arguments, i);
  if (const std::uint64_t buffer = usedBuffer(call, arguments)) noteAreas(buffer, arguments + call.arguments);
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
    if (touch.kind == Kind::Text && touch.writes && i > 0 && !iosOf(arguments[i - 1]).fail())
      check(arguments[i], (lengthOf(arguments[i], touch.bytes) + 1) * touch.bytes, true);
    if (touch.kind == Kind::Range) checkRange(arguments[i], arguments[i + 1], result, touch);
    if (touch.kind == Kind::Gotten && i > 0) check(arguments[i], gottenFrom(arguments[i - 1]) * touch.bytes, true);
  }
  const std::uint64_t* const notes = arguments + call.arguments;
  if (call.moves != Moves::Nothing && (notes[0] | notes[1]) != 0)
    checkAreas(usedBuffer(call, arguments), call.moves, notes);
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
  call.moves = known.moves;
  call.arguments = shape.mayPoint.size();
  if (shape.resultBytes != 0) call.touches.push_back({});
  const std::size_t arguments = call.arguments;
  call.touches.insert(call.touches.end(), known.touches.begin(), known.touches.end());
  const bool fits = known.isClosed ? call.touches.size() == arguments : call.touches.size() <= arguments;
  if (!fits) call.touches.assign(call.resultBytes != 0 ? 1 : 0, Touch{});
  while (call.touches.size() < arguments)
    call.touches.push_back({shape.mayPoint[call.touches.size()] ? Kind::Unknown : Kind::None, true, 0});
  return call;
}

}  // namespace heddle::runtime
