// Maximal extensions: G' ~r~> G'' ~d1~> ... ~dn~> G (Awamoche, 4.2).
//
// G' is what a revisit keeps: the events added before the read, and those that
// are causally before the write. The read and the deleted events are added to it
// again, without changing G: a location's state is its last write and the reads
// that wait there.
//   a read   reads from the last write, or waits if that lets it not go on;
//   a write  becomes the last. Where reads are revisited in place, those who can
//            go on with it read from it.
//   a speculative read  waits if another is open; a confirmation closes it (4.2, special
//            case).
//   an update that was displaced, and whose note is deleted: is added where the
//            note stands, if the last write there lets it go on (displaced_updates.h).
// Each must then be what it is in G. A read that G' keeps without what it reads
// from must have been waiting, and one that was revisited in place by the write
// that is about to revisit must wait to the end. A note that G' keeps needs who won.
#include "explore/graph/maximal.h"

#include <algorithm>

namespace heddle::explore::graph {

using core::EventId;
using core::GraphEvent;
using core::kInitial;
using core::Label;

bool MaximalExtension::isMaximal(EventId read, EventId write) {
  leave();
  read_ = read;
  write_ = write;
  isHopeless_ = false;
  places_.resize(graph_.locations().size());
  early_.clear();
  bool same = extend();
  for (const std::uint32_t l : entered_)
    for (const EventId x : places_[l].waiting)
      same = same && (graph_[x].rf == places_[l].last || graph_[x].rf == write_);
  return same;
}

bool MaximalExtension::isMaximal(EventId read, EventId write, Known& known) {
  if (known.from == core::kNoEvent) {
    leave();
    known.from = write;
    places_.resize(graph_.locations().size());
    known.isSimple = displaced_.empty();
  }
  read_ = read;
  write_ = write;
  isHopeless_ = false;
  known.isSimple = known.isSimple && isSimple(read);
  for (; known.isSimple && known.from > read; --known.from)
    if (const EventId e = known.from - 1; !isKept(e)) known.isSimple = isSimple(e);
  return known.isSimple || isMaximal(read, write);
}

// Whether it is as it would be added, and that depends on nothing else that is deleted.
bool MaximalExtension::isSimple(EventId e) {
  const GraphEvent& event = graph_[e];
  if (event.label == Label::Write || (event.label == Label::Choose && event.value != 0)) return false;
  if (event.label != Label::Read) return true;
  Place& place = places_[event.location];
  if (!place.isKnown && !enter(event.location)) return false;
  return event.rf == place.last && event.op.kind != core::OpKind::Await && place.waiting.empty() &&
         !inPlace_.wasSpeculatedOn(graph_.location(event.location)) && !speculativeReads_.wouldSpeculate(e, place.last);
}

void MaximalExtension::leave() {
  for (const std::uint32_t l : entered_) {
    places_[l].isKnown = false;
    places_[l].waiting.clear();
  }
  entered_.clear();
}

bool MaximalExtension::extend() {
  auto lost = displaced_.entries().begin();
  const auto end = displaced_.entries().end();
  for (; lost != end && lost->at <= read_; ++lost)
    if (!isKept(lost->winner)) return false;
  if (!add(read_)) return false;
  for (EventId e = read_ + 1; e < write_; ++e) {
    for (; lost != end && lost->at == e; ++lost)
      if (!ask(*lost)) return false;
    if (!isKept(e) && !add(e)) return false;
  }
  return true;
}

// An update that had been displaced takes the last write if it can, there
// where it was added first.
bool MaximalExtension::ask(const DisplacedUpdates::Entry& lost) {
  const std::uint32_t l = graph_[lost.winner].location;
  const bool isThere = lost.index < graph_.eventsOf(lost.thread);
  const EventId taker = isThere ? graph_.thread(lost.thread)[lost.index] : core::kNoEvent;
  if (isThere && isKept(taker)) return true;
  if (!isKept(lost.winner) && !isEarly(lost.winner)) return false;
  Place& place = places_[l];
  if (!place.isKnown && !enter(l)) return false;
  if (!core::apply(lost.op, graph_.valueOf(l, place.last)).enabled) return true;
  if (!isThere || isEarly(taker)) return isThere;
  return addEarly(taker) && (!graph_[taker].isExclusive || addEarly(graph_.thread(lost.thread)[lost.index + 1]));
}

bool MaximalExtension::addEarly(EventId e) {
  const bool same = add(e);
  early_.push_back(e);
  return same;
}

bool MaximalExtension::add(EventId e) {
  if (isEarly(e)) return true;
  const GraphEvent& event = graph_[e];
  if (event.label == Label::Choose) {
    isHopeless_ = event.value != 0;
    return !isHopeless_;
  }
  if (event.label != Label::Read && event.label != Label::Write) return true;
  Place& place = places_[event.location];
  if (!place.isKnown && !enter(event.location)) return false;
  return event.label == Label::Read ? addRead(e, place) : addWrite(e, place);
}

// What G' has at the location. False: something there cannot become what it is.
bool MaximalExtension::enter(std::uint32_t l) {
  const core::Graph::Location& location = graph_.location(l);
  Place& place = places_[l];
  place.isKnown = true;
  place.isInPlace = inPlace_.has(location);
  place.open = 0;
  entered_.push_back(l);
  const auto inPast = [&](EventId w) { return w != write_ && isKept(w); };
  const auto last = std::find_if(location.co.rbegin(), location.co.rend(), inPast);
  place.last = last == location.co.rend() ? kInitial : *last;
  // What was added before the read and reads from what is gone was added before that too.
  return std::ranges::all_of(inPlace_.wasSpeculatedOn(location) ? location.reads : location.early,
                             [&](EventId x) { return x == read_ || x == write_ || !isKept(x) || enterRead(x, place); });
}

bool MaximalExtension::enterRead(EventId x, Place& place) {
  if (readsFromKept(x)) {
    if (speculativeReads_.isSpeculative(x)) {
      const EventId confirmation = speculativeReads_.confirmationOf(x);
      if (confirmation == core::kNoEvent || confirmation == write_ || !isKept(confirmation)) ++place.open;
    }
    return true;
  }
  const bool waits = speculativeReads_.wouldSpeculate(x, place.last) || !with(x, place.last).enabled;
  if (!place.isInPlace || !waits || graph_[x].op.kind == core::OpKind::Update) return false;
  place.waiting.push_back(x);
  place.open += graph_[x].op.kind == core::OpKind::Read ? 1 : 0;
  return true;
}

bool MaximalExtension::readsFromKept(EventId x) const {
  const EventId from = graph_[x].rf;
  return from == kInitial || (from != write_ && isKept(from));
}

bool MaximalExtension::addRead(EventId e, Place& place) {
  const bool isSpeculative = speculativeReads_.wouldSpeculate(e, place.last);
  if (isSpeculative && place.open++ > 0) {
    place.waiting.push_back(e);
    return e != read_;
  }
  if (place.isInPlace && graph_[e].op.kind != core::OpKind::Update && !with(e, place.last).enabled) {
    place.waiting.push_back(e);
    return e != read_;  // it would have been revisited in place
  }
  const bool same = graph_[e].rf == place.last;
  isHopeless_ = !same && !isSpeculative;
  return same;
}

bool MaximalExtension::addWrite(EventId e, Place& place) {
  const GraphEvent& event = graph_[e];
  EventId before = graph_.at(event.location, event.position - 1);
  if (before == write_) before = graph_.at(event.location, event.position - 2);
  isHopeless_ = before != place.last;
  if (isHopeless_) return false;
  place.last = e;
  if (event.isExclusive && speculativeReads_.isConfirmation(event.before)) --place.open;
  bool same = true;
  std::erase_if(place.waiting, [&](EventId x) {
    const bool goesOn = with(x, e).enabled;
    same = same && (!goesOn || graph_[x].rf == e);
    if (goesOn && graph_[x].op.kind == core::OpKind::Read && !speculativeReads_.wouldSpeculate(x, e)) --place.open;
    return goesOn;
  });
  return same;
}

}  // namespace heddle::explore::graph
