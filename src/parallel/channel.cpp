#include "parallel/channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace heddle::parallel {

std::optional<std::pair<Channel, Channel>> Channel::make() {
  std::array<int, 2> files{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, files.data()) != 0) return std::nullopt;
  return std::pair{Channel(files[0]), Channel(files[1])};
}

Channel::Channel(Channel&& other) noexcept
    : file_(std::exchange(other.file_, -1)), received_(std::move(other.received_)), unsent_(std::move(other.unsent_)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(received_, other.received_);
  std::swap(unsent_, other.unsent_);
  return *this;
}

Channel::~Channel() {
  if (file_ >= 0) close(file_);
}

namespace {

std::string withLength(std::string_view message) {
  const std::uint64_t size = message.size();
  std::string all(reinterpret_cast<const char*>(&size), sizeof(size));
  all += message;
  return all;
}

}  // namespace

bool Channel::post(std::string_view message) {
  unsent_ += withLength(message);
  return flush();
}

bool Channel::flush() {
  std::size_t done = 0;
  bool isThere = true;
  while (done < unsent_.size()) {
    const ssize_t sent = ::send(file_, unsent_.data() + done, unsent_.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    isThere = sent > 0 || errno == EAGAIN || errno == EWOULDBLOCK;
    if (sent <= 0) break;
    done += static_cast<std::size_t>(sent);
  }
  unsent_.erase(0, done);
  return isThere;
}

bool Channel::send(std::string_view message) {
  const std::string all = withLength(message);
  for (std::string_view left = all; !left.empty();) {
    const ssize_t sent = ::send(file_, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Channel::receive() {
  std::array<char, 1 << 16> some;
  while (true) {
    const ssize_t got = recv(file_, some.data(), some.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    if (got == 0) return false;
    received_.append(some.data(), static_cast<std::size_t>(got));
  }
}

std::optional<std::string> Channel::take() {
  std::uint64_t size = 0;
  if (received_.size() < sizeof(size)) return std::nullopt;
  std::memcpy(&size, received_.data(), sizeof(size));
  if (received_.size() - sizeof(size) < size) return std::nullopt;
  std::string message = received_.substr(sizeof(size), size);
  received_.erase(0, sizeof(size) + size);
  return message;
}

}  // namespace heddle::parallel
