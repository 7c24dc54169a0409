#include "core/terms.h"

namespace heddle::core::terms {

Value valueOf(const Node& node, const Op& op, Value word) {
  const auto argument = [&](unsigned i) { return valueOf(*node.arguments[i], op, word); };
  const Value mask = maskOf(op.size);
  switch (node.kind) {
    case Kind::Old: return word;
    case Kind::A: return op.a & mask;
    case Kind::B: return op.b & mask;
    case Kind::Constant: return node.constant & mask;
    case Kind::Add: return (argument(0) + argument(1)) & mask;
    case Kind::Subtract: return (argument(0) - argument(1)) & mask;
    case Kind::And: return argument(0) & argument(1);
    case Kind::Or: return argument(0) | argument(1);
    case Kind::Xor: return argument(0) ^ argument(1);
    case Kind::Not: return ~argument(0) & mask;
    case Kind::Equal: return argument(0) == argument(1) ? 1 : 0;
    case Kind::Less: return argument(0) < argument(1) ? 1 : 0;
    case Kind::SignedLess: return isLessSigned(argument(0), argument(1), op.size) ? 1 : 0;
    case Kind::Choose: return argument(argument(0) != 0 ? 1 : 2);
  }
  return 0;
}

}  // namespace heddle::core::terms
