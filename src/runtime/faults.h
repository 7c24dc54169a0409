// Containment: a signal raised by the program under test becomes a verdict.
#pragma once

namespace heddle::runtime {

void installFaultHandlers();
void removeFaultHandlers();

}  // namespace heddle::runtime
