#include "runtime/await_rules.h"

#include "runtime/jit.h"

namespace heddle::runtime {
namespace {

using core::Op;
using core::UpdateResult;
using core::Value;

std::uint64_t low(Value word) { return static_cast<std::uint64_t>(word); }
std::uint64_t high(Value word) { return static_cast<std::uint64_t>(word >> 64); }

UpdateResult applyAwait(const Op& op, Value old) {
  const auto& rule = static_cast<const AwaitRule&>(*op.rule);
  const bool enabled = rule.holds(low(old), low(op.a), high(op.a), low(op.b), high(op.b)) != 0;
  if (rule.then == nullptr) return {enabled, false, 0};
  Op update = op;
  update.a = low(op.a);  // the high halves are the condition's
  update.b = low(op.b);
  update.rule = rule.then;
  UpdateResult result = rule.then->apply(update, old);
  result.enabled = enabled;
  return result;
}

}  // namespace

Result<AwaitRules> AwaitRules::make(core::SiteTable& sites, Jit& jit) {
  AwaitRules made;
  for (core::Site& site : sites) {
    if (site.condition.empty()) continue;
    auto condition = jit.lookUp(site.condition);
    if (!condition) return condition.problem();
    AwaitRule& rule = made.rules_.emplace_back();
    rule.name = site.rule != nullptr ? site.rule->name : "await";
    rule.apply = applyAwait;
    rule.canBlock = true;
    rule.assumes = site.assumes || !site.isExact;
    rule.holds = reinterpret_cast<AwaitCondition>(*condition);
    rule.then = site.rule;
    site.rule = &rule;
  }
  return made;
}

}  // namespace heddle::runtime
