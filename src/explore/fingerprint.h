// A pending op in 8 bytes, to see whether a replayed program asks for the
// same op again (core::sameRequest) without keeping the 64 bytes of the op.
//
// Each field is multiplied by its own odd constant, so that a difference in a
// single field always shows; that differences in several fields cancel each
// other out is as likely as guessing a 64-bit number.
#pragma once

#include <cstdint>

#include "core/op.h"

namespace heddle::explore {

inline std::uint64_t fingerprint(const core::Op& op) {
  const auto low = [](core::Value v) { return static_cast<std::uint64_t>(v); };
  const auto high = [](core::Value v) { return static_cast<std::uint64_t>(v >> 64); };
  const std::uint64_t what = std::uint64_t{op.site} << 32 | std::uint64_t{op.other} << 16 |
                             std::uint64_t{op.size} << 8 | static_cast<std::uint64_t>(op.kind);
  return what * 0x9e3779b97f4a7c15 + op.addr * 0xbf58476d1ce4e5b9 + low(op.a) * 0x94d049bb133111eb +
         high(op.a) * 0xd6e8feb86659fd93 + low(op.b) * 0xa0761d6478bd642f + high(op.b) * 0xe7037ed1a0b428db +
         reinterpret_cast<std::uintptr_t>(op.rule) * 0x8ebc6af09c88c6e3;
}

}  // namespace heddle::explore
