#include "support/literal_models.h"

#include <bit>

#include "models/acyclic.h"

namespace heddle::testing {
namespace {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::Label;
using core::Order;

// A relation as a matrix of bits: row x has the successors of x.
class Relation {
 public:
  void reset(unsigned events) {
    words_ = (events + 63) / 64;
    bits_.assign(std::size_t{events} * words_, 0);
  }
  void add(EventId x, EventId y) { row(x)[y / 64] |= std::uint64_t{1} << (y % 64); }
  bool has(EventId x, EventId y) const { return (row(x)[y / 64] >> (y % 64) & 1) != 0; }
  void join(EventId into, const Relation& other, EventId from) {
    for (unsigned w = 0; w < words_; ++w) row(into)[w] |= other.row(from)[w];
  }
  template <typename Visit>
  void forEach(EventId x, Visit visit) const {
    for (unsigned w = 0; w < words_; ++w)
      for (std::uint64_t left = row(x)[w]; left != 0; left &= left - 1)
        visit(static_cast<EventId>(w * 64 + static_cast<unsigned>(std::countr_zero(left))));
  }
  // this = a; b
  void compose(const Relation& a, const Relation& b, unsigned events) {
    for (EventId x = 0; x < events; ++x) a.forEach(x, [&](EventId y) { join(x, b, y); });
  }

 private:
  std::uint64_t* row(EventId x) { return bits_.data() + std::size_t{x} * words_; }
  const std::uint64_t* row(EventId x) const { return bits_.data() + std::size_t{x} * words_; }

  unsigned words_ = 0;
  std::vector<std::uint64_t> bits_;
};

bool isAccess(const GraphEvent& event) { return event.label == Label::Read || event.label == Label::Write; }
bool isSc(const GraphEvent& event) {
  return (isAccess(event) || event.label == Label::Fence) && event.order() == Order::SeqCst;
}
bool sameLocation(const GraphEvent& x, const GraphEvent& y) {
  return isAccess(x) && isAccess(y) && x.location == y.location;
}

class Psc {
 public:
  explicit Psc(const Graph& graph) : graph_(graph), size_(graph.size()) {
    for (Relation* relation : {&hb_, &elsewhere_, &hbElsewhere_, &scb_, &psc_, &eco_, &hbEco_, &hbEcoHb_})
      relation->reset(size_);
    addHb();
    addSb();
    addScb();
  }

  bool isAcyclic() {
    addBase();
    addFences();
    return models::isAcyclic(graph_, [&](EventId e, auto visit) { psc_.forEach(e, visit); });
  }

 private:
  void addHb() {
    for (EventId y = 0; y < size_; ++y) {
      const Graph::Clock clock = graph_.clock(y, Graph::Row::Hb);
      for (ThreadId t = 0; t < graph_.threads(); ++t)
        for (std::uint32_t i = 0; i < clock[t]; ++i)
          if (graph_.thread(t)[i] != y) hb_.add(graph_.thread(t)[i], y);
    }
  }

  // sb, from its end: events are added in an order that extends it.
  void addSb() {
    for (EventId x = size_; x-- > 0;) {
      const GraphEvent& event = graph_[x];
      const std::vector<EventId>& thread = graph_.thread(event.thread);
      if (event.index < thread.size()) addSb(x, thread[event.index]);
      if (event.label == Label::Spawn && event.op.other < graph_.threads() && !graph_.thread(event.op.other).empty())
        addSb(x, graph_.thread(event.op.other).front());
      if (event.label == Label::Exit)
        for (EventId y = x + 1; y < size_; ++y)
          if (graph_[y].label == Label::Join && graph_[y].op.other == event.thread) addSb(x, y);
      scb_.forEach(x, [&](EventId y) {
        const bool sameThread = event.thread == graph_[y].thread;
        if (!sameThread || !sameLocation(event, graph_[y])) elsewhere_.add(x, y);
      });
    }
  }
  void addSb(EventId x, EventId next) {
    scb_.add(x, next);
    scb_.join(x, scb_, next);
  }

  void addScb() {
    hbElsewhere_.compose(hb_, elsewhere_, size_);
    scb_.compose(elsewhere_, hbElsewhere_, size_);
    for (EventId x = 0; x < size_; ++x) {
      const GraphEvent& event = graph_[x];
      if (!isAccess(event)) continue;
      hb_.forEach(x, [&](EventId y) {
        if (sameLocation(event, graph_[y])) scb_.add(x, y);
      });
      forLater(x, [&](EventId y) { scb_.add(x, y); });
    }
  }

  // mo and fr.
  template <typename Visit>
  void forLater(EventId x, Visit visit) const {
    const GraphEvent& event = graph_[x];
    const std::vector<EventId>& co = graph_.location(event.location).co;
    for (std::uint32_t p = event.label == Label::Write ? event.position : graph_.positionOf(event.rf); p < co.size();
         ++p)
      visit(co[p]);
  }

  void addBase() {
    for (EventId x = 0; x < size_; ++x) {
      if (!isSc(graph_[x])) continue;
      addFrom(x, x);
      if (graph_[x].label == Label::Fence) hb_.forEach(x, [&](EventId y) { addFrom(x, y); });
    }
  }
  void addFrom(EventId x, EventId start) {
    scb_.forEach(start, [&](EventId y) {
      if (isSc(graph_[y])) psc_.add(x, y);
      hb_.forEach(y, [&](EventId z) {
        if (graph_[z].label == Label::Fence && isSc(graph_[z])) psc_.add(x, z);
      });
    });
  }

  // eco = rf ∪ mo; rf? ∪ fr; rf?
  void addFences() {
    bool any = false;
    for (EventId x = 0; x < size_; ++x) any = any || (graph_[x].label == Label::Fence && isSc(graph_[x]));
    if (!any) return;
    for (EventId x = 0; x < size_; ++x) {
      if (!isAccess(graph_[x])) continue;
      if (graph_[x].label == Label::Write) addReaders(x, x);
      forLater(x, [&](EventId y) {
        eco_.add(x, y);
        addReaders(x, y);
      });
    }
    hbEco_.compose(hb_, eco_, size_);
    hbEcoHb_.compose(hbEco_, hb_, size_);
    for (EventId x = 0; x < size_; ++x) {
      if (graph_[x].label != Label::Fence || !isSc(graph_[x])) continue;
      const auto add = [&](EventId y) {
        if (graph_[y].label == Label::Fence && isSc(graph_[y])) psc_.add(x, y);
      };
      hb_.forEach(x, add);
      hbEcoHb_.forEach(x, add);
    }
  }
  void addReaders(EventId x, EventId write) {
    for (const EventId read : graph_.location(graph_[write].location).reads)
      if (graph_[read].rf == write) eco_.add(x, read);
  }

  const Graph& graph_;
  unsigned size_;
  Relation hb_, elsewhere_, hbElsewhere_, scb_, psc_, eco_, hbEco_, hbEcoHb_;
};

}  // namespace

bool isLiterallyConsistentRc11(const Graph& graph) { return Psc(graph).isAcyclic(); }

bool isLiterallyConsistentSc(const Graph& graph) {
  return models::isAcyclic(graph, [&](EventId e, auto visit) {
    const GraphEvent& event = graph[e];
    if (event.before != core::kNoEvent) visit(event.before);
    if (event.label == Label::Read && event.rf < graph.size()) visit(event.rf);
    if (event.label == Label::Join)
      if (const EventId last = models::joinedBy(graph, e); last != core::kNoEvent) visit(last);
    models::visitOverwritten(graph, e, visit);
  });
}

}  // namespace heddle::testing
