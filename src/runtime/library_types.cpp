#include "runtime/library_types.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <cwchar>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <iterator>
#include <locale>
#include <memory_resource>
#include <new>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace heddle::runtime {
namespace {

using Kind = Touch::Kind;

struct KnownType {
  std::string_view name;
  Kind kind;
  std::uint32_t bytes;
};

template <typename T>
constexpr KnownType object(std::string_view name) {
  return {name, Kind::Object, sizeof(T)};
}

// Classes that live in the program's memory and whose functions are the
// library's. Of a template only the name counts, the character type is read
// apart; the sizes are those of the classes for char, which those for wchar_t
// hold as well.
constexpr std::array kClasses{
    KnownType{"std::__cxx11::basic_string", Kind::String, 0},
    KnownType{"std::basic_ostream", Kind::Stream, sizeof(std::ostream)},
    KnownType{"std::basic_istream", Kind::Stream, sizeof(std::istream)},
    KnownType{"std::basic_iostream", Kind::Stream, sizeof(std::iostream)},
    KnownType{"std::ostream", Kind::Stream, sizeof(std::ostream)},
    KnownType{"std::istream", Kind::Stream, sizeof(std::istream)},
    KnownType{"std::iostream", Kind::Stream, sizeof(std::iostream)},
    KnownType{"std::__cxx11::basic_ostringstream", Kind::Stream, sizeof(std::ostringstream)},
    KnownType{"std::__cxx11::basic_istringstream", Kind::Stream, sizeof(std::istringstream)},
    KnownType{"std::__cxx11::basic_stringstream", Kind::Stream, sizeof(std::stringstream)},
    object<std::stringbuf>("std::__cxx11::basic_stringbuf"),
    KnownType{"std::basic_streambuf", Kind::Buffer, sizeof(std::streambuf)},
    object<std::filebuf>("std::basic_filebuf"),
    object<std::ios>("std::basic_ios"),
    object<std::ios_base>("std::ios_base"),
    object<std::ostream::sentry>("std::ostream::sentry"),
    object<std::ostream::sentry>("std::basic_ostream::sentry"),
    object<std::istream::sentry>("std::istream::sentry"),
    object<std::istream::sentry>("std::basic_istream::sentry"),
    object<std::locale>("std::locale"),
    object<std::exception_ptr>("std::__exception_ptr::exception_ptr"),
    object<std::nested_exception>("std::nested_exception"),
    object<std::exception>("std::exception"),
    object<std::bad_exception>("std::bad_exception"),
    object<std::bad_alloc>("std::bad_alloc"),
    object<std::bad_array_new_length>("std::bad_array_new_length"),
    object<std::bad_cast>("std::bad_cast"),
    object<std::bad_typeid>("std::bad_typeid"),
    object<std::bad_weak_ptr>("std::bad_weak_ptr"),
    object<std::bad_function_call>("std::bad_function_call"),
    object<std::logic_error>("std::logic_error"),
    object<std::domain_error>("std::domain_error"),
    object<std::invalid_argument>("std::invalid_argument"),
    object<std::length_error>("std::length_error"),
    object<std::out_of_range>("std::out_of_range"),
    object<std::runtime_error>("std::runtime_error"),
    object<std::range_error>("std::range_error"),
    object<std::overflow_error>("std::overflow_error"),
    object<std::underflow_error>("std::underflow_error"),
    object<std::system_error>("std::system_error"),
    object<std::ios_base::failure>("std::ios_base::failure"),
    object<std::regex_error>("std::regex_error"),
    object<std::future_error>("std::future_error"),
    object<std::error_code>("std::error_code"),
    object<std::error_category>("std::error_category"),
    object<std::error_category>("std::_V2::error_category"),
    object<std::locale::facet>("std::locale::facet"),
    object<std::mbstate_t>("__mbstate_t"),
    object<std::tm>("tm"),
    object<std::istreambuf_iterator<char>>("std::istreambuf_iterator"),
    object<std::ostreambuf_iterator<char>>("std::ostreambuf_iterator"),
    KnownType{"std::allocator", Kind::None, 0},  // nothing is in these
    KnownType{"std::hash", Kind::None, 0},
    KnownType{"std::ios_base::Init", Kind::None, 0},
    KnownType{"std::filesystem::__cxx11::path", Kind::Path, sizeof(std::filesystem::path)},
    KnownType{"std::filesystem::__cxx11::path::_List", Kind::Parts,
              sizeof(std::filesystem::path) - sizeof(std::string)},
    KnownType{"std::filesystem::__cxx11::path::_List::_Impl_deleter", Kind::None, 0},
    KnownType{"std::filesystem::__cxx11::path::_List::_Impl", Kind::None, 0},  // which it frees
    object<std::error_condition>("std::error_condition"),
    object<std::thread::_State>("std::thread::_State"),
    object<std::__future_base::_Result_base>("std::__future_base::_Result_base"),
    object<std::pmr::memory_resource>("std::pmr::memory_resource"),
    object<std::pmr::pool_options>("std::pmr::pool_options"),
    object<std::pmr::monotonic_buffer_resource>("std::pmr::monotonic_buffer_resource"),
    object<std::pmr::unsynchronized_pool_resource>("std::pmr::unsynchronized_pool_resource"),
    KnownType{"std::pmr::synchronized_pool_resource", Kind::None, 0},  // it locks
};

constexpr std::array kFacets{
    object<std::ctype<char>>("std::ctype"),
    object<std::ctype_byname<char>>("std::ctype_byname"),
    object<std::collate<char>>("std::collate"),
    object<std::collate<char>>("std::__cxx11::collate"),
    object<std::numpunct<char>>("std::numpunct"),
    object<std::numpunct<char>>("std::__cxx11::numpunct"),
    object<std::codecvt<char, char, std::mbstate_t>>("std::codecvt"),
    object<std::num_get<char>>("std::num_get"),
    object<std::num_put<char>>("std::num_put"),
    object<std::time_get<char>>("std::time_get"),
    object<std::time_get<char>>("std::__cxx11::time_get"),
    object<std::time_put<char>>("std::time_put"),
    object<std::money_get<char>>("std::money_get"),
    object<std::money_get<char>>("std::__cxx11::money_get"),
    object<std::money_put<char>>("std::money_put"),
    object<std::money_put<char>>("std::__cxx11::money_put"),
};

constexpr std::array kScalars{
    object<bool>("bool"),
    object<char>("char"),
    object<char>("signed char"),
    object<char>("unsigned char"),
    object<char8_t>("char8_t"),
    object<char16_t>("char16_t"),
    object<char32_t>("char32_t"),
    object<wchar_t>("wchar_t"),
    object<short>("short"),
    object<short>("unsigned short"),
    object<int>("int"),
    object<int>("unsigned int"),
    object<long>("long"),
    object<long>("unsigned long"),
    object<long long>("long long"),
    object<long long>("unsigned long long"),
    object<float>("float"),
    object<double>("double"),
    object<long double>("long double"),
    object<void*>("void*"),
    object<std::nullptr_t>("std::nullptr_t"),
};

const KnownType* find(const auto& table, std::string_view name) {
  const auto row = std::ranges::find(table, name, &KnownType::name);
  return row == table.end() ? nullptr : &*row;
}

// "std::basic_ostream<char, …>::sentry" without what is in brackets: arguments, and
// which ABI a name belongs to.
std::string withoutArguments(std::string_view type) {
  std::string name;
  int depth = 0;
  for (const char c : type) {
    if (c == '<' || c == '[') ++depth;
    if (depth == 0) name += c;
    if (c == '>' || c == ']') --depth;
  }
  return name;
}

// The two numbers of a std::complex.
std::uint32_t complexBytes(std::string_view type) {
  static constexpr std::string_view kComplex = "std::complex<";
  if (!type.starts_with(kComplex) || !type.ends_with('>')) return 0;
  type.remove_prefix(kComplex.size());
  type.remove_suffix(1);
  const KnownType* const part = find(kScalars, type);
  return part == nullptr ? 0 : 2 * part->bytes;
}

bool isWide(std::string_view type) { return type.find("<wchar_t") != std::string_view::npos; }

Touch ofClass(std::string_view type, bool writes) {
  const KnownType* known = find(kClasses, withoutArguments(type));
  if (known == nullptr) known = find(kFacets, withoutArguments(type));
  if (const std::uint32_t bytes = complexBytes(type)) return {Kind::Object, writes, bytes};
  if (known == nullptr) return {Kind::Unknown, writes, 0};
  if (known->kind == Kind::String) return {Kind::String, writes, isWide(type) ? 4U : 1U};
  return {known->kind, writes, known->bytes};
}

std::uint32_t characterBytes(std::string_view type) {
  static constexpr std::array kCharacters{object<char>("char"), object<char>("signed char"),
                                          object<char>("unsigned char"), object<wchar_t>("wchar_t")};
  const KnownType* const known = find(kCharacters, type);
  return known == nullptr ? 0 : known->bytes;
}

bool takeSuffix(std::string_view& type, std::string_view suffix) {
  if (!type.ends_with(suffix)) return false;
  type.remove_suffix(suffix.size());
  return true;
}

bool isCount(std::string_view type) { return type == "long" || type == "unsigned long"; }

// A pointer to what may be many.
Touch ofPointer(std::string_view pointee, std::string_view whole, std::string_view next, bool writes) {
  const std::uint32_t character = characterBytes(pointee);
  if (isCount(next) && (character != 0 || pointee == "void")) return {Kind::Counted, writes, std::max(character, 1U)};
  if (character != 0 && next == whole) return {Kind::Range, writes, character};
  if (character != 0 && !writes) return {Kind::Text, false, character};
  if (find(kScalars, pointee) != nullptr || pointee == "void") return {Kind::Unknown, writes, 0};
  return ofClass(pointee, writes);
}

// Null: it is passed in nobody knows how many pieces.
std::optional<Touch> ofParameter(std::string_view type, std::string_view next) {
  if (type.find("(*)") != std::string_view::npos || find(kScalars, type) != nullptr) return Touch{};
  if ((type.starts_with("std::_Ios_") && !type.ends_with('&')) || type.starts_with("std::_Set") ||
      type.starts_with("std::regex_constants::"))
    return Touch{};
  std::string_view pointee = type;
  if (takeSuffix(pointee, "*")) {
    const bool writes = !takeSuffix(pointee, " const");
    return ofPointer(pointee, type, next, writes);
  }
  if (takeSuffix(pointee, "&&") || takeSuffix(pointee, "&")) {
    const bool writes = !takeSuffix(pointee, " const");
    if (pointee.starts_with("std::_Ios_")) return Touch{Kind::Object, writes, sizeof(std::ios_base::iostate)};
    if (const KnownType* const scalar = find(kScalars, pointee)) return Touch{Kind::Object, writes, scalar->bytes};
    if (pointee.ends_with('*')) return Touch{Kind::Object, writes, sizeof(void*)};
    return ofClass(pointee, writes);
  }
  // An object that cannot be copied bit by bit is passed by its address.
  if (type == "std::__exception_ptr::exception_ptr") return ofClass(type, true);
  return std::nullopt;
}

std::string_view withoutConst(std::string_view type) {
  takeSuffix(type, "*");
  takeSuffix(type, " const");
  return type;
}

// Functions of facets take characters from one pointer up to the next; what they write elsewhere is as long.
std::optional<Touch> ofFacetsParameter(std::string_view type, std::string_view next, const std::vector<Touch>& before) {
  if (!type.ends_with('*')) return std::nullopt;
  const KnownType* const element = find(kScalars, withoutConst(type));
  if (element == nullptr) return std::nullopt;
  const bool writes = !type.ends_with("const*") && !type.ends_with("const *");
  const bool isSpan = next.ends_with('*') && withoutConst(next) == withoutConst(type);
  if (isSpan) return Touch{Kind::Span, writes, element->bytes};
  if (std::ranges::find(before, Kind::Span, &Touch::kind) == before.end()) return std::nullopt;
  return Touch{Kind::AsSpan, writes, element->bytes};
}

// Passed as its buffer and a word, which make one argument or two.
bool isBufferIterator(std::string_view type) {
  return type.ends_with('>') &&
         (type.starts_with("std::istreambuf_iterator<") || type.starts_with("std::ostreambuf_iterator<"));
}

// Passed as two: how many, and where.
bool isView(std::string_view type) { return type.starts_with("std::basic_string_view<char,"); }

std::vector<std::string> split(std::string_view parameters) {
  std::vector<std::string> parts;
  if (parameters.starts_with('(')) parameters.remove_prefix(1);
  if (parameters.ends_with(')')) parameters.remove_suffix(1);
  int depth = 0;
  std::string part;
  for (const char c : parameters) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(std::exchange(part, {}));
      continue;
    }
    if (c != ' ' || !part.empty()) part += c;
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

bool isNamespace(std::string_view name) {
  static constexpr std::array<std::string_view, 13> kNamespaces{"",
                                                                "std",
                                                                "std::_V2",
                                                                "std::__cxx11",
                                                                "std::__detail",
                                                                "std::chrono",
                                                                "__gnu_cxx",
                                                                "std::chrono::_V2",
                                                                "std::pmr",
                                                                "std::this_thread",
                                                                "std::__exception_ptr",
                                                                "std::ranges",
                                                                "std::filesystem::__cxx11"};
  return std::ranges::find(kNamespaces, name) != kNamespaces.end();
}

bool isStatic(std::string_view context, std::string_view name) {
  static constexpr std::array<std::string_view, 4> kStatic{"std::locale::classic", "std::locale::global",
                                                           "std::ios_base::xalloc", "std::ios_base::sync_with_stdio"};
  return std::ranges::find(kStatic, std::string(context) + "::" + std::string(name)) != kStatic.end();
}

std::string taken(char* text) {
  std::string result = text == nullptr ? "" : text;
  std::free(text);
  return result;
}

// Pointers that are printed as addresses, or kept, are not followed.
bool neverFollows(std::string_view context, std::string_view name) {
  static constexpr std::array<std::string_view, 4> kKeep{"setg", "setp", "setbuf", "exception_ptr"};
  return context == "std::ostream" || context.starts_with("std::basic_ostream<") || name.starts_with("_M_insert") ||
         std::ranges::find(kKeep, name) != kKeep.end();
}

Moves movesOf(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kOut{"operator<<", "put", "write", "sputc", "sputn", "xsputn"};
  static constexpr std::array<std::string_view, 14> kIn{
      "operator>>", "get",   "getline", "read",   "readsome", "peek",   "ignore",
      "ws",         "sgetc", "sbumpc",  "snextc", "sgetn",    "xsgetn", "__istream_extract"};
  const auto isAnyOf = [name](const auto& names) { return std::ranges::find(names, name) != names.end(); };
  if (isAnyOf(kOut) || name.starts_with("_M_insert") || name.starts_with("__ostream_insert")) return Moves::Out;
  return isAnyOf(kIn) || name.starts_with("_M_extract") ? Moves::In : Moves::Nothing;
}

// Whoever gets a buffer when it is made, or later, does not use it then.
bool keepsBuffer(std::string_view name, bool isMade, std::string_view type) {
  const bool isBuffer = type.starts_with("std::basic_streambuf<") && type.ends_with('*');
  return isBuffer && (isMade || name == "init" || name == "rdbuf");
}

// A thunk takes a part of the object, whose place in it differs. Without its prefix it is the function that it calls.
bool takeThunk(std::string& mangled) {
  const std::size_t numbers = mangled.starts_with("_ZTv") ? 2 : mangled.starts_with("_ZTh") ? 1 : 0;
  std::size_t end = 1;
  for (std::size_t i = 0; i < numbers; ++i) end = mangled.find('_', end + 1);
  if (numbers == 0 || end == std::string::npos) return false;
  mangled.replace(0, end + 1, "_Z");
  return true;
}

// Streams are made and ended as a whole, and what is made has no parts yet.
Touch ofThis(const std::string& context, bool writes, bool isWhole) {
  Touch touch = ofClass(context, writes);
  if (isWhole && (touch.kind == Kind::Stream || touch.kind == Kind::Buffer)) touch.kind = Kind::Object;
  if (isWhole && touch.kind == Kind::Parts) touch.kind = Kind::NewParts;
  return touch;
}

}  // namespace

LibraryFunction libraryFunction(std::string mangled) {
  LibraryFunction function;
  const bool isThunk = takeThunk(mangled);
  function.readable = mangled;
  llvm::ItaniumPartialDemangler name;
  if (name.partialDemangle(mangled.c_str()) || !name.isFunction()) {
    function.isClosed = false;
    return function;
  }
  function.readable = taken(name.finishDemangle(nullptr, nullptr));
  const std::string context = taken(name.getFunctionDeclContextName(nullptr, nullptr));
  const std::string base = taken(name.getFunctionBaseName(nullptr, nullptr));
  const bool isConst = mangled.starts_with("_ZNK");
  function.takesThis = !isNamespace(context) && !isStatic(context, base);
  if (function.takesThis) function.touches.push_back(ofThis(context, !isConst, name.isCtorOrDtor()));
  // The base part of a class with a virtual base takes a table before its parameters.
  const bool isBasePart = name.isCtorOrDtor() && find(kClasses, withoutArguments(context)) != nullptr &&
                          ofClass(context, true).kind == Kind::Stream &&
                          (mangled.find("C2") != std::string::npos || mangled.find("D2") != std::string::npos);
  if (isBasePart) function.touches.front() = {Kind::Object, true, sizeof(void*)};
  if (isBasePart) function.touches.push_back({});
  if (isThunk) function.touches.front() = {Kind::Object, !isConst, sizeof(void*)};
  const bool keepsPointers = neverFollows(context, base);
  const std::vector<std::string> parameters = split(taken(name.getFunctionParameters(nullptr, nullptr)));
  const bool isFrom = context.starts_with("std::istream") || context.starts_with("std::basic_istream<");
  function.moves = movesOf(base);
  const bool isFacets = find(kFacets, withoutArguments(context)) != nullptr;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string_view next = i + 1 < parameters.size() ? std::string_view(parameters[i + 1]) : "";
    if (i > 0 && (function.touches.back().kind == Kind::Range || function.touches.back().kind == Kind::Span)) {
      function.touches.push_back({});
      continue;
    }
    if (isBufferIterator(parameters[i])) {
      function.touches.push_back({Kind::Buffer, true, sizeof(std::streambuf)});
#ifdef __x86_64__
      function.touches.push_back({});
#endif
      continue;
    }
    if (isView(parameters[i])) {
      function.touches.insert(function.touches.end(), {Touch{}, {Kind::CountedBefore, false, 1}});
      continue;
    }
    std::optional<Touch> touch = isFacets ? ofFacetsParameter(parameters[i], next, function.touches) : std::nullopt;
    if (!touch) touch = ofParameter(parameters[i], next);
    if (keepsBuffer(base, name.isCtorOrDtor(), parameters[i])) touch = Touch{};
    const bool isBare = parameters[i].starts_with("void") || parameters[i].starts_with("char*");
    if (keepsPointers && isBare && parameters[i].ends_with('*')) touch = Touch{};
    // A word that is read from a stream: how long it is shows afterwards.
    const bool isWord = base.starts_with("operator>>") && touch && touch->kind == Kind::Unknown;
    const bool isLine = base.starts_with("__istream_extract") || (isFrom && (base == "getline" || base == "get"));
    if ((isWord || isLine) && parameters[i].ends_with("char*")) touch = Touch{Kind::Text, true, 1};
    if ((isWord || isLine) && parameters[i] == "wchar_t*") touch = Touch{Kind::Text, true, sizeof(wchar_t)};
    if (isFrom && (base == "read" || base == "readsome") && touch && touch->kind == Kind::Counted)
      touch->kind = Kind::Gotten;
    if (!touch) {
      function.isClosed = false;
      break;
    }
    function.touches.push_back(*touch);
  }
  // std::hex and the like change the stream alone, and others are called from here.
  const bool isManipulator = std::ranges::any_of(
      parameters, [](const std::string& parameter) { return parameter.find("(*)") != std::string::npos; });
  if (isManipulator && !function.touches.empty() && function.touches.front().kind == Kind::Stream)
    function.touches.front().kind = Kind::StreamState;
  return function;
}

}  // namespace heddle::runtime
