// What std::terminate does while the program under test runs.
#pragma once

namespace heddle::runtime::externals {

[[noreturn]] void terminated();

}  // namespace heddle::runtime::externals
