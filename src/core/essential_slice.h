// The slice that a check begins with: of all that is essential in the program as it
// was compiled.
#pragma once

#include <memory>
#include <span>

#include "core/program_info.h"
#include "core/slice.h"

namespace heddle::core {

// Where the slice is explored. Under weak memory an access that nobody looks at may still order others: only what
// synchronises with nothing can be left out, and where it is not known what does, nothing.
enum class SlicedFor : std::uint8_t { Interleavings, Sections /* of locks are steps, too */, Rc11, Nothing };

// Null if the dependences are not known. It refers to those of `info`. `settled`: what is not essential any more.
std::shared_ptr<Slice> essentialSlice(const ProgramInfo& info, SlicedFor where,
                                      std::span<const Slice::Node> settled = {});

}  // namespace heddle::core
