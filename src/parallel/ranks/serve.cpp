#include "parallel/ranks/serve.h"

#include <poll.h>

#include <chrono>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "parallel/local_host.h"
#include "parallel/message.h"

namespace heddle::parallel {
namespace {

constexpr std::chrono::milliseconds kBetweenNotices{100};
constexpr unsigned kMaster = 0;

class Server {
 public:
  Server(core::Program& program, const explore::Limits& limits, const Workers& workers, Link& link)
      : host_(program, limits, workers), link_(link), isMemoryLimited_(limits.memoryLimit != 0) {}

  std::optional<std::string> serve() {
    while (true) {
      const bool isThere = link_.receive();
      while (const auto message = link_.take()) {
        auto order = orderFrom(message->bytes);
        HEDDLE_CHECK_NOTE(order.has_value(), "rank 0 has sent something that makes no sense");
        if (order->kind == Order::Kind::Prepare) return std::move(order->plan);
        follow(*order);
      }
      if (!isThere) return std::nullopt;
      hearAll();
      sayHowFar();
      wait();
    }
  }

 private:
  void follow(const Order& order) {
    if (order.kind == Order::Kind::Begin) {
      auto worker = host_.begin(order.task);
      if (worker != nullptr)
        running_.emplace(order.worker, std::move(worker));
      else
        say({.kind = Notice::Kind::Lost,
             .worker = order.worker,
             .status = 1 << 8});  // as if it had ended with status 1
      return;
    }
    const auto found = running_.find(order.worker);
    if (found == running_.end()) return;  // it is done
    Worker& worker = *found->second;
    if (order.kind == Order::Kind::Ask) worker.ask(order.wanted);
    if (order.kind == Order::Kind::Stop) worker.stop();
    if (order.kind == Order::Kind::Kill) running_.erase(found);
  }

  void hearAll() {
    std::erase_if(running_, [&](auto& one) { return !hear(one.first, *one.second); });
  }

  // False: it is done, or gone.
  bool hear(std::uint64_t number, Worker& worker) {
    const bool isThere = worker.receive();
    while (auto report = worker.take()) {
      const bool isDone = isLast(*report);
      say({.kind = Notice::Kind::Said, .worker = number, .text = std::move(*report)});
      if (!isDone) continue;
      worker.dismiss(/*kills=*/false);
      return false;
    }
    if (isThere) return true;
    say({.kind = Notice::Kind::Lost, .worker = number, .status = worker.status()});
    return false;
  }

  static bool isLast(const std::string& bytes) {
    const auto report = reportFrom(bytes);
    return report && !report->given;
  }

  void sayHowFar() {
    const auto now = std::chrono::steady_clock::now();
    if (running_.empty() || now - said_ < kBetweenNotices) return;
    said_ = now;
    Notice notice{.kind = Notice::Kind::HowFar};
    for (const auto& [number, worker] : running_) notice.executions[number] = worker->executions();
    if (isMemoryLimited_) notice.memory = host_.memory();
    say(notice);
  }

  void wait() {
    std::vector<pollfd> waiting{{link_.file(), POLLIN, 0}};
    for (const auto& [number, worker] : running_) waiting.push_back({worker->file(), POLLIN, 0});
    poll(waiting.data(), waiting.size(), running_.empty() ? -1 : static_cast<int>(kBetweenNotices.count()));
  }

  void say(const Notice& notice) { link_.send(kMaster, bytesOf(notice)); }

  LocalHost host_;
  Link& link_;
  const bool isMemoryLimited_;
  std::map<std::uint64_t, std::unique_ptr<Worker>> running_;
  std::chrono::steady_clock::time_point said_;
};

}  // namespace

std::optional<std::string> serve(core::Program& program, const explore::Limits& limits, const Workers& workers,
                                 Link& link) {
  return Server(program, limits, workers, link).serve();
}

std::optional<std::string> nextPlan(Link& link) {
  while (true) {
    const bool isThere = link.receive();
    while (const auto message = link.take())
      if (auto order = orderFrom(message->bytes); order && order->kind == Order::Kind::Prepare)
        return std::move(order->plan);
    if (!isThere) return std::nullopt;
    pollfd waiting{link.file(), POLLIN, 0};
    poll(&waiting, 1, -1);
  }
}

void sayPrepared(Link& link, unsigned room) {
  link.send(kMaster, bytesOf(Notice{.kind = Notice::Kind::Prepared, .room = room}));
}

void sayRefused(Link& link, const std::string& why) {
  link.send(kMaster, bytesOf(Notice{.kind = Notice::Kind::Refused, .text = why}));
}

}  // namespace heddle::parallel
