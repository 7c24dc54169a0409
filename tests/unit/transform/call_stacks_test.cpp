// What is stored around calls, so that it is known who called whom.
#include "core/hooks.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

// Stores to the call stack of the thread, whose address is loaded first.
std::vector<const llvm::StoreInst*> stores(Woven& woven, const char* function = "main") {
  std::vector<const llvm::StoreInst*> found;
  for (const llvm::Instruction& instruction : llvm::instructions(*woven.module->getFunction(function)))
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value* base = store->getPointerOperand()->stripInBoundsOffsets();
      while (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(base)) base = gep->getPointerOperand();
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(base);
      if (load && load->getPointerOperand()->getName() == core::hooks::kCalls) found.push_back(store);
    }
  return found;
}

TEST(CallStacks, SitesAndDepthAreStoredAroundACall) {
  Woven woven("define void @f() {\n ret void\n}\ndefine void @main() {\n call void @f()\n ret void\n}");
  const auto around = stores(woven);
  ASSERT_EQ(around.size(), 3u);
  const llvm::Instruction* const call = woven.calls("f").front();
  EXPECT_TRUE(around[0]->comesBefore(call));
  EXPECT_TRUE(around[1]->comesBefore(call));
  EXPECT_TRUE(call->comesBefore(around[2]));
  EXPECT_EQ(around[1]->getPointerOperand(), around[2]->getPointerOperand()) << "the depth";
  EXPECT_NE(around[1]->getValueOperand(), around[2]->getValueOperand());
  EXPECT_TRUE(llvm::isa<llvm::ConstantInt>(around[0]->getValueOperand())) << "the site";
  EXPECT_EQ(stores(woven, "f").size(), 0u) << "who calls nobody does nothing";
}

TEST(CallStacks, TheDepthIsPutBackWhereAnExceptionLands) {
  Woven woven(R"(
declare i32 @__gxx_personality_v0(...)
define void @f() {
  ret void
}
define void @main() personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %fine unwind label %pad
fine:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
})");
  const auto around = stores(woven);
  ASSERT_EQ(around.size(), 4u);
  EXPECT_TRUE(around[3]->getParent()->isLandingPad());
  EXPECT_EQ(around[2]->getValueOperand(), around[3]->getValueOperand());
  EXPECT_NE(around[2]->getParent(), around[3]->getParent());
}

TEST(CallStacks, LibraryFunctionsThatMayCallBackCount) {
  const auto around = [](const std::string& name, const std::string& arguments) {
    Woven woven("declare void @" + name + "(" + arguments + ")\ndefine void @main(ptr %p) {\n call void @" + name +
                "(" + arguments + " %p)\n ret void\n}");
    return stores(woven).size();
  };
  EXPECT_EQ(around("atexit", "ptr"), 3u);
  EXPECT_EQ(around("free", "ptr"), 0u);
  EXPECT_EQ(around("pthread_mutex_unlock", "ptr"), 0u);
}

}  // namespace
}  // namespace heddle::transform
