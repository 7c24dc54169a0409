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
#include <vector>

namespace heddle::parallel {
namespace {

// The first byte of what one front says to another.
enum class Tag : char {
  Data = 'd',  // for the process behind
  Gone = 'g',  // the one behind the sender has ended before its time
  Here = 'h',  // nothing else, but the sender is there
  Over = 'o',  // rank 0 is done; and, as the answer: I shall say nothing more
};

constexpr int kTick = 1;  // milliseconds: there is no file on which one could wait for messages of others
constexpr std::chrono::seconds kGrace{2}, kBetweenSigns{1};
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
  Front(pid_t behind, Channel channel, Transport& transport, double patience)
      : behind_(behind), channel_(std::move(channel)), transport_(transport), patience_(patience) {}

  int run() {
    hello_ = transport_.begin();
    heard_.assign(ranks(), Clock::now());
    isQuiet_.assign(ranks(), false);
    handleSignals(behind_, isFirst());
    channel_.post(Link::text(hello_));
    while (!isOver()) {
      while (auto message = transport_.receive()) hear(std::move(*message));
      passOnAll();
      lookAtTheOneBehind();
      lookAtTheOthers();
      wait();
    }
    if (!isFirst()) endTheOneBehind();
    if (isAnyLost_) transport_.abandon(WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_));
    transport_.end();
    return isFirst() ? status_ : 0;
  }

 private:
  bool isFirst() const { return hello_.rank == 0; }
  unsigned ranks() const { return static_cast<unsigned>(hello_.machines.size()); }
  using Clock = std::chrono::steady_clock;

  bool isOver() const {
    return isFirst() ? hasEnded_ && std::ranges::count(isQuiet_, true) + 1 >= ranks() : isToldOver_;
  }

  void hear(Link::Message message) {
    heard_[message.rank] = Clock::now();
    switch (message.bytes.empty() ? Tag::Data : static_cast<Tag>(message.bytes.front())) {
      case Tag::Data: channel_.post(Link::wrapped(message.rank, std::string_view(message.bytes).substr(1))); return;
      case Tag::Gone: channel_.post(Link::wrapped(message.rank, "")); return;
      case Tag::Here: return;
      case Tag::Over:
        isQuiet_[message.rank] = true;
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
    for (unsigned rank = 1; rank < ranks(); ++rank) send(rank, Tag::Over, "");
  }

  // Rank 0 and each other one give signs to each other.
  void lookAtTheOthers() {
    const auto now = Clock::now();
    const unsigned first = isFirst() ? 1 : 0, last = isFirst() ? ranks() : 1;
    const bool isSignDue = now - signGiven_ >= kBetweenSigns;
    if (isSignDue) signGiven_ = now;
    for (unsigned rank = first; rank < last; ++rank) {
      if (isQuiet_[rank]) continue;
      if (isSignDue && !hasEnded_) send(rank, Tag::Here, "");
      if (std::chrono::duration<double>(now - heard_[rank]).count() > patience_) lose(rank);
    }
  }
  void lose(unsigned rank) {
    isAnyLost_ = isQuiet_[rank] = true;
    if (isFirst()) channel_.post(Link::wrapped(rank, ""));
    isToldOver_ = true;  // by nobody else
  }

  // It ends when there is nobody to listen to any more.
  void endTheOneBehind() {
    {
      const Channel closed = std::move(channel_);
    }
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
  Link::Hello hello_;
  int status_ = 0;
  bool hasEnded_ = false, isToldOver_ = false;
  const double patience_;
  std::vector<Clock::time_point> heard_;  // of each rank, the last time
  std::vector<bool> isQuiet_;             // ranks that say nothing more
  Clock::time_point signGiven_;
  bool isAnyLost_ = false;
};

}  // namespace

int speakFor(pid_t behind, Channel channel, Transport& transport, double patience) {
  return Front(behind, std::move(channel), transport, patience).run();
}

}  // namespace heddle::parallel
