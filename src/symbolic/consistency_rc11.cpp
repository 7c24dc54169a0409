// RC11 (Lahav, Vafeiadis, Kang, Hur & Dreyer, Repairing Sequential Consistency in C/C++11, PLDI
// 2017), as models/rc11.cpp has it:
//
//   coherence   hb; eco? is irreflexive
//   atomicity   rmw ∩ (fr; mo) is empty
//   sc          psc is acyclic
//   no-thin-air sb ∪ rf is acyclic
//
// Writes of a variable have clocks of their own (mo), and so have events in psc; the order of
// events (event_order.h) is one of sb ∪ rf. `observes(r, w)`: the read takes that write, or one
// after it. Coherence is: what happens before a read it observes, and so does a read after
// another one that does; and no read observes what it happens before.
#include <map>
#include <utility>

#include "symbolic/consistency.h"

namespace heddle::symbolic {
namespace {

class Rc11Consistency final : public Consistency {
 public:
  explicit Rc11Consistency(const ConsistencyContext& context)
      : Consistency(context), mo_(context.formulas), psc_(context.formulas) {
    for (std::size_t i = 0; i < c_.graph.events.size(); ++i) {
      mo_.add();
      psc_.add();
    }
    mo_.close();
    psc_.close();
  }

  void require() override {
    for (const auto& [variable, reads] : c_.graph.reads)
      for (const MemoryAccess& read : reads) takeOne(read);
    happensBefore();
    for (const auto& [variable, reads] : c_.graph.reads) requireCoherence(reads, c_.graph.writes[variable]);
    for (const auto& [variable, writes] : c_.graph.writes)
      for (const MemoryAccess& first : writes)
        for (const MemoryAccess& second : writes)
          if (first.event != second.event)
            c_.require(c_.both(c_.both(first.guard, second.guard), hb(first, second)), isBefore(first, second));
    requirePsc();
  }

  Formula isBefore(const MemoryAccess& first, const MemoryAccess& second) override {
    return mo_.before(first.event, second.event);
  }

 private:
  Formula hb(const MemoryAccess& x, const MemoryAccess& y) const { return hb_->hb(x.event, y.event); }
  Formula observes(const MemoryAccess& read, const MemoryAccess& write) {
    const auto [row, isNew] = observes_.try_emplace({&read, &write}, 0);
    if (isNew) row->second = c_.formulas.variable(0);
    return row->second;
  }
  // The read comes before the write.
  Formula fr(const MemoryAccess& read, const MemoryAccess& write) {
    return c_.both(c_.both(read.guard, write.guard), c_.formulas.negation(observes(read, write)));
  }

  void takeOne(const MemoryAccess& read) {
    const std::vector<MemoryAccess>& writes = c_.graph.writes[read.variable];
    const MemoryAccess* update = nullptr;
    std::vector<const MemoryAccess*> sources{nullptr};
    for (const MemoryAccess& write : writes) {
      if (areOneUpdate(read, write))
        update = &write;
      else if (c_.order.before(write.event, read.event) != Formulas::kFalse)
        sources.push_back(&write);
    }
    Formula any = Formulas::kFalse;
    for (const MemoryAccess* const taken : sources) {
      const Formula takes = c_.formulas.variable(0);
      any = c_.either(any, takes);
      c_.graph.sources[&read].push_back({taken, takes});
      if (taken) c_.require(takes, c_.both(taken->guard, c_.order.before(taken->event, read.event)));
      c_.require(takes,
                 c_.formulas.equal(read.value, taken ? taken->value : c_.system.variables[read.variable].initial));
      for (const MemoryAccess& other : writes) {
        if (&other == update) continue;
        const bool isOther = taken && other.event != taken->event;
        const Formula isPassed = isOther ? isBefore(other, *taken) : c_.formulas.truth(taken != nullptr);
        c_.require(c_.both(takes, other.guard), c_.formulas.equal(observes(read, other), isPassed));
        if (!update || &other == taken) continue;  // atomicity: nothing comes between the two
        c_.require(c_.both(c_.both(takes, update->guard), other.guard), c_.either(isPassed, isBefore(*update, other)));
      }
      if (update && taken) c_.require(c_.both(takes, update->guard), isBefore(*taken, *update));
    }
    c_.require(read.guard, any);
  }

  void requireCoherence(const std::vector<MemoryAccess>& reads, const std::vector<MemoryAccess>& writes) {
    for (const MemoryAccess& read : reads)
      for (const MemoryAccess& write : writes) {
        if (write.event == read.event || c_.solver.isOver()) continue;
        const Formula areThere = c_.both(read.guard, write.guard);
        c_.require(c_.both(areThere, hb(write, read)), observes(read, write));
        c_.require(c_.both(areThere, hb(read, write)), c_.formulas.negation(observes(read, write)));
        for (const MemoryAccess& later : reads)
          if (later.event != read.event && later.event != write.event)
            c_.require(c_.both(c_.both(areThere, later.guard), c_.both(hb(read, later), observes(read, write))),
                       observes(later, write));
      }
  }

  // --- psc ---

  struct Sc {
    Formula access = Formulas::kFalse, fence = Formulas::kFalse;  // it is one, and executed
  };

  // Accesses of an event, both kinds.
  struct Accesses {
    std::vector<const MemoryAccess*> reads, writes;
  };

  Formula sameVariable(EventNumber x, EventNumber y) {
    const auto [row, isNew] = sameVariable_.try_emplace({x, y}, Formulas::kFalse);
    if (!isNew) return row->second;
    Formula& any = row->second;
    const auto add = [&](const MemoryAccess* a, const MemoryAccess* b) {
      if (a->variable == b->variable) any = c_.either(any, c_.both(a->guard, b->guard));
    };
    const Accesses &first = at_[x], &second = at_[y];
    for (const auto* as : {&first.reads, &first.writes})
      for (const auto* bs : {&second.reads, &second.writes})
        for (const MemoryAccess* a : *as)
          for (const MemoryAccess* b : *bs) add(a, b);
    return any;
  }

  // sb to something that is not the same variable; what starts or ends threads lies between others.
  Formula sbElsewhere(EventNumber x, EventNumber y) {
    const Formula sb = hb_->sb(x, y);
    if (sb == Formulas::kFalse || !c_.graph.areOfOne(x, y)) return sb;
    return c_.formulas.negation(sameVariable(x, y));
  }

  void requirePsc() {
    const std::size_t count = c_.graph.events.size();
    std::vector<Sc> sc(count);
    at_.assign(count, {});
    bool hasFences = false, hasAny = false;
    for (auto* const all : {&c_.graph.reads, &c_.graph.writes})
      for (const auto& [variable, accesses] : *all)
        for (const MemoryAccess& access : accesses) {
          auto& here = at_[access.event];
          (all == &c_.graph.reads ? here.reads : here.writes).push_back(&access);
          sc[access.event].access = c_.either(sc[access.event].access, c_.both(access.guard, access.isSc));
          hasAny = hasAny || access.isSc != Formulas::kFalse;
        }
    for (const MemoryFence& fence : c_.graph.fences) {
      if (fence.order != core::Order::SeqCst) continue;
      sc[fence.event].fence = c_.either(sc[fence.event].fence, fence.guard);
      hasFences = hasAny = true;
    }
    if (!hasAny) return;
    const EventRelation scb(c_.graph, c_.formulas, true), far(c_.graph, c_.formulas, false);
    requireScb(scb, far);
    for (EventNumber a = 0; a < count; ++a)
      for (EventNumber b = 0; b < count; ++b) {
        if (a == b) continue;
        const Formula areSc = c_.both(c_.either(sc[a].access, sc[a].fence), c_.either(sc[b].access, sc[b].fence));
        c_.require(c_.both(areSc, scb(a, b)), psc_.before(a, b));
      }
    if (hasFences) requireFences(sc, scb);
  }

  // scb = sb ∪ sb|≠loc; hb; sb|≠loc ∪ hb|loc ∪ mo ∪ fr
  void requireScb(const EventRelation& scb, const EventRelation& far) {
    const std::size_t count = c_.graph.events.size();
    for (EventNumber x = 0; x < count && !c_.solver.isOver(); ++x)
      for (EventNumber y = 0; y < count; ++y) {
        if (c_.graph.areOfOne(x, y)) continue;
        c_.require(hb_->sb(x, y), scb(x, y));
        c_.require(c_.both(hb_->hb(x, y), sameVariable(x, y)), scb(x, y));
        for (const MemoryAccess* const write : at_[y].writes) {
          for (const MemoryAccess* const other : at_[x].writes)
            if (other->variable == write->variable)
              c_.require(c_.both(c_.both(other->guard, write->guard), isBefore(*other, *write)), scb(x, y));
          for (const MemoryAccess* const read : at_[x].reads)
            if (read->variable == write->variable) c_.require(fr(*read, *write), scb(x, y));
        }
        for (EventNumber z = 0; z < count; ++z) {
          if (z == x || z == y) continue;
          const auto executed = [&](EventNumber event) { return c_.graph.events[event].executed; };
          if (const Formula first = sbElsewhere(x, z); first != Formulas::kFalse)
            c_.require(c_.both(c_.both(first, executed(z)), hb_->hb(z, y)), far(x, y));
          if (const Formula last = sbElsewhere(z, y); last != Formulas::kFalse && !c_.graph.areOfOne(x, z))
            c_.require(c_.both(far(x, z), c_.both(last, executed(y))), scb(x, y));
        }
      }
  }

  // psc_base from and to fences, and psc_F = [Fsc]; (hb ∪ hb; eco; hb); [Fsc]
  void requireFences(const std::vector<Sc>& sc, const EventRelation& scb) {
    const std::size_t count = c_.graph.events.size();
    const auto isAny = [&](EventNumber e) { return c_.either(sc[e].access, sc[e].fence); };
    for (EventNumber a = 0; a < count && !c_.solver.isOver(); ++a) {
      if (isAny(a) == Formulas::kFalse) continue;
      std::vector<Formula> byScb(count), byEco(count);  // what one gets to from there
      for (EventNumber y = 0; y < count; ++y) {
        byScb[y] = c_.formulas.variable(0);
        byEco[y] = c_.formulas.variable(0);
        c_.require(c_.both(isAny(a), scb(a, y)), byScb[y]);
        for (EventNumber x = 0; x < count; ++x) {
          const Formula begins = c_.both(sc[a].fence, hb_->hb(a, x));
          if (begins == Formulas::kFalse || x == y) continue;
          c_.require(c_.both(begins, scb(x, y)), byScb[y]);
          c_.require(c_.both(begins, eco(x, y)), byEco[y]);
        }
      }
      for (EventNumber b = 0; b < count; ++b) {
        const Formula isBefore = a == b ? Formulas::kFalse : psc_.before(a, b);
        c_.require(c_.both(isAny(b), byScb[b]), isBefore);
        if (sc[b].fence == Formulas::kFalse) continue;
        c_.require(c_.both(c_.both(sc[a].fence, sc[b].fence), hb_->hb(a, b)), isBefore);
        for (EventNumber y = 0; y < count; ++y)
          c_.require(c_.both(c_.both(sc[b].fence, c_.either(byScb[y], byEco[y])), hb_->hb(y, b)), isBefore);
      }
    }
  }

  // eco = rf ∪ mo; rf? ∪ fr; rf?
  Formula eco(EventNumber x, EventNumber y) {
    const auto [row, isNew] = eco_.try_emplace({x, y}, Formulas::kFalse);
    if (!isNew) return row->second;
    Formula any = Formulas::kFalse;
    const auto add = [&](const MemoryAccess& first, const MemoryAccess& second, Formula condition) {
      any = c_.either(any, c_.both(c_.both(first.guard, second.guard), condition));
    };
    for (const MemoryAccess* const second : at_[y].writes) {
      for (const MemoryAccess* const first : at_[x].writes)
        if (first->variable == second->variable) add(*first, *second, isBefore(*first, *second));
      for (const MemoryAccess* const first : at_[x].reads)
        if (first->variable == second->variable) add(*first, *second, fr(*first, *second));
    }
    for (const MemoryAccess* const second : at_[y].reads) {
      for (const MemoryAccess* const first : at_[x].writes)
        if (first->variable == second->variable) add(*first, *second, observes(*second, *first));
      for (const MemoryAccess* const first : at_[x].reads)
        if (first->variable == second->variable)
          for (const MemoryAccess& between : c_.graph.writes[first->variable])
            if (between.event != x && between.event != y)
              add(*first, *second, c_.both(fr(*first, between), observes(*second, between)));
    }
    return eco_[{x, y}] = any;
  }

  EventOrder mo_, psc_;
  std::map<std::pair<const MemoryAccess*, const MemoryAccess*>, Formula> observes_;
  std::vector<Accesses> at_;
  std::map<std::pair<EventNumber, EventNumber>, Formula> eco_, sameVariable_;
};

}  // namespace

std::unique_ptr<Consistency> makeRc11Consistency(const ConsistencyContext& context) {
  return std::make_unique<Rc11Consistency>(context);
}

}  // namespace heddle::symbolic
