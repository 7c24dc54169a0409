#include "runtime/debugger_hook.h"

namespace heddle::runtime {

extern "C" {
[[gnu::used, gnu::visibility("default")]] DebuggerState heddleDebugger;
// The debugger's breakpoint is here.
[[gnu::used, gnu::noinline, gnu::visibility("default")]] void heddleDebuggerStop() { asm volatile("" ::: "memory"); }
}

}  // namespace heddle::runtime
