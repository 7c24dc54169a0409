#include "transform/memory_image.h"

namespace heddle::transform {
namespace {
constexpr std::uint64_t kGranule = 8;
}

void MemoryImage::pad(std::uint64_t upTo) {
  if (upTo == end_) return;
  auto* bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(module_.getContext()), upTo - end_);
  fields_.push_back(llvm::ConstantAggregateZero::get(bytes));
  end_ = upTo;
}

std::uint64_t MemoryImage::place(llvm::Constant* initial, llvm::Align align, std::uint64_t gap) {
  align_ = std::max(align_, align);
  pad(llvm::alignTo(llvm::alignTo(end_, kGranule) + gap, std::max(align, llvm::Align(kGranule))));
  const std::uint64_t offset = end_;
  fields_.push_back(initial);
  end_ += module_.getDataLayout().getTypeAllocSize(initial->getType());
  return offset;
}

std::uint64_t MemoryImage::define(const char* name, std::uint64_t gap) {
  pad(llvm::alignTo(end_, kGranule) + gap);
  llvm::Constant* whole = llvm::ConstantStruct::getAnon(module_.getContext(), fields_, /*Packed=*/true);
  auto* image = new llvm::GlobalVariable(module_, whole->getType(), /*isConstant=*/true,
                                         llvm::GlobalValue::ExternalLinkage, whole, name);
  image->setAlignment(llvm::Align(kGranule));  // it is copied to where its parts are aligned
  return end_;
}

}  // namespace heddle::transform
