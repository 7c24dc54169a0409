// Private memory that is read through many member accesses lives on from one iteration to the next.
#include <atomic>
#include <cassert>
#include <thread>
// ordinary nesting: a message with a header with an address with a ...
struct Port { int scheme; int number; };
struct Address { long host; Port port; };
struct Route { Address from; Address to; };
struct Header { long id; Route route; };
struct Envelope { int version; Header header; };
struct Packet { long at; Envelope envelope; };
struct Frame { long check; Packet packet; };
struct Slot { int used; Frame frame; };
std::atomic<int> flag;
int main() {
  std::thread t([] {
    Slot now{}, next{};
    next.frame.packet.envelope.header.route.to.port.number = 1;
    int seen;
    for (;;) {
      seen = now.frame.packet.envelope.header.route.to.port.number;
      if (flag.load()) break;
      now = next;
    }
    assert(seen == 0);
  });
  flag = 1;
  t.join();
}
