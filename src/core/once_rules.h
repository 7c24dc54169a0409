// The rule of what is done once: by whoever comes first, while others wait.
#pragma once

#include <cstdint>

#include "core/update.h"

namespace heddle::core::once {

inline constexpr std::uint64_t kNot = 0;  // or not successfully
inline constexpr std::uint64_t kBusy = 1;
inline constexpr std::uint64_t kDone = 2;

inline constexpr UpdateRule kEnter =
    updateRule("begin once", (terms::old == terms::constant<kBusy>) == terms::constant<0>,
               terms::old == terms::constant<kNot>, terms::constant<kBusy>);

}  // namespace heddle::core::once
