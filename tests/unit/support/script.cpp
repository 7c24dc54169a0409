#include "support/script.h"

namespace heddle::testing {
namespace {

std::uint8_t byte(unsigned number) { return static_cast<std::uint8_t>(number); }

std::string text(const Operand& operand) {
  const std::string number = std::to_string(operand.value);
  return operand.isRegister ? "r(" + number + ")" : number;
}

}  // namespace

Statement load(unsigned reg, unsigned word) { return {Do::Load, byte(word), byte(reg), 0, {}, {}}; }
Statement store(unsigned word, Operand value) { return {Do::Store, byte(word), 0, 0, value, {}}; }
Statement add(unsigned reg, unsigned word, Operand delta) { return {Do::Add, byte(word), byte(reg), 0, delta, {}}; }
Statement cas(unsigned reg, unsigned word, Operand expected, Operand desired) {
  return {Do::Cas, byte(word), byte(reg), 0, expected, desired};
}
Statement exchange(unsigned reg, unsigned word, Operand value) {
  return {Do::Exchange, byte(word), byte(reg), 0, value, {}};
}
Statement lock(unsigned word) { return {Do::Lock, byte(word), 0, 0, {}, {}}; }
Statement unlock(unsigned word) { return {Do::Unlock, byte(word), 0, 0, {}, {}}; }
Statement await(unsigned reg, unsigned word, Operand value) { return {Do::Await, byte(word), byte(reg), 0, value, {}}; }
Statement fence() { return {Do::Fence, 0, 0, 0, {}, {}}; }
Statement spawn(unsigned thread) { return {Do::Spawn, 0, 0, byte(thread), {}, {}}; }
Statement join(unsigned thread) { return {Do::Join, 0, 0, byte(thread), {}, {}}; }
Statement choose(unsigned reg, unsigned count) { return {Do::Choose, 0, byte(reg), 0, count, {}}; }
Statement assume(unsigned reg, Operand value) { return {Do::Assume, 0, byte(reg), 0, value, {}}; }
Statement check(unsigned reg, Operand value) { return {Do::Assert, 0, byte(reg), 0, value, {}}; }
Statement skipIf(unsigned reg, Operand value, unsigned statements) {
  return {Do::SkipIf, 0, byte(reg), byte(statements), value, {}};
}
Statement storeRun(unsigned word) { return {Do::StoreRun, byte(word), 0, 0, {}, {}}; }
Statement hang() { return {Do::Hang, 0, 0, 0, {}, {}}; }
Statement unsupported() { return {Do::Unsupported, 0, 0, 0, {}, {}}; }

Script parallel(const std::vector<Body>& bodies, const Body& epilogue) {
  Script script;
  Body& main = script.threads.emplace_back();
  for (unsigned i = 1; i <= bodies.size(); ++i) main.push_back(spawn(i));
  for (unsigned i = 1; i <= bodies.size(); ++i) main.push_back(join(i));
  main.insert(main.end(), epilogue.begin(), epilogue.end());
  script.threads.insert(script.threads.end(), bodies.begin(), bodies.end());
  return script;
}

std::string text(const Statement& s) {
  const std::string word = std::to_string(s.word), reg = std::to_string(s.reg), other = std::to_string(s.other);
  switch (s.what) {
    case Do::Load: return "load(" + reg + ", " + word + ")";
    case Do::Store: return "store(" + word + ", " + text(s.a) + ")";
    case Do::Add: return "add(" + reg + ", " + word + ", " + text(s.a) + ")";
    case Do::Cas: return "cas(" + reg + ", " + word + ", " + text(s.a) + ", " + text(s.b) + ")";
    case Do::Exchange: return "exchange(" + reg + ", " + word + ", " + text(s.a) + ")";
    case Do::Lock: return "lock(" + word + ")";
    case Do::Unlock: return "unlock(" + word + ")";
    case Do::Await: return "await(" + reg + ", " + word + ", " + text(s.a) + ")";
    case Do::Fence: return "fence()";
    case Do::Spawn: return "spawn(" + other + ")";
    case Do::Join: return "join(" + other + ")";
    case Do::Choose: return "choose(" + reg + ", " + text(s.a) + ")";
    case Do::Assume: return "assume(" + reg + ", " + text(s.a) + ")";
    case Do::Assert: return "check(" + reg + ", " + text(s.a) + ")";
    case Do::SkipIf: return "skipIf(" + reg + ", " + text(s.a) + ", " + other + ")";
    case Do::StoreRun: return "storeRun(" + word + ")";
    case Do::Hang: return "hang()";
    case Do::Unsupported: return "unsupported()";
  }
  return "?";
}

std::string text(const Script& script) {
  std::string out = "Script{.threads = {\n";
  for (const Body& body : script.threads) {
    out += "  {";
    for (std::size_t i = 0; i < body.size(); ++i) out += (i == 0 ? "" : ", ") + text(body[i]);
    out += "},\n";
  }
  return out + "}, .words = " + std::to_string(script.words) + "}\n";
}

}  // namespace heddle::testing
