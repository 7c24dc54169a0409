#include "symbolic/early_steps.h"

#include <algorithm>
#include <optional>

namespace heddle::symbolic {
namespace {

constexpr unsigned kMostSteps = 10'000;

class EarlySteps {
 public:
  explicit EarlySteps(Translation& all) : all_(all), f_(all.formulas), system_(all.system), main_(system_.threads[0]) {}

  void run(const std::function<bool()>& mustStop) {
    unsigned steps = 0;
    while (steps < kMostSteps && !(mustStop && mustStop()) && take()) ++steps;
    if (steps == 0) return;
    main_.begins = {pc()};
    forgetOthers();
  }

 private:
  Formula& initial(VariableNumber variable) { return system_.variables[variable].initial; }
  Pc pc() { return static_cast<Pc>(f_.valueOf(initial(main_.pc))); }

  bool take() {
    if (!f_.isConstant(initial(main_.pc)) || pc() < kFirst) return false;
    const Transition& transition = main_.transitions[pc() - kFirst];
    const bool isEarly = all_.objects.isEarly(*all_.locations[0].all()[pc() - kFirst]);
    if (!isEarly || isStarted_ || transition.enabled != Formulas::kTrue || transition.indexed) return false;
    std::vector<Formula> leaves = f_.leaves();
    for (const Variable& variable : system_.variables) leaves[f_[variable.leaf].value] = variable.initial;
    for (const Input& input : transition.inputs) leaves[f_[input.leaf].value] = f_.variable(f_.widthOf(input.leaf));
    std::unordered_map<Formula, Formula> done;
    const auto now = [&](Formula formula) { return f_.substituted(formula, leaves, done); };
    std::vector<std::pair<VariableNumber, Formula>> values;
    for (const Update& update : transition.updates) values.emplace_back(update.variable, now(update.value));
    const auto comesTo = [&](unsigned thread) {  // none: that is not known
      const VariableNumber pc = system_.threads[thread].pc;
      const auto next = std::ranges::find(values, pc, &std::pair<VariableNumber, Formula>::first);
      const Formula value = next != values.end() ? next->second : initial(pc);
      return f_.isConstant(value) ? std::optional(static_cast<Pc>(f_.valueOf(value))) : std::nullopt;
    };
    if (!comesTo(0) ||
        !std::ranges::all_of(transition.starts, [&](unsigned thread) { return comesTo(thread).has_value(); }))
      return false;
    for (const unsigned thread : transition.starts) {
      if (comesTo(thread) == kNotStarted) continue;
      system_.initialStarts.push_back(thread);
      isStarted_ = true;
    }
    system_.initially = f_.conjunction(system_.initially, now(transition.requires_));
    for (const Input& input : transition.inputs)
      system_.initialInputs.push_back({now(input.leaf), now(input.reached), input.thread});
    for (const Beside& one : transition.beside)
      system_.initialBeside.push_back({now(one.reached), one.thread, one.statement, one.isPart});
    for (const auto& [variable, value] : values) initial(variable) = value;
    return true;
  }

  // Transitions that main does not come to any more.
  void forgetOthers() {
    std::vector<bool> isReached(main_.transitions.size());
    std::vector<Pc> work = main_.begins;
    while (!work.empty()) {
      const Pc at = work.back();
      work.pop_back();
      if (at < kFirst || isReached[at - kFirst]) continue;
      isReached[at - kFirst] = true;
      const std::vector<Pc>& next = main_.transitions[at - kFirst].next;
      work.insert(work.end(), next.begin(), next.end());
    }
    for (std::size_t i = 0; i < isReached.size(); ++i) {
      if (isReached[i]) continue;
      Transition never;
      never.from = kFirst + static_cast<Pc>(i);
      never.enabled = Formulas::kFalse;
      main_.transitions[i] = std::move(never);
    }
  }

  Translation& all_;
  Formulas& f_;
  TransitionSystem& system_;
  ThreadCode& main_;
  bool isStarted_ = false;  // a thread
};

}  // namespace

void takeEarlySteps(Translation& all, const std::function<bool()>& mustStop) { EarlySteps(all).run(mustStop); }

}  // namespace heddle::symbolic
