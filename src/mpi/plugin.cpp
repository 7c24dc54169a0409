// The transport of ranks by MPI: a plugin, so that the tool does not need MPI.
#include <mpi.h>

#include <array>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parallel/ranks/transport.h"

namespace heddle::mpi {
namespace {

using parallel::Link;

class MpiTransport : public parallel::Transport {
 public:
  Link::Hello begin() override {
    MPI_Init(nullptr, nullptr);
    int rank = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return {static_cast<unsigned>(rank), machines(ranks)};
  }

  void send(unsigned rank, std::string bytes) override {
    forgetSent();
    Sent& sent = *sent_.emplace(sent_.end(), Sent{std::move(bytes), MPI_REQUEST_NULL});
    MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, static_cast<int>(rank), kTag,
              MPI_COMM_WORLD, &sent.request);
  }

  std::optional<Link::Message> receive() override {
    forgetSent();
    int isThere = 0;
    MPI_Status status;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &isThere, &message, &status);
    if (isThere == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Link::Message received{static_cast<unsigned>(status.MPI_SOURCE), std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Mrecv(received.bytes.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    return received;
  }

  void end() override {
    for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
    MPI_Finalize();
  }

  void abandon(int code) override { MPI_Abort(MPI_COMM_WORLD, code); }

 private:
  static constexpr int kTag = 1;
  struct Sent {
    std::string bytes;
    MPI_Request request;
  };

  static std::vector<std::string> machines(int ranks) {
    using Name = std::array<char, MPI_MAX_PROCESSOR_NAME + 1>;
    Name own{};
    int length = 0;
    MPI_Get_processor_name(own.data(), &length);
    std::vector<Name> all(static_cast<std::size_t>(ranks));
    MPI_Allgather(own.data(), own.size(), MPI_CHAR, all.data(), own.size(), MPI_CHAR, MPI_COMM_WORLD);
    std::vector<std::string> names;
    for (const Name& name : all) names.emplace_back(name.data());
    return names;
  }

  void forgetSent() {
    std::erase_if(sent_, [](Sent& sent) {
      int isDone = 0;
      MPI_Test(&sent.request, &isDone, MPI_STATUS_IGNORE);
      return isDone != 0;
    });
  }

  std::list<Sent> sent_;
};

}  // namespace
}  // namespace heddle::mpi

extern "C" __attribute__((visibility("default"))) heddle::parallel::Transport* heddleTransport() {
  static heddle::mpi::MpiTransport transport;
  return &transport;
}
