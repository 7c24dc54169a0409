// A fixture that owns the fixed memory region. It is reserved afresh for each
// test, so that memory, mask and race cells are zero at the start of all.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "runtime/region.h"

namespace heddle::runtime {

class RegionTest : public testing::Test {
 protected:
  void SetUp() override {
    auto region = Region::reserve();
    ASSERT_TRUE(region) << region.problem().message;
    region_.emplace(std::move(*region));
  }

 private:
  std::optional<Region> region_;
};

}  // namespace heddle::runtime
