#include "runtime/loops/await_rules.h"

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

UpdateResult applySpeculation(const Op& op, Value old) {
  const auto& rule = static_cast<const AwaitRule&>(*op.rule);
  return {true, false, rule.holds == nullptr || rule.holds(low(old), 0, 0, 0, 0) != 0 ? 1U : 0U};
}

}  // namespace

Result<AwaitRules> AwaitRules::make(core::SiteTable& sites, Jit& jit) {
  AwaitRules made;
  for (core::Site& site : sites) {
    if (site.role == core::LoopRole::SpeculativeRead)
      if (auto problem = made.addSpeculativeRead(site, jit)) return std::move(*problem);
    if (site.condition.empty()) continue;
    auto condition = jit.lookUp(site.condition);
    if (!condition) return condition.problem();
    AwaitRule& rule = made.rules_.emplace_back();
    rule.name = site.rule != nullptr ? site.rule->name : "await";
    rule.apply = applyAwait;
    rule.canBlock = true;
    rule.assumes = site.assumes || !site.isExact;
    rule.writesInVain = site.rule != nullptr && site.rule != &core::rules::kCompareExchange;
    rule.holds = reinterpret_cast<AwaitCondition>(*condition);
    rule.then = site.rule;
    rule.role = site.role;
    site.rule = &rule;
  }
  return made;
}

std::optional<Diagnostic> AwaitRules::addSpeculativeRead(core::Site& site, Jit& jit) {
  AwaitRule& rule = rules_.emplace_back();
  rule.name = core::name(site.kind);
  rule.apply = applySpeculation;
  rule.canBlock = false;
  rule.role = site.role;
  rule.then = nullptr;
  rule.holds = nullptr;
  if (!site.speculates.empty()) {
    auto condition = jit.lookUp(site.speculates);
    if (!condition) return condition.problem();
    rule.holds = reinterpret_cast<AwaitCondition>(*condition);
  }
  site.rule = &rule;
  return std::nullopt;
}

}  // namespace heddle::runtime
