#include "transform/instrument.h"

#include <llvm/IR/Module.h>

#include <string>

#include "core/layout.h"
#include "transform/assumptions.h"
#include "transform/atomics.h"
#include "transform/call_stacks.h"
#include "transform/constructors.h"
#include "transform/external_calls.h"
#include "transform/faults.h"
#include "transform/globals.h"
#include "transform/inline_assembly.h"
#include "transform/jump_points.h"
#include "transform/library_facts.h"
#include "transform/loops/back_edges.h"
#include "transform/loops/rewrite_loops.h"
#include "transform/plain_accesses.h"
#include "transform/refusals.h"
#include "transform/shared_memory.h"
#include "transform/stack_objects.h"
#include "transform/thread_locals.h"
#include "transform/undefined_variables.h"

namespace heddle::transform {
namespace {

void instrumentFunction(llvm::Function& function, Context& context) {
  const StackObjects stack = findStackObjects(function);
  const SharedMemory memory(function.getDataLayout(), stack);
  // Both read the whole function before either changes it.
  Atomics atomics(function, memory, context);
  PlainAccesses plain(function, memory, context);
  atomics.rewrite();
  plain.rewrite();
  guardStackObjects(function, stack, context);
  markLandingPads(function, context);
  keepJumpPoints(function, context);
  instrumentFaults(function, context);
  countBackEdges(function, context);
  markExternalCalls(function, context);
  keepCallStack(function, context);
  // A frame that is larger than the guard of a stack touches it on its way.
  function.addFnAttr("probe-stack", "inline-asm");
  function.addFnAttr("stack-probe-size", std::to_string(core::layout::kStackGuard / 4));
}

}  // namespace

Result<core::ProgramInfo> instrument(llvm::Module& module, const LoopOptions& loops,
                                     const std::function<bool()>& mustStop) {
  if (!module.IsNewDbgInfoFormat) module.convertToNewDbgValues();
  if (auto refusal = findRefusal(module)) return std::move(*refusal);
  noteUsesOfUndefined(module);
  noteUntestedWaits(module);
  dropAssumptions(module);
  dropLinkerNotes(module);
  addLibraryFacts(module);

  Context context(module);
  std::vector<llvm::Function*> defined;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) defined.push_back(&function);
  }
  for (llvm::Function* function : defined) replaceKnownAssembly(*function, context);
  auto notes = rewriteLoops(defined, loops, context, mustStop);
  if (!notes) return notes.problem();
  markRecursion(module, context);
  for (llvm::Function* function : defined) {
    if (mustStop && mustStop()) return stopped();
    instrumentFunction(*function, context);
  }

  core::ProgramInfo info;
  info.loops = std::move(*notes);
  gatherConstructors(context, info);
  if (auto problem = moveThreadLocals(context, info)) return std::move(*problem);
  if (auto problem = moveGlobals(context, info)) return std::move(*problem);
  context.symbols.dropUnused();
  info.sites = std::move(context.sites);
  info.frames = context.places.takeFrames();
  info.types = context.types.take();
  return info;
}

}  // namespace heddle::transform
