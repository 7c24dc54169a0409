// This process's connection with the other ranks of an MPI job. It does not speak MPI itself: that does the process in
// front of it (front.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/channel.h"

namespace heddle::parallel {

class Link {
 public:
  // By the front, and to it. Empty bytes: that rank is gone.
  struct Message {
    unsigned rank;
    std::string bytes;
  };
  static std::string wrapped(unsigned rank, std::string_view bytes);
  static std::optional<Message> unwrapped(std::string_view message);

  // The front's first word.
  struct Hello {
    unsigned rank = 0;
    std::vector<std::string> machines = {};  // where each rank runs
  };
  static std::string text(const Hello& hello);
  static std::optional<Hello> helloFrom(std::string_view text);

  // Waits for that. Nothing: there is no front any more.
  static std::optional<Link> open(Channel channel);

  unsigned rank() const { return hello_.rank; }
  unsigned ranks() const { return static_cast<unsigned>(hello_.machines.size()); }
  const std::string& machine(unsigned rank) const { return hello_.machines[rank]; }
  int file() const { return channel_.file(); }

  // False: the front is gone.
  bool send(unsigned rank, std::string_view bytes) { return channel_.send(wrapped(rank, bytes)); }
  bool receive() { return channel_.receive(); }
  std::optional<Message> take();

 private:
  Link(Channel channel, Hello hello) : channel_(std::move(channel)), hello_(std::move(hello)) {}

  Channel channel_;
  Hello hello_;
};

}  // namespace heddle::parallel
