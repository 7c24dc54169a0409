#include "runtime/library_calls.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <deque>
#include <filesystem>
#include <ios>

#include "runtime/externals/external.h"
#include "runtime/library_types.h"

namespace heddle::runtime {
namespace {

using Kind = Touch::Kind;

struct LibraryCall {
  std::string mangled;
  std::string readable;
  std::vector<Touch> touches;     // by argument
  std::uint64_t resultBytes = 0;  // of what the first argument is written with, if it is for the result
  Kind result = Kind::Object;
};

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

// Its virtual base: what its pointer to virtual functions says, whatever its class.
void checkStream(std::uint64_t stream, bool writes) {
  check(stream, sizeof(void*), false);
  const char* table = nullptr;
  std::memcpy(&table, pointer(stream), sizeof(table));
  std::ptrdiff_t offset = 0;
  std::memcpy(&offset, table - 3 * sizeof(void*), sizeof(offset));
  check(stream + static_cast<std::uint64_t>(offset), sizeof(std::ios_base), writes);
}

[[noreturn]] void refuseCall(const LibraryCall& call, std::uint64_t argument) {
  const InHeddle guard;
  std::string message = fmt::format(
      "the program calls {} with {}, and Heddle does not know what this function of the C++ "
      "library reads and writes there; to run it nevertheless, unchecked: --allow-external {}",
      call.readable, engine->names.nameOf(argument), call.mangled);
  engine->verdicts.refuse(std::move(message), engine->sites.here());
}

void checkArgument(const LibraryCall& call, const std::uint64_t* arguments, std::size_t i) {
  const Touch& touch = call.touches[i];
  switch (touch.kind) {
    case Kind::None: break;
    case Kind::Range: break;  // known afterwards
    case Kind::Object: check(arguments[i], touch.bytes, touch.writes); break;
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
    case Kind::Unknown: refuseCall(call, arguments[i]);
  }
}

bool leadsToProgram(const LibraryCall& call, const std::uint64_t* arguments, std::size_t i) {
  return call.touches[i].kind != Kind::None && inRegion(arguments[i]);
}

// Called before the library's function.
void beforeCall(const LibraryCall* call, const std::uint64_t* arguments) {
  std::size_t first = 0;
  while (first < call->touches.size() && !leadsToProgram(*call, arguments, first)) ++first;
  if (first == call->touches.size()) return;
  const externals::OneStep step;
  for (std::size_t i = first; i < call->touches.size(); ++i)
    if (leadsToProgram(*call, arguments, i)) checkArgument(*call, arguments, i);
}

// And after it: what it wrote depends on what it did. `result` is the first word
// of what it returns.
void afterCall(const LibraryCall* call, const std::uint64_t* arguments, std::uint64_t result) {
  if (!engine->stepper.checkRaces) return;
  if (call->resultBytes != 0 && inRegion(arguments[0])) {
    check(arguments[0], call->resultBytes, true);
    if (call->result == Kind::String) checkCharacters(arguments[0], true, 1);
    if (call->result == Kind::Path) checkPath(arguments[0], true);
  }
  for (std::size_t i = 0; i < call->touches.size(); ++i) {
    const Touch& touch = call->touches[i];
    if (!leadsToProgram(*call, arguments, i)) continue;
    if (touch.kind == Kind::String && touch.writes) checkCharacters(arguments[i], true, touch.bytes);
    if (touch.kind == Kind::Path && touch.writes) checkPath(arguments[i], true);
    if ((touch.kind == Kind::Parts && touch.writes) || touch.kind == Kind::NewParts) checkParts(arguments[i], true);
    if (touch.kind == Kind::Text && touch.writes)
      check(arguments[i], std::strlen(static_cast<const char*>(pointer(arguments[i]))) + 1, true);
    if (touch.kind == Kind::Range && result > arguments[i] && result <= arguments[i + 1])
      check(arguments[i], result - arguments[i], touch.writes);
  }
}

// --- the body ---

bool mayPoint(const llvm::Type* type) {
  if (type->isPointerTy()) return true;
  if (type->isArrayTy() || type->isStructTy())
    for (const llvm::Type* const part : type->subtypes())
      if (part->isPointerTy() || part->isIntegerTy(64)) return true;
  return false;
}

// Of each argument what a pointer in it would be, as one word.
llvm::Value* asWord(llvm::IRBuilder<>& builder, llvm::Value* argument) {
  llvm::Type* const type = argument->getType();
  if (type->isPointerTy()) return builder.CreatePtrToInt(argument, builder.getInt64Ty());
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return builder.CreateZExt(argument, builder.getInt64Ty());
  if (type->isArrayTy() || type->isStructTy()) return asWord(builder, builder.CreateExtractValue(argument, 0));
  return builder.getInt64(0);
}

// What it is with what it leads to, if the call makes that, too.
Kind resultOf(const llvm::Type& type) {
  static const std::string kPath = "class.std::filesystem::__cxx11::path";
  const llvm::StringRef name = type.isStructTy() ? type.getStructName() : "";
  if (name.starts_with("class.std::__cxx11::basic_string")) return Kind::String;
  if (name == kPath || name.starts_with(kPath + ".")) return Kind::Path;  // numbered, if several modules have it
  return Kind::Object;
}

// Arguments that the name says nothing of may lead anywhere.
LibraryCall callOf(const llvm::Function& function) {
  const std::string name = function.getName().str();
  const LibraryFunction known = libraryFunction(name);
  LibraryCall call{.mangled = name, .readable = known.readable, .touches = {}};
  if (function.arg_size() != 0 && function.hasStructRetAttr()) {
    llvm::Type* const type = function.getParamStructRetType(0);
    call.resultBytes = function.getParent()->getDataLayout().getTypeAllocSize(type);
    call.result = resultOf(*type);
    call.touches.push_back({});
  }
  call.touches.insert(call.touches.end(), known.touches.begin(), known.touches.end());
  const bool fits =
      known.isClosed ? call.touches.size() == function.arg_size() : call.touches.size() <= function.arg_size();
  if (!fits) call.touches.assign(call.resultBytes != 0 ? 1 : 0, Touch{});
  while (call.touches.size() < function.arg_size()) {
    const llvm::Type* const type = function.getArg(static_cast<unsigned>(call.touches.size()))->getType();
    call.touches.push_back({mayPoint(type) || type->isIntegerTy(64) ? Kind::Unknown : Kind::None, true, 0});
  }
  return call;
}

}  // namespace

bool guardLibraryCall(llvm::Function& function, const std::string& native) {
  bool takesPointers = false;
  for (const llvm::Argument& argument : function.args()) takesPointers = takesPointers || mayPoint(argument.getType());
  if (!takesPointers || function.isVarArg()) return false;
  static std::deque<LibraryCall> calls;  // the code has their addresses
  const LibraryCall& call = calls.emplace_back(callOf(function));

  llvm::Module& module = *function.getParent();
  llvm::Function* const own =
      llvm::Function::Create(function.getFunctionType(), llvm::Function::ExternalLinkage, native, module);
  own->copyAttributesFrom(&function);
  own->setDSOLocal(false);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
  llvm::Type* const word = builder.getInt64Ty();
  llvm::Value* const words =
      builder.CreateAlloca(word, builder.getInt64(std::max<std::size_t>(function.arg_size(), 1)));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function.args()) {
    builder.CreateStore(asWord(builder, &argument), builder.CreateConstGEP1_64(word, words, argument.getArgNo()));
    arguments.push_back(&argument);
  }
  const auto constant = [&](const void* p) {
    return builder.CreateIntToPtr(builder.getInt64(reinterpret_cast<std::uint64_t>(p)), builder.getPtrTy());
  };
  auto* const before = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()}, false);
  builder.CreateCall(before, constant(reinterpret_cast<const void*>(beforeCall)), {constant(&call), words});
  llvm::CallInst* const result = builder.CreateCall(own, arguments);
  result->setCallingConv(function.getCallingConv());
  result->setAttributes(function.getAttributes());
  const bool isVoid = function.getReturnType()->isVoidTy();
  if (function.doesNotReturn()) {
    builder.CreateUnreachable();
  } else {
    auto* const after =
        llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy(), word}, false);
    builder.CreateCall(after, constant(reinterpret_cast<const void*>(afterCall)),
                       {constant(&call), words, isVoid ? builder.getInt64(0) : asWord(builder, result)});
    if (isVoid)
      builder.CreateRetVoid();
    else
      builder.CreateRet(result);
  }
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  return true;
}

}  // namespace heddle::runtime
