#include "frontend/tests.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

namespace heddle::frontend {
namespace {

constexpr char kSection[] = "heddle_tests";
constexpr char kMain[] = "main";

// struct heddle_test of the header: name, options, file, line, run.
enum Field : unsigned { Name, OptionText, File, Line, Run };

std::string textAt(const llvm::Constant* pointer) {
  llvm::StringRef text;
  return pointer != nullptr && llvm::getConstantStringInfo(pointer, text) ? text.str() : std::string();
}

std::optional<TestBody> read(const llvm::GlobalVariable& entry) {
  if (entry.getSection() != kSection || !entry.hasInitializer()) return std::nullopt;
  const llvm::Constant* const fields = entry.getInitializer();
  const auto field = [&](unsigned which) { return fields->getAggregateElement(which); };
  const auto* const line = llvm::dyn_cast_or_null<llvm::ConstantInt>(field(Line));
  auto* const run = llvm::dyn_cast_or_null<llvm::Function>(field(Run));
  if (line == nullptr || run == nullptr) return std::nullopt;
  return TestBody{{textAt(field(Name)), textAt(field(OptionText)), textAt(field(File)),
                   static_cast<unsigned>(line->getZExtValue())},
                  run};
}

}  // namespace

std::vector<TestBody> takeTests(llvm::Module& module) {
  std::vector<TestBody> tests;
  std::vector<llvm::GlobalVariable*> entries;
  for (llvm::GlobalVariable& global : module.globals()) {
    auto test = read(global);
    if (!test) continue;
    tests.push_back(std::move(*test));
    entries.push_back(&global);
  }
  llvm::removeFromUsedLists(module, [](llvm::Constant* used) {
    const auto* const global = llvm::dyn_cast<llvm::GlobalVariable>(used->stripPointerCasts());
    return global != nullptr && global->getSection() == kSection;
  });
  for (llvm::GlobalVariable* const entry : entries) entry->eraseFromParent();
  return tests;
}

void makeMain(const TestBody& test, llvm::Module& module) {
  if (llvm::Function* const other = module.getFunction(kMain)) {
    other->setName("main of the program");
    other->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  test.function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  test.function->setName(kMain);
  // Its name as people know it; debuggers find it as `main`.
  if (llvm::DISubprogram* const shown = test.function->getSubprogram()) {
    constexpr unsigned kNameOperand = 2;
    shown->replaceOperandWith(kNameOperand, llvm::MDString::get(module.getContext(), test.test.name));
    shown->replaceLinkageName(llvm::MDString::get(module.getContext(), kMain));
  }
}

std::optional<Diagnostic> whyAmbiguous(const std::vector<Test>& tests) {
  std::map<std::string, const Test*> known;
  for (const Test& test : tests) {
    const auto [first, isNew] = known.try_emplace(test.name, &test);
    if (!isNew)
      return Diagnostic{fmt::format("{}:{}: there is a test '{}' already, at {}:{}", test.file, test.line, test.name,
                                    first->second->file, first->second->line)};
  }
  return std::nullopt;
}

}  // namespace heddle::frontend
