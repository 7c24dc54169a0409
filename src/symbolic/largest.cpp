#include "symbolic/largest.h"

#include <algorithm>
#include <bit>

namespace heddle::symbolic {
namespace {

// With all bits set up to its highest one.
std::uint64_t filled(std::uint64_t value) { return value == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(value); }

std::uint64_t unlessMore(unsigned __int128 value, std::uint64_t most) {
  return value > most ? most : static_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t largestOf(const Node& node, std::span<const Argument> arguments) {
  const std::uint64_t any = maskOf(std::max<unsigned>(node.width, 1));
  const auto x = [&](unsigned i) { return arguments[i].largest; };
  const auto wide = [&](unsigned i) { return static_cast<unsigned __int128>(arguments[i].largest); };
  const bool isByConstant = arguments.size() == 2 && arguments[1].isConstant;
  switch (node.kind) {
    case Kind::And: return std::min(x(0), x(1));
    case Kind::Or:
    case Kind::Xor: return filled(std::max(x(0), x(1)));
    case Kind::Add: return unlessMore(wide(0) + wide(1), any);
    case Kind::Multiply: return unlessMore(wide(0) * wide(1), any);
    case Kind::DivideUnsigned: return isByConstant && x(1) != 0 ? x(0) / x(1) : any;
    case Kind::RemainderUnsigned: return isByConstant && x(1) != 0 ? std::min(x(0), x(1) - 1) : x(0);
    case Kind::ShiftLeft: return isByConstant && x(1) < node.width ? unlessMore(wide(0) << x(1), any) : any;
    case Kind::ShiftRight: return isByConstant && x(1) < node.width ? x(0) >> x(1) : x(0);
    case Kind::Choose: return std::max(x(1), x(2));
    case Kind::Extract: return std::min(x(0) >> node.value, any);
    case Kind::Concat: return (x(0) << arguments[1].width) + x(1);
    case Kind::ExtendZero: return x(0);
    default: return any;
  }
}

}  // namespace heddle::symbolic
