#include "runtime/virtual_functions.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <unordered_map>

#include "runtime/engine.h"
#include "runtime/library_image.h"

namespace heddle::runtime {
namespace {

// Only those that other libraries may use have a name in the file.
std::string exportedName(std::uint64_t function) {
  Dl_info info{};
  const void* const address = reinterpret_cast<const void*>(function);
  const bool isKnown = dladdr(address, &info) != 0 && info.dli_saddr == address && info.dli_sname != nullptr;
  return isKnown ? info.dli_sname : "";
}

// A table of the library: what is before its functions says whose it is.
struct Table {
  const std::uint64_t* functions;

  const std::type_info& type() const { return *reinterpret_cast<const std::type_info*>(functions[-1]); }
  std::optional<std::size_t> placeOf(std::uint64_t function) const {
    for (std::size_t i = 0; libraryImage().has(functions[i]); ++i)
      if (functions[i] == function) return i;
    return std::nullopt;
  }
};

std::optional<Table> tableOf(std::uint64_t object) {
  if (!inRegion(object) && !libraryImage().has(object)) return std::nullopt;
  const auto* const functions = *reinterpret_cast<const std::uint64_t* const*>(object);
  if (!libraryImage().has(reinterpret_cast<std::uint64_t>(functions))) return std::nullopt;
  return Table{functions};
}

// Of a class with one base: the Itanium ABI's __si_class_type_info. (Which <cxxabi.h> is found depends on what is
// installed.)
const std::type_info* baseOf(const std::type_info& type) {
  static constexpr std::string_view kWithOneBase = "N10__cxxabiv120__si_class_type_infoE";
  constexpr std::size_t kBase = 2;
  if (typeid(type).name() != kWithOneBase) return nullptr;
  return reinterpret_cast<const std::type_info* const*>(&type)[kBase];
}

// The function that it overrides, if that has a name. A class inside of the library often has none.
std::string nameInBases(const std::type_info& type, std::size_t place) {
  for (const std::type_info* base = baseOf(type); base != nullptr; base = baseOf(*base)) {
    const auto* const table =
        static_cast<const std::uint64_t*>(dlsym(RTLD_DEFAULT, ("_ZTV" + std::string(base->name())).c_str()));
    if (table == nullptr) return "";
    if (std::string name = exportedName(table[2 + place]); name.starts_with("_ZN")) return name;
  }
  return "";
}

// Those of a std::pmr::memory_resource override nothing but pure functions, in the order of the standard.
std::string nameInResource(const std::type_info& type, std::size_t place) {
  static constexpr std::array<std::string_view, 5> kFunctions{"", "", "11do_allocateEmm", "13do_deallocateEPvmm",
                                                              "11do_is_equalERKNS_15memory_resourceE"};
  std::string_view name = type.name();
  if (place >= kFunctions.size() || kFunctions[place].empty()) return "";
  if (!name.starts_with("NSt3pmr") || !name.ends_with('E')) return "";
  name.remove_prefix(1);
  name.remove_suffix(1);
  const bool isConst = place + 1 == kFunctions.size();
  return std::string(isConst ? "_ZNK" : "_ZN").append(name).append(kFunctions[place]);
}

std::string nameOf(std::uint64_t function, std::uint64_t object) {
  std::string name = exportedName(function);
  const std::optional<Table> table = name.empty() ? tableOf(object) : std::nullopt;
  const std::optional<std::size_t> place = table ? table->placeOf(function) : std::nullopt;
  if (place) name = nameInBases(table->type(), *place);
  if (place && name.empty()) name = nameInResource(table->type(), *place);
  return name;
}

LibraryCall callOf(std::uint64_t function, const CallShape& shape, std::uint64_t object) {
  const std::string name = nameOf(function, object);
  LibraryCall call = libraryCall(name, shape);
  if (name.empty()) call.readable = "a virtual function of a class inside of the C++ library";
  const std::size_t first = shape.resultBytes != 0 ? 1 : 0;
  if (first < call.touches.size())
    call.touches[first].keepsTable =
        call.touches[first].kind == Touch::Kind::Object && call.readable.find("::~") == std::string::npos;
  const auto& allowed = engine->options.allowExternal;
  if (std::ranges::find(allowed, name) != allowed.end()) call.touches.clear();
  return call;
}

}  // namespace

const LibraryCall& virtualFunction(std::uint64_t function, const CallShape& shape, const std::uint64_t* arguments) {
  static std::unordered_map<std::uint64_t, LibraryCall> known;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  const InHeddle guard;
  const std::size_t first = shape.resultBytes != 0 && shape.mayPoint.size() > 1 ? 1 : 0;
  return known.emplace(function, callOf(function, shape, arguments[first])).first->second;
}

}  // namespace heddle::runtime
