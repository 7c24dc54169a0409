// setjmp and longjmp within a thread (transform/jump_points.h).
#pragma once

#include "core/op.h"

namespace heddle::runtime::externals {

// Where the library's setjmp is to keep what it needs, for the buffer.
void* addJumpPoint(void* buffer, core::Address frame);
// The function returns: nobody may jump into its frame, or one below.
void endJumpPoints(core::Address frame);

}  // namespace heddle::runtime::externals
