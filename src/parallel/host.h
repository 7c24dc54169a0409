// Where pieces of a search are explored: on this machine, or on another one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parallel/message.h"

namespace heddle::parallel {

// Who explores a piece. It sends reports (message.h).
class Worker {
 public:
  static constexpr std::uint32_t kReport = ~std::uint32_t{0};

  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  virtual ~Worker() = default;

  // It is to give away so many alternatives; kReport: nothing, it is only to say how far it is.
  virtual void ask(std::uint32_t wanted) = 0;
  // It is to say what is left, and end.
  virtual void stop() = 0;
  // That it has run by now.
  virtual std::uint64_t executions() const = 0;

  virtual int file() const = 0;  // for poll
  // Whatever has come so far. False: it is gone, and all that it has sent was taken.
  virtual bool receive() = 0;
  // The next report that has come as a whole.
  virtual std::optional<std::string> take() = 0;

  // Of one that is gone: how, as waitpid says it.
  virtual int status() = 0;
  // Nobody listens to it any more. Unless it is killed it is done, and ends.
  virtual void dismiss(bool kills) = 0;
};

class Host {
 public:
  Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  virtual ~Host() = default;

  // How many more workers it may have now.
  virtual unsigned room() const = 0;
  // Null: there is none to be had.
  virtual std::unique_ptr<Worker> begin(const Task& task) = 0;
  // In bytes, of its workers.
  virtual std::uint64_t memory() const = 0;

  // What others than its workers say, on a file for poll; -1: they say nothing.
  virtual int file() const { return -1; }
  virtual void listen() {}
  // Why none of it is to be heard again; empty: it is there.
  virtual std::string whyGone() const { return {}; }
};

}  // namespace heddle::parallel
