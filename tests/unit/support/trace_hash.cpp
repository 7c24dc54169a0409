#include "support/trace_hash.h"

namespace heddle::testing {
namespace {

// splitmix64's finaliser on a running state.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  std::uint64_t z = (hash ^ value) + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return hash * 0x2545f4914f6cdd1d + (z ^ (z >> 31));
}

std::uint64_t number(core::OpKind kind) { return static_cast<std::uint64_t>(kind); }

// What a deed looks like in an execution's trace.
std::uint64_t kindOf(const Deed& deed) {
  using core::OpKind;
  switch (deed.what) {
    case Do::AtomicBegin: return number(OpKind::Atomic);
    case Do::Fence: return number(OpKind::Fence);
    case Do::Spawn: return number(OpKind::Spawn);
    case Do::Join: return number(OpKind::Join);
    case Do::Choose: return number(OpKind::Choose);
    case Do::Hang: return number(OpKind::Exit);
    default: return number(deed.wrote ? OpKind::Write : OpKind::Read);
  }
}

Do whatOf(const core::Event& event) {
  using core::OpKind;
  switch (event.op.kind) {
    case OpKind::Atomic: return Do::AtomicBegin;
    case OpKind::Fence: return Do::Fence;
    case OpKind::Spawn: return Do::Spawn;
    case OpKind::Join: return Do::Join;
    case OpKind::Choose: return Do::Choose;
    case OpKind::Exit: return Do::Hang;
    default: break;
  }
  if (event.op.rule != nullptr && event.op.rule->commutes != core::Family::None) return Do::Post;
  return event.wrote ? Do::Store : Do::Load;
}

}  // namespace

void TraceHash::add(const Deed& deed) {
  std::uint64_t hash = mix(last_[deed.body], kindOf(deed) << 32 | deed.body << 16 | deed.at << 8 | deed.size);
  if (posts_ == Posts::Commute && deed.what == Do::Post && deed.size == 8) return addPost(deed, hash);
  hash = mix(mix(hash, static_cast<std::uint64_t>(deed.read)), static_cast<std::uint64_t>(deed.read >> 64));
  hash = mix(hash, deed.other);
  if (deed.what == Do::Join) hash = mix(hash, last_[deed.other]);
  for (unsigned i = deed.at; i < deed.at + deed.size; ++i) {
    hash = mix(mix(hash, bytes_[i].lastWrite), bytes_[i].posts);
    if (deed.wrote) hash = mix(hash, bytes_[i].reads);
  }
  for (unsigned i = deed.at; i < deed.at + deed.size; ++i) {
    if (deed.wrote)
      bytes_[i] = {hash, 0, 0};
    else
      bytes_[i].reads += hash;
  }
  if (deed.what == Do::Spawn) last_[deed.other] = hash;
  finish(deed, hash);
}

void TraceHash::addPost(const Deed& deed, std::uint64_t hash) {
  hash = mix(hash, 1);
  for (unsigned i = deed.at; i < deed.at + deed.size; ++i) hash = mix(mix(hash, bytes_[i].lastWrite), bytes_[i].reads);
  for (unsigned i = deed.at; i < deed.at + deed.size; ++i) bytes_[i].posts += hash;
  finish(deed, hash);
}

void TraceHash::finish(const Deed& deed, std::uint64_t hash) {
  last_[deed.body] = hash;
  sum_ += hash;
}

std::uint64_t traceOf(const ScriptedProgram& program, Posts posts) {
  TraceHash hash(posts);
  for (const core::Event& event : program.execution().trace) {
    Deed deed{.body = program.bodyOf(event.thread), .what = whatOf(event), .wrote = event.wrote};
    if (core::touchesMemory(event.op.kind)) {
      deed.at = static_cast<unsigned>(event.op.addr - program.addressOf(0));
      deed.size = event.op.size;
      deed.read = event.read;
    }
    if (deed.what == Do::Spawn || deed.what == Do::Join) deed.other = program.bodyOf(event.op.other);
    if (deed.what == Do::Choose) deed.other = static_cast<std::uint64_t>(event.read);
    hash.add(deed);
  }
  return hash.value();
}

}  // namespace heddle::testing
