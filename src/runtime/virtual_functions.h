// Functions of libstdc++.so that the program finds in a table of virtual functions: those of facets, buffers,
// exceptions and memory resources.
#pragma once

#include <cstdint>

#include "runtime/library_checks.h"

namespace heddle::runtime {

// By its address, as it is called there. The first argument is the object, if it is not for the result.
const LibraryCall& virtualFunction(std::uint64_t function, const CallShape& shape, const std::uint64_t* arguments);

}  // namespace heddle::runtime
