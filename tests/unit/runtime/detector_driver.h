// Drives a RaceDetector as the engine does.
#pragma once

#include <memory>

#include "runtime/race_detector.h"

namespace heddle::runtime {

class DetectorDriver {
 public:
  // Opens [from, from + bytes) for good, as the engine does with globals.
  DetectorDriver(Address from, std::uint64_t bytes) { openMask(from, bytes); }

  // A new execution, in which main (0) is the only thread.
  void restart() {
    detector_->restart();
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
    return detector_->read(t, recordOf(addr, bytes), order) != nullptr;
  }
  bool store(ThreadId t, Address addr, unsigned bytes, core::Order order) {
    return detector_->write(t, recordOf(addr, bytes), order) != nullptr;
  }
  bool update(ThreadId t, Address addr, unsigned bytes, core::Order order) {
    return detector_->update(t, recordOf(addr, bytes), order) != nullptr;
  }

  RaceDetector* operator->() { return detector_.get(); }

 private:
  std::uint32_t recordOf(Address addr, unsigned bytes) {
    const auto known = detector_->known(addr, bytes);
    return known ? *known : detector_->locate(addr, bytes);
  }

  std::unique_ptr<RaceDetector> detector_ = std::make_unique<RaceDetector>();
};

}  // namespace heddle::runtime
