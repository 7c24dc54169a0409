#include "runtime/native_program.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <exception>

#include "base/check.h"
#include "runtime/bind.h"
#include "runtime/counterexample.h"
#include "runtime/engine.h"
#include "runtime/externals/cxx_streams.h"
#include "runtime/externals/cxx_support.h"
#include "runtime/faults.h"
#include "runtime/jit.h"
#include "runtime/loops/await_rules.h"
#include "runtime/sandbox.h"

namespace heddle::runtime {
namespace {

class NativeProgram : public core::Program {
 public:
  NativeProgram(Region region, Jit jit, AwaitRules awaits, const core::ProgramInfo& info, const Options& options,
                bool streams, bool closed)
      : region_(std::move(region)),
        jit_(std::move(jit)),
        awaits_(std::move(awaits)),
        engine_(info, options),
        streams_(streams) {
    engine_.setEntryPoints(jit_.entryPoints());
    engine_.setClosed(closed);
    engine = &engine_;
    installFaultHandlers();
    terminateBefore_ = std::set_terminate(&NativeProgram::terminate);
    if (streams_) externals::captureStreams();
  }
  ~NativeProgram() override {
    if (streams_) externals::releaseStreams();
    std::set_terminate(terminateBefore_);
    removeFaultHandlers();
    engine = nullptr;
  }
  NativeProgram(const NativeProgram&) = delete;
  NativeProgram& operator=(const NativeProgram&) = delete;

  const core::Execution& run(core::Scheduler& scheduler) override {
    if (streams_) externals::resetStreams();
    return engine_.run(scheduler);
  }
  void keepGoing(bool on) override { engine_.verdicts.keepGoing(on); }
  void record(bool on) override { engine_.stepper.isRecorded = on; }
  core::Trace trace() const override { return counterexampleOf(engine_, const_cast<Engine&>(engine_).stepper.table); }
  std::vector<core::Step> fullSchedule() const override { return engine_.offSlice.fullSchedule(); }
  core::ThreadTable& threads() override { return engine_.stepper.table; }
  std::vector<std::string> remarks() const override { return engine_.verdicts.remarks(); }
  std::vector<std::string> limitations() const override {
    return engine_.verdicts.limitations(engine_.options.nondetRange);
  }
  bool has(core::LoopRole role) const override { return engine_.sites.has(role); }
  void addEvidence(core::Evidence& evidence) const override { engine_.addEvidence(evidence); }
  bool takeIn(const core::Evidence& evidence) override { return engine_.takeIn(evidence); }
  bool isBrokenBy(const core::Evidence& evidence) const override { return Engine::isBrokenBy(evidence); }
  const core::UpdateRule* ruleAt(SiteId site) const override { return engine_.sites.ruleAt(site); }

 private:
  static void terminate() {
    if (hot.inProgram) externals::terminated();
    terminateBefore_();
    std::abort();
  }
  static inline std::terminate_handler terminateBefore_ = nullptr;

  Region region_;
  Jit jit_;
  AwaitRules awaits_;
  Engine engine_;
  bool streams_;
};

}  // namespace

Result<std::unique_ptr<core::Program>> load(std::unique_ptr<llvm::LLVMContext> context,
                                            std::unique_ptr<llvm::Module> module, core::ProgramInfo info,
                                            const Options& options) {
  HEDDLE_CHECK_NOTE(engine == nullptr, "one program at a time");
  const bool streams = usesStreams(*module);
  const bool closed = !streams && callsAreClosed(*module);  // streams are outside the program's memory
  auto bindings = bind(*module, options);
  if (!bindings) return bindings.problem();
  auto region = Region::reserve();
  if (!region) return region.problem();
  auto jit = Jit::compile(std::move(context), std::move(module), *bindings, info, options.quickCode,
                          options.forDebugger, options.mustStop);
  if (!jit) return jit.problem();
  auto awaits = AwaitRules::make(info.sites, *jit);
  if (!awaits) return awaits.problem();
  return std::unique_ptr<core::Program>(std::make_unique<NativeProgram>(
      std::move(*region), std::move(*jit), std::move(*awaits), info, options, streams, closed));
}

pid_t forkWithProgram(const std::function<void()>& work) {
  return forkSupervised([&] {
    adoptFaults();
    engine->stepper.adoptThread();
    work();
  });
}

}  // namespace heddle::runtime
