// What the steps of the instrumentation share: the module, the runtime's
// symbols, and the table of sites they all add to.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include "analysis/statements.h"
#include "core/site.h"
#include "core/system_files.h"
#include "transform/runtime_symbols.h"
#include "transform/source_place.h"
#include "transform/type_table.h"

namespace heddle::transform {

// Metadata of what is executed in loops that leave out iterations without effect.
inline constexpr llvm::StringLiteral kJudged = "heddle.judged";

struct Context {
  explicit Context(llvm::Module& m) : module(m), symbols(m) { sites.emplace_back(); }

  // Adds a site at the instruction's place; `facts` has everything else.
  llvm::ConstantInt* site(const llvm::Instruction& at, core::Site facts) {
    SourcePlace place = places.of(at);
    facts.file = std::move(place.file);
    facts.line = place.line;
    facts.column = place.column;
    facts.function = std::move(place.function);
    facts.library = places.libraryFunctionOf(at);
    if (std::string written = places.functionWith(at); written != facts.function) facts.written = std::move(written);
    facts.caller = places.callerOf(at);
    facts.statement = analysis::statementOf(at);
    facts.isJudged = at.getMetadata(kJudged) != nullptr;
    return addSite(std::move(facts));
  }
  llvm::ConstantInt* addSite(core::Site facts) {
    facts.isSystem = core::isSystemFile(facts.file) || facts.function == "__VERIFIER_assert";
    sites.push_back(std::move(facts));
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module.getContext()), sites.size() - 1);
  }

  llvm::MDNode* unlikely() { return llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights(); }

  llvm::Module& module;
  RuntimeSymbols symbols;
  SourcePlaces places;
  TypeNumbers types;
  core::SiteTable sites;
};

}  // namespace heddle::transform
