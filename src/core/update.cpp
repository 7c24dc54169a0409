#include "core/update.h"

#include <bit>
#include <cmath>

#include "base/check.h"

namespace heddle::core {
namespace {

using Signed = __int128;

Signed toSigned(Value v, unsigned size) {
  const unsigned shift = 128 - size * 8;
  return static_cast<Signed>(v << shift) >> shift;
}

UpdateResult writes(const Op& op, Value v) { return {true, true, v & maskOf(op.size)}; }

template <typename Combine>
UpdateResult floating(const Op& op, Value old, Combine combine) {
  if (op.size == 4) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(old));
    const auto y = std::bit_cast<float>(static_cast<std::uint32_t>(op.a));
    return writes(op, std::bit_cast<std::uint32_t>(static_cast<float>(combine(x, y))));
  }
  HEDDLE_CHECK(op.size == 8);
  const auto x = std::bit_cast<double>(static_cast<std::uint64_t>(old));
  const auto y = std::bit_cast<double>(static_cast<std::uint64_t>(op.a));
  return writes(op, std::bit_cast<std::uint64_t>(static_cast<double>(combine(x, y))));
}

}  // namespace

namespace rules {

const UpdateRule kExchange{
    "exchange", [](const Op& op, Value) { return writes(op, op.a); }, false, Family::None, false, Quick::Exchange};
const UpdateRule kAdd{"fetch_add", [](const Op& op, Value old) { return writes(op, old + op.a); },
                      false,       Family::None,
                      false,       Quick::Add};
const UpdateRule kSub{"fetch_sub", [](const Op& op, Value old) { return writes(op, old - op.a); },
                      false,       Family::None,
                      false,       Quick::Sub};
const UpdateRule kAnd{"fetch_and", [](const Op& op, Value old) { return writes(op, old & op.a); },
                      false,       Family::None,
                      false,       Quick::And};
const UpdateRule kNand{"fetch_nand", [](const Op& op, Value old) { return writes(op, ~(old & op.a)); }, false};
const UpdateRule kOr{
    "fetch_or", [](const Op& op, Value old) { return writes(op, old | op.a); }, false, Family::None, false, Quick::Or};
const UpdateRule kXor{"fetch_xor", [](const Op& op, Value old) { return writes(op, old ^ op.a); },
                      false,       Family::None,
                      false,       Quick::Xor};
const UpdateRule kMax{
    "fetch_max",
    [](const Op& op, Value old) { return writes(op, toSigned(old, op.size) > toSigned(op.a, op.size) ? old : op.a); },
    false};
const UpdateRule kMin{
    "fetch_min",
    [](const Op& op, Value old) { return writes(op, toSigned(old, op.size) < toSigned(op.a, op.size) ? old : op.a); },
    false};
const UpdateRule kUMax{"fetch_max", [](const Op& op, Value old) { return writes(op, old > op.a ? old : op.a); }, false};
const UpdateRule kUMin{"fetch_min", [](const Op& op, Value old) { return writes(op, old < op.a ? old : op.a); }, false};
const UpdateRule kUIncWrap{"fetch_inc_wrap",
                           [](const Op& op, Value old) { return writes(op, old >= op.a ? Value{0} : old + 1); }, false};
const UpdateRule kUDecWrap{"fetch_dec_wrap",
                           [](const Op& op, Value old) { return writes(op, old == 0 || old > op.a ? op.a : old - 1); },
                           false};
const UpdateRule kFAdd{"fetch_add",
                       [](const Op& op, Value old) { return floating(op, old, [](auto x, auto y) { return x + y; }); },
                       false};
const UpdateRule kFSub{"fetch_sub",
                       [](const Op& op, Value old) { return floating(op, old, [](auto x, auto y) { return x - y; }); },
                       false};
const UpdateRule kFMax{
    "fetch_max",
    [](const Op& op, Value old) { return floating(op, old, [](auto x, auto y) { return std::fmax(x, y); }); }, false};
const UpdateRule kFMin{
    "fetch_min",
    [](const Op& op, Value old) { return floating(op, old, [](auto x, auto y) { return std::fmin(x, y); }); }, false};
const UpdateRule kCompareExchange{"compare_exchange",
                                  [](const Op& op, Value old) { return UpdateResult{true, old == op.a, op.b}; }, false};
const UpdateRule kConfirm{
    .name = kCompareExchange.name, .apply = kCompareExchange.apply, .canBlock = false, .role = LoopRole::Confirm};

const UpdateRule* withoutResult(const UpdateRule* rule) {
  static const UpdateRule add{kAdd.name, kAdd.apply, false, Family::Add, false, kAdd.quick};
  static const UpdateRule sub{kSub.name, kSub.apply, false, Family::Add, false, kSub.quick};
  static const UpdateRule conjunction{kAnd.name, kAnd.apply, false, Family::And, false, kAnd.quick};
  static const UpdateRule disjunction{kOr.name, kOr.apply, false, Family::Or, false, kOr.quick};
  static const UpdateRule exclusion{kXor.name, kXor.apply, false, Family::Xor, false, kXor.quick};
  if (rule == &kAdd) return &add;
  if (rule == &kSub) return &sub;
  if (rule == &kAnd) return &conjunction;
  if (rule == &kOr) return &disjunction;
  if (rule == &kXor) return &exclusion;
  return rule;
}

}  // namespace rules
}  // namespace heddle::core
