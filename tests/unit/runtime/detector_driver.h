// Drives a RaceDetector as the engine does.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "runtime/race_detector.h"

namespace heddle::runtime {

class DetectorDriver {
 public:
  // Opens [from, from + bytes) for good, as the engine does with globals.
  DetectorDriver(Address from, std::uint64_t bytes) { openMask(from, bytes); }

  // A new execution, in which main (0) is the only thread.
  void restart() {
    detector_->restart(/*adopts=*/false);
    detector_->addThread(0);
  }

  // Each answers whether the access races.
  bool plain(ThreadId t, Address addr, std::uint64_t bytes, bool write) {
    if (detector_->sameEpoch(detector_->epoch(t), addr, bytes, write)) return false;
    return detector_->plain(t, addr, bytes, write).has_value();
  }
  // An atomic section that does nothing else.
  bool section(ThreadId t, Address addr, std::uint64_t bytes, bool write) {
    detector_->enterSection(t);
    detector_->accessInSection(t, addr, bytes, write ? RaceDetector::Touch::Write : RaceDetector::Touch::Read);
    const bool races = plain(t, addr, bytes, write);
    detector_->leaveSection(t);
    return races;
  }
  bool load(ThreadId t, Address addr, unsigned bytes, core::Order order) {
    const RaceDetector::Record& record = recordOf(addr, bytes);
    if (races(t, record, true, false, order)) return true;
    detector_->read(t, record, order);
    return false;
  }
  bool store(ThreadId t, Address addr, unsigned bytes, core::Order order) {
    const RaceDetector::Record& record = recordOf(addr, bytes);
    if (races(t, record, false, true, order)) return true;
    detector_->write(t, record, order);
    return false;
  }
  bool update(ThreadId t, Address addr, unsigned bytes, core::Order order) {
    const RaceDetector::Record& record = recordOf(addr, bytes);
    if (races(t, record, true, true, order)) return true;
    detector_->update(t, record, order);
    return false;
  }

  RaceDetector* operator->() { return detector_.get(); }

 private:
  const RaceDetector::Record& recordOf(Address addr, unsigned bytes) {
    const RaceDetector::Record* const known = detector_->known(addr, bytes);
    // The engine asks this first; it may not know a location, but must not know a wrong one.
    const RaceDetector::Record* const quickly = detector_->knownQuickly(addr, bytes);
    EXPECT_TRUE(quickly == nullptr || (quickly == known && !known->plainSeen));
    return known != nullptr ? *known : detector_->locate(addr, bytes);
  }
  bool races(ThreadId t, const RaceDetector::Record& record, bool reads, bool writes, core::Order order) {
    return record.plainSeen && detector_->conflictOf(t, record, reads, writes, order) != nullptr;
  }

  std::unique_ptr<RaceDetector> detector_ = std::make_unique<RaceDetector>();
};

}  // namespace heddle::runtime
