// A pending op in 8 bytes, to see whether a replayed program asks for the
// same op again (core::sameRequest) without keeping the 64 bytes of the op.
//
// Fields that rarely differ alone are rotated against each other and share a
// multiplication: this runs at every replayed step.
#pragma once

#include <bit>
#include <cstdint>

#include "core/op.h"

namespace heddle::explore {

inline std::uint64_t fingerprint(const core::Op& op) {
  const auto low = [](core::Value v) { return static_cast<std::uint64_t>(v); };
  const auto high = [](core::Value v) { return static_cast<std::uint64_t>(v >> 64); };
  const std::uint64_t what = core::Small(op).word() ^ std::uint64_t{op.other} << 40;
  const std::uint64_t where = op.addr ^ std::rotl(what, 20) ^ std::rotl(reinterpret_cast<std::uintptr_t>(op.rule), 44);
  const std::uint64_t values =
      low(op.a) ^ std::rotl(high(op.a), 17) ^ std::rotl(low(op.b), 31) ^ std::rotl(high(op.b), 47);
  return where * 0x9e3779b97f4a7c15 + values * 0xbf58476d1ce4e5b9;
}

}  // namespace heddle::explore
