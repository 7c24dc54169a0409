#include "runtime/shown_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace heddle::runtime {
namespace {

using Kind = core::DataType::Kind;

std::int64_t asSigned(std::uint64_t low, unsigned bytes) {
  const unsigned unused = bytes < 8 ? 64 - 8 * bytes : 0;
  return static_cast<std::int64_t>(low << unused) >> unused;
}

std::string enumerator(std::int64_t value, const core::DataType& type) {
  const auto found = std::ranges::find(type.enumerators, value, [](const auto& one) { return one.first; });
  return found == type.enumerators.end() ? std::to_string(value) : found->second;
}

}  // namespace

std::string ShownValues::of(Value value, Address addr, unsigned bytes, SiteId site) const {
  return ofType(value & core::maskOf(bytes), bytes, engine_.sites.info().types[objects_.valueAt(addr, bytes, site)]);
}

std::string ShownValues::ofType(Value value, unsigned bytes, const core::DataType& type) const {
  const auto low = static_cast<std::uint64_t>(value);
  if (type.kind == Kind::Record && type.size == bytes && !type.members.empty()) return record(value, type);
  if ((value >> 64) != 0) return fmt::format("{:#x}'{:016x}", static_cast<std::uint64_t>(value >> 64), low);
  if (type.kind == Kind::Enumeration) return enumerator(asSigned(low, bytes), type);
  if (type.kind == Kind::Pointer && low == 0) return "null";
  if (type.number == core::Number::Floating && bytes == 4)
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(low)));
  if (type.number == core::Number::Floating && bytes == 8) return fmt::format("{}", std::bit_cast<double>(low));
  if (inRegion(low)) return objects_.pointerTo(low);
  if (bytes == 8)
    if (auto name = foreign_.nameOf(low)) return std::move(*name);
  return number(low, bytes, type);
}

// "{top = block 2, tag = 1}"
std::string ShownValues::record(Value value, const core::DataType& type) const {
  std::string text;
  for (const core::DataType::Member& member : type.members) {
    if (member.size == 0 || member.offset + member.size > type.size) continue;
    const core::DataType& inner = engine_.sites.info().types[member.type];
    const auto bytes = static_cast<unsigned>(member.size);
    const std::string part = ofType((value >> (8 * member.offset)) & core::maskOf(bytes), bytes, inner);
    text += (text.empty() ? "" : ", ") + (member.name.empty() ? part : member.name + " = " + part);
  }
  return "{" + text + "}";
}

std::string ShownValues::number(std::uint64_t low, unsigned bytes, const core::DataType& type) const {
  switch (type.number) {
    case core::Number::Boolean:
      if (low <= 1) return low == 1 ? "true" : "false";
      return fmt::format("{}", low);
    case core::Number::Character:
      if (low >= ' ' && low < 0x7f) return fmt::format("'{}'", static_cast<char>(low));
      return fmt::format("{}", asSigned(low, bytes));
    case core::Number::Unsigned: return fmt::format("{}", low);
    default: return fmt::format("{}", asSigned(low, bytes));
  }
}

}  // namespace heddle::runtime
