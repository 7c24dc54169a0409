// One end of a connection: messages with their length in front, between two processes of this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::parallel {

class Channel {
 public:
  // Both ends; none if the system has no more of them.
  static std::optional<std::pair<Channel, Channel>> make();

  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  ~Channel();

  // False: the other end is gone.
  bool send(std::string_view message);
  // As send, but what does not go at once goes with the next flush(), so that nobody waits for the other end.
  bool post(std::string_view message);
  bool flush();
  bool isFlushed() const { return unsent_.empty(); }
  // Whatever has come so far. False: the other end is gone, and all that it has sent was taken.
  bool receive();
  // The next message that has come as a whole.
  std::optional<std::string> take();

  int file() const { return file_; }  // for poll

 private:
  explicit Channel(int file) : file_(file) {}

  int file_ = -1;
  std::string received_, unsent_;
};

}  // namespace heddle::parallel
