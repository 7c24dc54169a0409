// The JIT: an instrumented module becomes native code in this process.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "core/program_info.h"
#include "runtime/bind.h"
#include "runtime/entry_points.h"

namespace llvm {
class LLVMContext;
class Module;
class ObjectCache;
namespace orc {
class LLJIT;
}
}  // namespace llvm

namespace heddle::runtime {

class Jit {
 public:
  // `quick`: the code is generated quickly rather than well, and kept there; otherwise `mustStop` may end that.
  // `forDebugger`: one is told of it.
  static Result<Jit> compile(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                             const std::vector<Binding>& bindings, const core::ProgramInfo& info,
                             llvm::ObjectCache* quick = nullptr, bool forDebugger = false,
                             const std::function<const char*()>& mustStop = {});
  Jit(Jit&&) noexcept;
  Jit& operator=(Jit&&) noexcept;
  ~Jit();

  // The address of a function of the module.
  Result<void*> lookUp(const std::string& name);

  const EntryPoints& entryPoints() const { return entry_; }

 private:
  Jit();
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  EntryPoints entry_;
};

}  // namespace heddle::runtime
