// The other ranks of an MPI job, as rank 0 sees them: hosts, once they are prepared for the search.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parallel/host.h"
#include "parallel/message.h"
#include "parallel/ranks/link.h"

namespace heddle::parallel {

class Ranks {
 public:
  explicit Ranks(Link link);
  ~Ranks();

  // For the search that comes next, in the words of check/saved_search.h. They take part as soon as they are.
  void prepare(const std::string& plan);
  // One for each, as long as this lives.
  std::vector<std::unique_ptr<Host>> hosts();

  // What others said who could not take part, a line each.
  const std::vector<std::string>& refusals() const { return refusals_; }

 private:
  class Remote;
  class RemoteWorker;
  struct Peer {
    unsigned room = 0;
    std::uint64_t plans = 0;  // that it has answered
    std::uint64_t memory = 0;
    bool isGone = false;
  };
  struct Heard {
    unsigned rank;
    std::deque<std::string> reports = {};
    std::uint64_t executions = 0;
    std::optional<int> lost = {};
  };

  void listen();
  void hear(unsigned rank, Notice notice);
  void lose(unsigned rank);
  bool isPrepared(const Peer& peer) const { return !peer.isGone && peer.plans == plans_; }
  std::string nameOf(unsigned rank) const;
  void send(unsigned rank, const Order& order) { link_.send(rank, bytesOf(order)); }

  Link link_;
  std::vector<Peer> peers_;  // by rank
  std::map<std::uint64_t, Heard> workers_;
  std::uint64_t begun_ = 0;  // workers
  std::uint64_t plans_ = 0;
  std::vector<std::string> refusals_;
};

}  // namespace heddle::parallel
