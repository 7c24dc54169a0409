// The last execution of an engine, as a counterexample for people.
#pragma once

#include "core/trace.h"
#include "runtime/engine.h"

namespace heddle::runtime {

core::Trace counterexampleOf(const Engine& program, const core::ThreadTable& threads);

}  // namespace heddle::runtime
