#include "parallel/ranks/front.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <utility>

namespace heddle::parallel {
namespace {

// The first byte of what one front says to another.
enum class Tag : char {
  Data = 'd',  // for the process behind
  Gone = 'g',  // the one behind the sender has ended before its time
  Over = 'o',  // rank 0 is done; and, as the answer: I shall say nothing more
};

constexpr int kTick = 1;  // milliseconds: there is no file on which one could wait for messages of others
constexpr std::chrono::seconds kGrace{2};
constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

std::atomic<pid_t> signalled{0};
void passOn(int signal) {
  if (const pid_t process = signalled; process > 0) kill(process, signal);
}

// Rank 0 decides what becomes of a signal: it tells the others.
void handleSignals(pid_t behind, bool isFirst) {
  signalled = isFirst ? behind : 0;
  struct sigaction action{};
  action.sa_handler = passOn;
  action.sa_flags = SA_RESTART;
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

class Front {
 public:
  Front(pid_t behind, Channel channel, Transport& transport)
      : behind_(behind), channel_(std::move(channel)), transport_(transport) {}

  int run() {
    hello_ = transport_.begin();
    handleSignals(behind_, isFirst());
    channel_.post(Link::text(hello_));
    while (!isOver()) {
      while (auto message = transport_.receive()) hear(std::move(*message));
      passOnAll();
      lookAtTheOneBehind();
      wait();
    }
    if (!isFirst()) endTheOneBehind();
    transport_.end();
    return isFirst() ? status_ : 0;
  }

 private:
  bool isFirst() const { return hello_.rank == 0; }
  bool isOver() const { return isFirst() ? hasEnded_ && quiet_ + 1 >= hello_.ranks : isToldOver_; }

  void hear(Link::Message message) {
    switch (message.bytes.empty() ? Tag::Data : static_cast<Tag>(message.bytes.front())) {
      case Tag::Data: channel_.post(Link::wrapped(message.rank, std::string_view(message.bytes).substr(1))); return;
      case Tag::Gone: channel_.post(Link::wrapped(message.rank, "")); return;
      case Tag::Over:
        ++quiet_;
        if (isFirst()) return;
        send(0, Tag::Over, "");
        isToldOver_ = true;
        return;
    }
  }

  void passOnAll() {
    channel_.flush();
    channel_.receive();
    while (const auto message = channel_.take())
      if (auto unwrapped = Link::unwrapped(*message)) send(unwrapped->rank, Tag::Data, unwrapped->bytes);
  }

  void lookAtTheOneBehind() {
    if (hasEnded_ || waitpid(behind_, &status_, WNOHANG) != behind_) return;
    passOnAll();  // what it has said last
    hasEnded_ = true;
    signalled = 0;
    if (!isFirst()) return send(0, Tag::Gone, "");
    for (unsigned rank = 1; rank < hello_.ranks; ++rank) send(rank, Tag::Over, "");
  }

  // It ends when there is nobody to listen to any more.
  void endTheOneBehind() {
    { const Channel closed = std::move(channel_); }
    const auto until = std::chrono::steady_clock::now() + kGrace;
    while (!hasEnded_ && std::chrono::steady_clock::now() < until) {
      hasEnded_ = waitpid(behind_, nullptr, WNOHANG) == behind_;
      if (!hasEnded_) usleep(kTick * 1000);
    }
    if (hasEnded_) return;
    kill(behind_, SIGKILL);
    waitpid(behind_, nullptr, 0);
  }

  void wait() {
    pollfd waiting{channel_.file(), static_cast<short>(POLLIN | (channel_.isFlushed() ? 0 : POLLOUT)), 0};
    if (poll(&waiting, hasEnded_ ? 0 : 1, kTick) > 0 && (waiting.revents & (POLLHUP | POLLERR)) != 0)
      usleep(kTick * 1000);  // it is about to end
  }

  void send(unsigned rank, Tag tag, std::string_view bytes) {
    transport_.send(rank, std::string(1, static_cast<char>(tag)).append(bytes));
  }

  pid_t behind_;
  Channel channel_;
  Transport& transport_;
  Link::Hello hello_{};
  int status_ = 0;
  bool hasEnded_ = false, isToldOver_ = false;
  unsigned quiet_ = 0;  // ranks that say nothing more
};

}  // namespace

int speakFor(pid_t behind, Channel channel, Transport& transport) {
  return Front(behind, std::move(channel), transport).run();
}

}  // namespace heddle::parallel
