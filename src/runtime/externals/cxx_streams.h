// std::cout and its siblings while a program under test runs.
//
// The program calls the C++ library's own stream objects, which are Heddle's
// too; Heddle prints in other ways. Between capture and release, output goes
// to the output of the execution, and input is that of --stdin.
#pragma once

namespace heddle::runtime::externals {

void captureStreams();
void releaseStreams();

// Before each execution: formatting and state as a fresh program finds them.
void resetStreams();

}  // namespace heddle::runtime::externals
