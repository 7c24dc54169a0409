#include "symbolic/both_encodings.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

#include <atomic>
#include <thread>

namespace heddle::symbolic {
namespace {

bool isAnswer(Result<BoundedResult>& result) {
  if (!result) return true;  // what the one does not know the other does not either
  return result->verdict == BoundedResult::Verdict::Safe || result->verdict == BoundedResult::Verdict::Violation;
}

}  // namespace

Result<BoundedResult> checkWithBoth(const llvm::Module& module, const BoundedOptions& options) {
  llvm::SmallVector<char, 0> bitcode;  // a context is for one thread
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);

  std::atomic<bool> isOver = false;
  BoundedOptions ofOne = options;
  ofOne.limits.megabytes = (options.limits.megabytes + 1) / 2;
  ofOne.limits.mustStop = [&] { return isOver || (options.limits.mustStop && options.limits.mustStop()); };
  std::optional<Result<BoundedResult>> byOrder;
  std::jthread other([&, mine = ofOne]() mutable {
    mine.encoding = Encoding::Order;
    mine.progress = nullptr;
    llvm::LLVMContext context;
    auto copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "program"), context);
    if (!(*copy)->IsNewDbgInfoFormat) (*copy)->convertToNewDbgValues();
    byOrder = checkBounded(**copy, mine);
    if (isAnswer(*byOrder)) isOver = true;
  });
  ofOne.encoding = Encoding::Interleavings;
  Result<BoundedResult> byInterleavings = checkBounded(module, ofOne);
  if (isAnswer(byInterleavings)) isOver = true;
  other.join();
  return !isAnswer(byInterleavings) && isAnswer(*byOrder) ? std::move(*byOrder) : std::move(byInterleavings);
}

}  // namespace heddle::symbolic
