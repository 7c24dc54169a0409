// What a line of a counterexample has of the inside of a library, and what people call it.
#pragma once

#include <string>
#include <string_view>

#include "core/event_log.h"
#include "core/trace.h"
#include "runtime/engine.h"

namespace heddle::runtime {

// "operator delete" for "_ZdlPvm".
std::string calleeName(const std::string& symbol);
bool isOfStandardLibrary(std::string_view symbol);

// What a function of the library ends the program for.
const char* whyAborts(const std::string& function);

// Accesses that a library function makes for itself, or to the captures of a lambda: neither the atomic accesses that
// the program makes by the library's types, nor what it does to locks and the like.
bool isInternal(const Engine& program, const core::TraceLine& line, SiteId access);

// Of a wait at a condition variable: whether it wakes without a signal, and what it finds there. Its other lines say
// so.
bool isInsideWait(const Engine& program, const core::Event& event);

}  // namespace heddle::runtime
