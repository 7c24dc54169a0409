#include "symbolic/translate.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <set>

#include "symbolic/early_steps.h"
#include "symbolic/library_action.h"
#include "symbolic/ownership.h"
#include "symbolic/place.h"
#include "symbolic/region.h"
#include "symbolic/twins.h"

namespace heddle::symbolic {
namespace {

constexpr unsigned kPcBits = 16, kFailureBits = 16, kCountBits = 8;

// Whatever waits, and what others can notice.
bool isVisible(const llvm::Instruction& instruction, const Objects& objects, bool hasOrders) {
  // Under tso an atomic store or update lets others see what was stored before, wherever it goes.
  if (hasOrders && instruction.isAtomic() && !llvm::isa<llvm::LoadInst>(instruction) && !objects.isEarly(instruction))
    return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const LibraryAction what = actionOf(*call);
    if (what.action == Action::Joins || what.action == Action::BeginsSection) return true;
    if (what.action == Action::Updates) return what.rule->canBlock || objects.isShared(instruction);
  }
  return objects.isShared(instruction);
}

const llvm::Function* functionOf(const llvm::Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return argument->getParent();
  return llvm::cast<llvm::Instruction>(value).getFunction();
}

// The state in which main has come to where others can first notice.
void setInitial(Translation& all) {
  Transition beginning;
  Region region(all, 0, beginning);
  region.begin(all.formulas.constant(0, 64), Formulas::kTrue, {});
  if (!all.problem.empty()) return;
  std::vector<Formula> leaves = all.formulas.leaves();
  for (const Variable& variable : all.system.variables) leaves[all.formulas[variable.leaf].value] = variable.initial;
  std::unordered_map<Formula, Formula> done;
  std::vector<std::pair<VariableNumber, Formula>> values;
  for (const auto& [variable, value] : region.result({}))
    values.emplace_back(variable, all.formulas.substituted(value, leaves, done));
  for (const auto& [variable, value] : values) all.system.variables[variable].initial = value;
  all.system.initially = all.formulas.substituted(beginning.requires_, leaves, done);
  for (Input& input : beginning.inputs) input.reached = all.formulas.substituted(input.reached, leaves, done);
  all.system.initialInputs = beginning.inputs;
  for (Beside& one : beginning.beside) one.reached = all.formulas.substituted(one.reached, leaves, done);
  all.system.initialBeside = beginning.beside;
  all.system.initialStarts = beginning.starts;
  all.system.threads[0].begins = region.next();
}

void addTransitions(Translation& all, unsigned thread) {
  ThreadCode& code = all.system.threads[thread];
  for (const llvm::Instruction* from : all.locations[thread].all()) {
    Transition transition;
    transition.thread = thread;
    transition.from = kFirst + static_cast<Pc>(code.transitions.size());
    transition.statement = analysis::statementOf(*from);
    Region region(all, thread, transition);
    region.run(*from);
    if (!all.problem.empty()) return;
    for (const auto& [variable, value] : region.result({})) transition.updates.push_back({variable, value});
    transition.next = region.next();
    code.transitions.push_back(std::move(transition));
  }
}

bool neverFrees(const FlatProgram& program) {
  return std::ranges::none_of(program.threads, [](const FlatThread& thread) {
    return llvm::any_of(llvm::instructions(*thread.code), [](const llvm::Instruction& instruction) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call && actionOf(*call).action == Action::Frees;
    });
  });
}

// Whatever threads share is memory, and so is all that is accessed as such by anybody: then it is by everybody.
void refuseOthers(Translation& all) {
  Ownership ownership(all.system, all.formulas);
  std::set<VariableNumber> memory;
  for (const ThreadCode& code : all.system.threads)
    for (const Transition& transition : code.transitions)
      if (transition.indexed)
        for (const IndexedAccess::Target& target : transition.indexed->targets) memory.insert(target.variable);
  for (const ThreadCode& code : all.system.threads)
    for (const Transition& transition : code.transitions) {
      const auto check = [&](VariableNumber variable) {
        const bool isSink = variable == all.system.failure || variable == all.system.exceeded;
        const bool isMemory = ownership.ownerOf(variable) == kNobody || memory.contains(variable);
        if (isMemory && !isSink && ownership.isWritten(variable))
          all.problem = before(*all.locations[transition.thread].all()[transition.from - kFirst]) +
                        "what this does to memory that others know of (frees it, returns from its function, "
                        "allocates some of unknown size, or fills it before there are threads in a loop of unknown "
                        "length) is not supported by bmc where orders of accesses count; use heddle check";
      };
      for (const VariableNumber variable : ownership.readBy(transition)) check(variable);
      for (const Update& update : transition.updates) check(update.variable);
    }
}

}  // namespace

Result<TransitionSystem> translate(const FlatProgram& program, const Objects& objects, Formulas& formulas,
                                   bool hasOrders, const std::function<bool()>& mustStop) {
  Translation all{program, objects, formulas, hasOrders, neverFrees(program), {}, {}, {}, {}, {}, {}, {},
                  {},      {},      {},       {}};
  all.system.threads.resize(program.threads.size());
  all.system.twins = twinsOf(program);
  all.system.hasOrders = hasOrders;
  all.system.failure = all.newVariable(kFailureBits, 0);
  all.system.exceeded = all.newVariable(0, 0);
  for (unsigned thread = 0; thread < program.threads.size(); ++thread) {
    all.system.threads[thread].pc = all.newVariable(kPcBits, kNotStarted);
    all.results.push_back(all.newVariable(64, 0));
    all.system.threads[thread].result = all.results.back();
    all.joined.push_back(all.newVariable(0, 0));
    const llvm::Function& code = *program.threads[thread].code;
    const AtomicSections& sections = all.sections.emplace_back(code);
    const Locations& locations = all.locations.emplace_back(code, sections, [&](const llvm::Instruction& instruction) {
      return isVisible(instruction, objects, hasOrders);
    });
    if (all.problem.empty()) all.problem = sections.problem();
    if (all.problem.empty()) all.problem = locations.problem();
  }
  all.cells.resize(objects.cells());
  for (const Object& object : objects.all()) {
    const bool isThereAtFirst = llvm::isa<llvm::GlobalVariable>(object.value);
    all.isThere.push_back(object.mayEnd ? all.newVariable(0, isThereAtFirst) : 0);
    if (object.isBlock && !all.allocations.contains(object.value))
      all.allocations[object.value] = all.newVariable(kCountBits, 0);
    if (object.hasAnySize) all.sizes[object.number] = all.newVariable(64, 0);
    for (const Cell& cell : object.cells) all.cells[cell.number] = all.newVariable(cell.bytes * 8, cell.initial);
  }
  for (unsigned thread = 0; thread < program.threads.size() && all.problem.empty(); ++thread)
    addTransitions(all, thread);
  if (all.problem.empty()) setInitial(all);
  if (all.problem.empty()) takeEarlySteps(all, mustStop);
  for (const auto& [name, variable] : all.registers)
    for (unsigned thread = 0; thread < program.threads.size(); ++thread)
      if (functionOf(*name.first) == program.threads[thread].code) all.system.threads[thread].own.push_back(variable);
  for (ThreadCode& code : all.system.threads) {
    code.own.push_back(code.pc);
    code.own.push_back(code.result);
    std::ranges::sort(code.own);
  }
  if (all.problem.empty() && hasOrders) refuseOthers(all);
  if (!all.problem.empty()) return Diagnostic{all.problem};
  return std::move(all.system);
}

}  // namespace heddle::symbolic
