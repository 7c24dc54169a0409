// A detector in an execution with a few threads, and short names for what they do.
#pragma once

#include "runtime/detector_driver.h"
#include "runtime/region_test_base.h"

namespace heddle::runtime {

using core::Order;

inline constexpr Address kData = layout::kGlobals + 4096;  // plain
inline constexpr Address kFlag = kData + 256;              // atomic
inline constexpr Address kOther = kData + 512;             // atomic
inline constexpr bool kRead = false;
inline constexpr bool kWrite = true;

class DetectorTest : public RegionTest {
 protected:
  void SetUp() override {
    RegionTest::SetUp();
    detector_ = std::make_unique<DetectorDriver>(kData, 4096);
    begin(3);
  }
  // A new execution: main spawns threads 1 .. count-1.
  void begin(ThreadId count) {
    detector_->restart();
    for (ThreadId t = 1; t < count; ++t) detector()->spawn(0, t);
  }
  RaceDetector* detector() { return detector_->operator->(); }

  // Accesses to 4 bytes; whether they race.
  bool reads(ThreadId t, Address addr = kData) { return detector_->plain(t, addr, 4, kRead); }
  bool writes(ThreadId t, Address addr = kData) { return detector_->plain(t, addr, 4, kWrite); }
  bool load(ThreadId t, Order order, Address addr = kFlag) { return detector_->load(t, addr, 4, order); }
  bool store(ThreadId t, Order order, Address addr = kFlag) { return detector_->store(t, addr, 4, order); }
  bool update(ThreadId t, Order order, Address addr = kFlag) { return detector_->update(t, addr, 4, order); }

  // Whether what 1 writes before a store is ordered before what 2 reads after a load.
  bool passes(Order storeOrder, Order loadOrder) {
    begin(3);
    EXPECT_FALSE(writes(1));
    EXPECT_FALSE(store(1, storeOrder));
    EXPECT_FALSE(load(2, loadOrder));
    return !reads(2);
  }

  std::unique_ptr<DetectorDriver> detector_;
};

}  // namespace heddle::runtime
