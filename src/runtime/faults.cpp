// The handler runs on a stack of its own (the program's may be used up). It
// cannot switch fibers from there: it rewrites the interrupted context so that
// the thread continues in `afterFault` on an emergency stack, and returns.
#include "runtime/faults.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/check.h"
#include "runtime/debugger_hook.h"
#include "runtime/engine.h"
#include "runtime/sandbox.h"

namespace heddle::runtime {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};

alignas(16) std::array<char, 64 * 1024> handlerStack;
alignas(16) std::array<char, 256 * 1024> emergencyStack;
std::array<struct sigaction, kSignals.size()> before;
stack_t stackBefore;
pthread_t programThread;  // which runs the program

struct Fault {
  int signal;
  Address addr;
};
Fault lastFault;

ThreadId ownerOfStack(Address addr) { return static_cast<ThreadId>((addr - layout::kStacks) / layout::kStackSlot); }

bool inGuard(Address addr) {
  if (engine == nullptr || addr < layout::kStacks || addr >= layout::kHeaps) return false;
  return addr < engine->stepper.stackBottom(ownerOfStack(addr));
}

// Heddle's own code, called by the program, may be the first to find that the stack is used up. It must not end in the
// middle (of malloc, which would stay locked): it gets a part of the guard and goes on. The program meets the rest.
bool opensGuard(Address addr) {
  constexpr std::uint64_t kPart = layout::kStackGuard / 4;
  if (hot.inProgram || hot.probing) return false;
  const ThreadId t = ownerOfStack(addr);
  const Address bottom = engine->stepper.stackBottom(t);
  const std::uint64_t parts = (bottom - addr + kPart - 1) / kPart;
  if (parts > 3) return false;
  engine->stepper.threads[t].stackReady = false;  // the guard is closed again before the next execution
  return mprotect(reinterpret_cast<void*>(bottom - parts * kPart), parts * kPart, PROT_READ | PROT_WRITE) == 0;
}

// Whether the system lets the process read there.
bool isReadable(Address addr) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long from = 0, to = 0;
    char readable = '-';
    if (std::sscanf(line.c_str(), "%lx-%lx %c", &from, &to, &readable) == 3 && addr >= from && addr < to)
      return readable == 'r';
  }
  return false;
}

[[noreturn]] void afterInterruption() {
  const std::string call = forbiddenCall();
  if (call.empty()) engine->limits.stopNow(engine->sites.here());
  std::string message = fmt::format(
      "the program makes the system call {}, which may change what is outside of it; it was not made", call);
  engine->verdicts.crashed(ViolationKind::SystemCall, std::move(message), 0);
}

void afterFault() {
  noteSwitchTo({emergencyStack.data(), emergencyStack.size()});
  noteSwitched();
  const InHeddle guard;  // what is allocated for the message is not the program's
  const Fault fault = lastFault;
  switch (fault.signal) {
    case SIGFPE: engine->verdicts.crashed(ViolationKind::DivisionByZero, "an arithmetic operation traps", fault.addr);
    case SIGILL:
    case SIGTRAP: engine->verdicts.crashed(ViolationKind::Abort, "an illegal instruction or a trap is executed", 0);
    case SIGABRT: engine->verdicts.crashed(ViolationKind::Abort, "the C++ library aborts", 0);
    case SIGSYS: afterInterruption();
    default: break;
  }
  if (inGuard(fault.addr)) {
    engine->verdicts.crashed(
        ViolationKind::StackOverflow,
        fmt::format("the stack of {} bytes is used up (recursion without end?); --stack-size makes it larger",
                    engine->options.stackBytes),
        fault.addr);
  }
  if (fault.addr < kNullPages)
    engine->verdicts.crashed(ViolationKind::NullDereference, "accesses memory through a null pointer", fault.addr);
  // No address: outside the program's own memory it differs from run to run.
  engine->verdicts.crashed(ViolationKind::WildPointer,
                           isReadable(fault.addr) ? "writes to read-only memory: a string literal, a constant or code"
                                                  : "accesses memory that is not the program's",
                           fault.addr);
}

// x86-64 does not say where, if the address is none that it could have.
Address addressOf(const siginfo_t& info) {
  return info.si_code == SI_KERNEL ? ~Address{0} : reinterpret_cast<Address>(info.si_addr);
}

// What a callee keeps, after the place: that is enough to find all frames. cli/debugger/*.py has the same order.
void noteForDebugger(const mcontext_t& machine) {
  auto next = heddleDebugger.fault.begin();
#if defined(__aarch64__)
  *next++ = machine.pc;
  *next++ = machine.sp;
  for (int i = 19; i <= 30; ++i) *next++ = machine.regs[i];
#else
  for (const int i : {REG_RIP, REG_RSP, REG_RBP, REG_RBX, REG_R12, REG_R13, REG_R14, REG_R15})
    *next++ = static_cast<std::uint64_t>(machine.gregs[i]);
#endif
}

void handler(int signal, siginfo_t* info, void* contextPointer) {
  const Address addr = signal == SIGSEGV || signal == SIGBUS ? addressOf(*info) : 0;
  if (signal == SIGSEGV && engine != nullptr && engine->globals.firstWrite(addr)) return;
  if (signal == SIGSEGV && inGuard(addr) && opensGuard(addr)) return;
  const bool programs = engine != nullptr && pthread_equal(pthread_self(), programThread) != 0 &&
                        (hot.inProgram || hot.probing || (signal == SIGSEGV && inGuard(addr)));
  if (signal == SIGSYS && !programs) return;  // the supervisor has come too late
  if (!programs) {
    // A fault of Heddle itself: the default action, so that it can be debugged.
    std::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  lastFault = {signal, addr};
  // Nobody returned from the last fault: its frames left their marks (asan builds only).
  ASAN_UNPOISON_MEMORY_REGION(emergencyStack.data(), emergencyStack.size());
  auto& machine = static_cast<ucontext_t*>(contextPointer)->uc_mcontext;
  noteForDebugger(machine);
  const auto top = reinterpret_cast<Address>(emergencyStack.data() + emergencyStack.size()) & ~Address{15};
#if defined(__aarch64__)
  machine.pc = reinterpret_cast<Address>(&afterFault);
  machine.sp = top;
  machine.regs[29] = machine.regs[30] = 0;
#else
  machine.gregs[REG_RIP] = reinterpret_cast<greg_t>(&afterFault);
  machine.gregs[REG_RSP] = static_cast<greg_t>(top - 8);
  machine.gregs[REG_RBP] = 0;
#endif
}

}  // namespace

void adoptFaults() {
  programThread = pthread_self();
  stack_t stack{};
  stack.ss_sp = handlerStack.data();
  stack.ss_size = handlerStack.size();
  HEDDLE_CHECK(sigaltstack(&stack, &stackBefore) == 0);
}

void installFaultHandlers() {
  adoptFaults();
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action{};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    HEDDLE_CHECK(sigaction(kSignals[i], &action, &before[i]) == 0);
  }
}

void removeFaultHandlers() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
  sigaltstack(&stackBefore, nullptr);
}

}  // namespace heddle::runtime
