// How the ranks of a job reach each other. MPI's is a plugin (src/mpi), which is loaded when it is asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parallel/ranks/link.h"

namespace heddle::parallel {

class Transport {
 public:
  virtual ~Transport() = default;

  virtual Link::Hello begin() = 0;
  // Messages of one rank to another come in their order. Does not wait.
  virtual void send(unsigned rank, std::string bytes) = 0;
  // The next one that has come. Does not wait.
  virtual std::optional<Link::Message> receive() = 0;
  // Once all ranks are done, and all messages have come.
  virtual void end() = 0;
  // Where a rank is out of reach, and would be waited for: this process ends, with that exit code, and so does the job.
  virtual void abandon(int code) = 0;
};

// The plugin's symbol, of a function that makes one.
inline constexpr char kTransportSymbol[] = "heddleTransport";
using MakeTransport = Transport* (*)();

}  // namespace heddle::parallel
