#include "parallel/ranks/link.h"

#include <poll.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace heddle::parallel {
namespace {

template <typename T>
std::string rawBytes(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

template <typename T>
bool readRaw(std::string_view bytes, T& value) {
  if (bytes.size() < sizeof(value)) return false;
  std::memcpy(&value, bytes.data(), sizeof(value));
  return true;
}

}  // namespace

std::string Link::wrapped(unsigned rank, std::string_view bytes) { return rawBytes(rank).append(bytes); }

std::optional<Link::Message> Link::unwrapped(std::string_view message) {
  unsigned rank = 0;
  if (!readRaw(message, rank)) return std::nullopt;
  return Message{rank, std::string(message.substr(sizeof(rank)))};
}

std::string Link::text(const Hello& hello) {
  std::string text = rawBytes(hello.rank);
  for (const std::string& machine : hello.machines) text.append(machine).push_back('\0');
  return text;
}

std::optional<Link::Hello> Link::helloFrom(std::string_view text) {
  Hello hello;
  if (!readRaw(text, hello.rank)) return std::nullopt;
  text.remove_prefix(sizeof(hello.rank));
  for (std::size_t end = 0; (end = text.find('\0')) != std::string_view::npos; text.remove_prefix(end + 1))
    hello.machines.emplace_back(text.substr(0, end));
  return hello.rank < hello.machines.size() ? std::optional(std::move(hello)) : std::nullopt;
}

std::optional<Link> Link::open(Channel channel) {
  while (true) {
    if (const auto message = channel.take()) {
      auto hello = helloFrom(*message);
      return hello ? std::optional(Link(std::move(channel), std::move(*hello))) : std::nullopt;
    }
    pollfd waiting{channel.file(), POLLIN, 0};
    if (poll(&waiting, 1, -1) < 0 && errno != EINTR) return std::nullopt;
    if (!channel.receive()) return std::nullopt;
  }
}

std::optional<Link::Message> Link::take() {
  const auto message = channel_.take();
  return message ? unwrapped(*message) : std::nullopt;
}

}  // namespace heddle::parallel
