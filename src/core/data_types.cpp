#include "core/data_types.h"

#include <algorithm>
#include <optional>

namespace heddle::core {
namespace {

std::string withOffset(const std::string& text, std::uint64_t offset) {
  return offset == 0 ? text : text + " + " + std::to_string(offset);
}

std::string element(std::uint64_t index) { return "[" + std::to_string(index) + "]"; }

bool holds(const DataType::Member& member, std::uint64_t offset, std::uint64_t bytes) {
  return member.offset <= offset && offset + bytes <= member.offset + std::max<std::uint64_t>(member.size, 1);
}

std::string memberText(const DataType::Member& member) { return member.name.empty() ? "" : "." + member.name; }

// The way to a part, and what is there.
struct Part {
  std::string text;
  TypeId type = 0;
  std::uint64_t rest = 0;  // bytes into it
};

Part innermost(const TypeTable& types, Part at, std::uint64_t bytes) {
  const DataType& type = types[at.type];
  if (type.isOpaque) return {at.text, at.type, 0};
  if (type.kind == DataType::Kind::Array) {
    const std::uint64_t stride = types[type.element].size;
    if (stride == 0) return at;
    return innermost(types, {at.text + element(at.rest / stride), type.element, at.rest % stride}, bytes);
  }
  // Of the members of a union the one that is as large as the access.
  std::optional<Part> found;
  for (const DataType::Member& member : type.members) {
    if (!holds(member, at.rest, std::max<std::uint64_t>(bytes, 1))) continue;
    Part part = innermost(types, {at.text + memberText(member), member.type, at.rest - member.offset}, bytes);
    const bool fits = part.rest == 0 && types[part.type].size == bytes;
    if (!found || fits) found = std::move(part);
    if (fits) break;
  }
  return found ? *found : at;
}

}  // namespace

std::string innermostPart(const TypeTable& types, TypeId type, std::uint64_t offset, std::uint64_t bytes) {
  const Part part = innermost(types, {"", type, offset}, bytes);
  return withOffset(part.text, part.rest);
}

TypeId valueAt(const TypeTable& types, TypeId type, std::uint64_t offset, std::uint64_t bytes) {
  while (true) {
    const DataType& at = types[type];
    if (at.kind == DataType::Kind::Array && types[at.element].size != 0) {
      offset %= types[at.element].size;
      type = at.element;
      continue;
    }
    const auto member =
        std::ranges::find_if(at.members, [&](const DataType::Member& one) { return holds(one, offset, bytes); });
    if (member == at.members.end()) return offset == 0 && at.size == bytes ? type : 0;
    offset -= member->offset;
    type = member->type;
  }
}

std::string outermostPart(const TypeTable& types, TypeId type, std::uint64_t offset) {
  std::string text;
  while (true) {
    const DataType& at = types[type];
    if (at.kind == DataType::Kind::Array && types[at.element].size != 0) {
      const std::uint64_t stride = types[at.element].size;
      text += element(offset / stride);
      offset %= stride;
      type = at.element;
      continue;
    }
    if (offset == 0 || at.isOpaque) return text;
    const auto member =
        std::ranges::find_if(at.members, [&](const DataType::Member& one) { return holds(one, offset, 1); });
    if (member == at.members.end()) return withOffset(text, offset);
    text += memberText(*member);
    offset -= member->offset;
    type = member->type;
  }
}

}  // namespace heddle::core
