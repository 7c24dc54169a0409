// Containment: a signal raised by the program under test becomes a verdict.
#pragma once

namespace heddle::runtime {

void installFaultHandlers();
void removeFaultHandlers();
// The program is run by this thread from now on, in a copy of the process that has installed them.
void adoptFaults();

}  // namespace heddle::runtime
