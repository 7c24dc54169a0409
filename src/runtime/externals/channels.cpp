// Channels (heddle.h): message passing as in Source Sets, sections 2 and 10.
//
// A channel is a block of the program's heap:
//
//   head      how many messages were received or waited for
//   tail      how many were sent
//   messages  for each a word that says that it is there, and its value
//
// so that the dependences between operations are those of the words they
// touch: sends are ordered by the tail, receives by the head, and a send with
// the receive of its message, or with the try_receive that did not find it
// yet, by the message's word. A send and the receive of another message touch
// nothing in common.
#include "runtime/externals/channels.h"

#include <fmt/format.h>

#include <optional>

#include "core/channel_rules.h"
#include "core/update.h"
#include "runtime/externals/channel_layout.h"
#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::terms;
using core::UpdateRule;

// The operations.
const UpdateRule kSend{.name = "send", .apply = nullptr, .canBlock = false, .line = core::Line::Append};
const UpdateRule kTryReceive{.name = "try_receive", .apply = nullptr, .canBlock = false, .line = core::Line::Take};
using core::channels::kReceive;
// Takes the next place in the line of receivers.
const UpdateRule kQueue = [] {
  UpdateRule rule = core::updateRule("queue at", old + constant<1>);
  rule.line = core::Line::Take;
  return rule;
}();

// What is inside them.
const UpdateRule kNext = core::updateRule("next", old + constant<1>);
const UpdateRule kLook = core::updateRule("look", always, never, old);
const UpdateRule kPut = core::updateRule("put", constant<1>);
const UpdateRule kFollow = core::updateRule("follow", constant<0> < old, never, old);
// Unless somebody else has, since it was looked at.
const UpdateRule kTake = core::updateRule("take", always, old == a, old + constant<1>);

std::uint64_t access(const std::uint64_t& word, const UpdateRule& rule, Order order, OpKind kind = OpKind::Update,
                     std::uint64_t a = 0) {
  return static_cast<std::uint64_t>(engine->stepper.visible({.a = a,
                                                             .addr = addressOf(&word),
                                                             .rule = &rule,
                                                             .site = here(),
                                                             .kind = kind,
                                                             .order = order,
                                                             .failOrder = order,
                                                             .size = sizeof(word)}));
}

void begin(const Channel& channel, const UpdateRule& operation, std::uint64_t value) {
  engine->stepper.beginOperation(
      {.a = value, .addr = addressOf(&channel), .rule = &operation, .site = here(), .kind = OpKind::Atomic});
}

Channel& alive(void* channel) {
  const Address addr = addressOf(channel);
  const Block* const block = engine->heap.startingAt(addr);
  if (block == nullptr || block->kind != BlockKind::Channel) {
    const InHeddle guard;
    std::string message = fmt::format("uses {} as a channel", engine->names.nameOf(addr));
    engine->verdicts.fail(addr == 0 ? ViolationKind::NullDereference : ViolationKind::WildPointer, std::move(message),
                          here(), addr);
  }
  return *static_cast<Channel*>(channel);
}

Message& numbered(Channel& channel, std::uint64_t number) {
  if (number >= kMessages) {
    const InHeddle guard;
    engine->verdicts.refuse(fmt::format("a channel can carry at most {} messages in an execution", kMessages), here());
  }
  return channel.messages[number];
}

void* createModel() {
  void* const channel = reinterpret_cast<void*>(
      engine->lifetimes.allocate(sizeof(Channel), alignof(Channel), BlockKind::Channel, here()));
  if (channel == nullptr) {
    const InHeddle guard;
    engine->verdicts.refuse("there is no memory left for another channel", here());
  }
  return channel;
}

void sendModel(void* handle, std::uint64_t value) {
  Channel& channel = alive(handle);
  begin(channel, kSend, value);
  const std::uint64_t number = access(channel.tail, kNext, Order::Relaxed);
  Message& message = numbered(channel, number);
  message.value = value;
  // On execution graphs, where this is several steps: messages are there in their order.
  if (number != 0) access(numbered(channel, number - 1).isThere, kFollow, Order::Relaxed, OpKind::Await);
  access(message.isThere, kPut, Order::Release);
  engine->stepper.endOperation();
}

std::uint64_t receiveModel(void* handle) {
  Channel& channel = alive(handle);
  const Message& message = numbered(channel, access(channel.head, kQueue, Order::Relaxed));
  access(message.isThere, kReceive, Order::Acquire, OpKind::Await);
  return message.value;
}

// The next message, or null if it is not there. On execution graphs an operation is several steps, and somebody else
// may have taken it: nothing.
std::optional<const Message*> tryToTake(Channel& channel) {
  begin(channel, kTryReceive, 0);
  const std::uint64_t head = access(channel.head, kLook, Order::Relaxed);
  const Message& message = numbered(channel, head);
  const bool isThere = access(message.isThere, kLook, Order::Acquire) != 0;
  const bool isTaken = isThere && access(channel.head, kTake, Order::Relaxed, OpKind::Update, head) != head;
  engine->stepper.endOperation();
  if (isTaken) return std::nullopt;
  return isThere ? &message : nullptr;
}

int tryReceiveModel(void* handle, std::uint64_t* value) {
  Channel& channel = alive(handle);
  std::optional<const Message*> next;
  while (!next) next = tryToTake(channel);
  if (*next == nullptr) return 0;
  checkWrite(value, sizeof(*value));
  *value = (*next)->value;
  return 1;
}

}  // namespace

std::span<const External> channels() {
  static const External rows[] = {
      row("heddle_channel_create", createModel),
      row("heddle_channel_send", sendModel),
      row("heddle_channel_receive", receiveModel),
      row("heddle_channel_try_receive", tryReceiveModel),
  };
  return rows;
}

// --- for the counterexample ---

ChannelPart partOfChannel(const core::Event& event) {
  const UpdateRule* const rule = event.op.rule;
  if (rule == &kSend || rule == &kTryReceive || rule == &kReceive || rule == &kQueue) return ChannelPart::Operation;
  return rule == &kNext || rule == &kLook || rule == &kPut || rule == &kTake || rule == &kFollow ? ChannelPart::Inside
                                                                                                 : ChannelPart::None;
}

std::string channelValue(const core::EventLog& log, const core::Event& event) {
  const auto text = [](Value value) { return fmt::format("{}", static_cast<std::int64_t>(value)); };
  const auto valueAt = [&](const core::Event& look) {
    return "= " + text(reinterpret_cast<const Message*>(look.op.addr)->value);
  };
  if (event.op.rule == &kSend) return text(event.op.a);
  if (event.op.rule == &kReceive) return valueAt(event);
  if (event.op.rule != &kTryReceive) return {};
  for (const core::Event* next = &event + 1; next != log.end() && partOfChannel(*next) == ChannelPart::Inside; ++next)
    if (next->op.addr >= event.op.addr + offsetof(Channel, messages))
      return next->read != 0 ? valueAt(*next) : "= nothing";
  return {};
}

}  // namespace heddle::runtime::externals
