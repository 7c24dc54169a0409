#include "core/mixed_sizes.h"

namespace heddle::core {
namespace {

Value partOf(const Op& op, Value word) { return word >> 8 * op.partAt & maskOf(op.partBytes); }

Value withPart(const Op& op, Value word, Value part) {
  const Value mask = maskOf(op.partBytes) << 8 * op.partAt;
  return (word & ~mask) | (part << 8 * op.partAt & mask);
}

}  // namespace

const UpdateRule kStorePart = updateRule("store", terms::a);

UpdateResult applyToPart(const Op& op, Value word) {
  Op part = asAccessToPart(op);
  part.rule = op.rule;
  UpdateResult result = op.rule->apply(part, partOf(op, word));
  if (op.kind == OpKind::Update) result.value = withPart(op, word, result.value);
  return result;
}

bool MixedWords::add(Word word) {
  if (cover(word.addr, word.bytes)) return false;
  std::erase_if(words_, [&](const Word& narrower) {
    return word.addr <= narrower.addr && narrower.addr + narrower.bytes <= word.addr + word.bytes;
  });
  words_.push_back(word);
  return true;
}

Op asAccessToWord(const Op& op, const Word& word) {
  Op whole = op;
  if (op.size == word.bytes) return whole;
  whole.addr = word.addr;
  whole.size = static_cast<std::uint8_t>(word.bytes);
  whole.partAt = static_cast<std::uint8_t>(op.addr - word.addr);
  whole.partBytes = op.size;
  if (op.kind == OpKind::Write) {
    whole.kind = OpKind::Update;
    whole.rule = &kStorePart;
  }
  // What was found in a part says nothing of who wrote the word since.
  if (op.kind == OpKind::Read) whole.rule = nullptr;
  return whole;
}

Op asAccessToPart(const Op& op) {
  Op part = op;
  part.addr += op.partAt;
  part.size = op.partBytes;
  part.partAt = part.partBytes = 0;
  if (!storesPart(op)) return part;
  part.kind = OpKind::Write;
  part.rule = nullptr;
  return part;
}

}  // namespace heddle::core
