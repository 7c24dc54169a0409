#include "core/op.h"

namespace heddle::core {

const char* name(OpKind kind) {
  switch (kind) {
    case OpKind::Read: return "load";
    case OpKind::Write: return "store";
    case OpKind::Update: return "update";
    case OpKind::Await: return "await";
    case OpKind::Fence: return "fence";
    case OpKind::Spawn: return "spawn";
    case OpKind::Join: return "join";
    case OpKind::Exit: return "exit";
    case OpKind::Choose: return "choose";
    case OpKind::Assume: return "assume";
    case OpKind::Atomic: return "atomic section";
  }
  return "?";
}

const char* name(Order order) {
  switch (order) {
    case Order::Plain: return "plain";
    case Order::Relaxed: return "relaxed";
    case Order::Consume: return "consume";
    case Order::Acquire: return "acquire";
    case Order::Release: return "release";
    case Order::AcqRel: return "acq_rel";
    case Order::SeqCst: return "seq_cst";
  }
  return "?";
}

}  // namespace heddle::core
