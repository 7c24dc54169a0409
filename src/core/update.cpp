#include "core/update.h"

#include <bit>
#include <cmath>

#include "base/check.h"

namespace heddle::core {
namespace {

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

using namespace terms;

const UpdateRule kExchange = updateRule("exchange", a, Quick::Exchange);
const UpdateRule kAdd = updateRule("fetch_add", old + a, Quick::Add);
const UpdateRule kSub = updateRule("fetch_sub", old - a, Quick::Sub);
const UpdateRule kAnd = updateRule("fetch_and", old& a, Quick::And);
const UpdateRule kNand = updateRule("fetch_nand", ~(old& a));
const UpdateRule kOr = updateRule("fetch_or", old | a, Quick::Or);
const UpdateRule kXor = updateRule("fetch_xor", old ^ a, Quick::Xor);
const UpdateRule kMax = updateRule("fetch_max", choose(lessSigned(a, old), old, a));
const UpdateRule kMin = updateRule("fetch_min", choose(lessSigned(old, a), old, a));
const UpdateRule kUMax = updateRule("fetch_max", choose(a < old, old, a));
const UpdateRule kUMin = updateRule("fetch_min", choose(old < a, old, a));
const UpdateRule kUIncWrap = updateRule("fetch_inc_wrap", choose(old < a, old + constant<1>, constant<0>));
const UpdateRule kUDecWrap =
    updateRule("fetch_dec_wrap", choose((old == constant<0>) | (a < old), a, old - constant<1>));
const UpdateRule kCompareExchange = updateRule("compare_exchange", always, old == a, b);

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
const UpdateRule kConfirm = [] {
  UpdateRule rule = kCompareExchange;
  rule.role = LoopRole::Confirm;
  return rule;
}();

const UpdateRule* withoutResult(const UpdateRule* rule) {
  const auto in = [](Family family, UpdateRule commuting) {
    commuting.commutes = family;
    return commuting;
  };
  static const UpdateRule add = in(Family::Add, kAdd);
  static const UpdateRule sub = in(Family::Add, kSub);
  static const UpdateRule conjunction = in(Family::And, kAnd);
  static const UpdateRule disjunction = in(Family::Or, kOr);
  static const UpdateRule exclusion = in(Family::Xor, kXor);
  if (rule == &kAdd) return &add;
  if (rule == &kSub) return &sub;
  if (rule == &kAnd) return &conjunction;
  if (rule == &kOr) return &disjunction;
  if (rule == &kXor) return &exclusion;
  return rule;
}

}  // namespace rules
}  // namespace heddle::core
