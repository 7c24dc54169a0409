// A std::exception_ptr is let go of: by the program, or by libstdc++.so on its behalf (the state of a future that
// ends).
#pragma once

namespace heddle::runtime::externals {

// `pointer` is not null inside: exception_ptr::_M_release.
void release(void* pointer);

}  // namespace heddle::runtime::externals
