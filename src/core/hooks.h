// The contract between instrumented code and the runtime: symbol names.
//
// The instrumentation calls these; the runtime defines them. Types are C:
// `site` is a SiteId (uint32_t), values of up to 8 bytes travel as uint64_t
// (zero-extended; pointers and floating point by their bits), 16-byte values
// by pointer to a stack slot. All calls may switch to another thread before
// they return.
//
//   plain accesses   Inline code checks the shadow mask and kWatch first and
//                    does the access itself when both allow it. Otherwise:
//     uint64_t kPlainLoad (void* p, uint32_t site)             checks, performs, returns
//     uint64_t kOutsideConstant(void* p, uint32_t site, void* start, uint64_t bytes)  never returns
//     void     kPlainStore(void* p, uint32_t site, uint64_t v) checks, performs
//     void     kPlainReadRange (void* p, uint64_t bytes, uint32_t site)   only checks
//     void     kPlainWriteRange(void* p, uint64_t bytes, uint32_t site)   only checks
//   atomics          the site has size, order and rule
//     uint64_t kLoad (void* p, uint32_t site)
//     void     kStore(void* p, uint32_t site, uint64_t v)
//     uint64_t kRmw  (void* p, uint32_t site, uint64_t operand)                    returns the old value
//     uint64_t kCas  (void* p, uint32_t site, uint64_t expected, uint64_t desired) returns the old value
//     void     kLoad16 (void* p, uint32_t site, void* result)
//     void     kStore16(void* p, uint32_t site, const void* v)
//     void     kRmw16  (void* p, uint32_t site, const void* operand, void* old)
//     void     kCas16  (void* p, uint32_t site, const void* expected, const void* desired, void* old)
//     void     kFence  (uint32_t site)
//   waiting          the site has kind, order, rule and the name of the condition, a function
//                    uint32_t(uint64_t found, uint64_t a0, a1, b0, b1); words are the halves of Op::a and Op::b
//     uint64_t kAwait(void* p, uint32_t site, uint64_t a0, uint64_t a1, uint64_t b0, uint64_t b1)  returns the old
//     value
//   stack objects that escape; kRedZone bytes on both sides belong to them
//     void     kStackEnter(void* object, uint64_t bytes, uint32_t site)
//     void     kStackLeave(void* object, uint64_t bytes)
//     void     kLanded(void)                   at each landing pad: the frames below are gone
//   setjmp           keeps there what the program's buffer stands for; when its function returns nobody may jump there
//     void*    kJumpPoint(void* buffer)
//     void     kJumpPointsEnd(void)
//   faults           do not return
//     void     kDivision(uint32_t site)        division by zero, or INT_MIN / -1
//     void     kUnreachable(uint32_t site)     control reached the end of a function that must return
//   loops            inline code counts kBudget down at each back edge; below zero:
//     void     kLoopLimit(uint32_t site)
//                    the site is the loop's. An iteration has no effect unless `impure`: the thread stops. `hides`: a
//                    data race could get lost with the iteration; each thread goes on after one of those
//     void     kPureIteration(uint32_t impure, uint32_t site, uint32_t hides)
//                    what an iteration did is examined when it is over: the thread stops if it did nothing. `changed`:
//                    the loop's own variables are not what they were
//     uint64_t kIterationBegin(void)
//     void     kIterationEnd(uint32_t changed, uint32_t site, uint64_t begin, uint32_t hides)
//                    what an iteration that is left out may access; the site has kind and size
//     void     kGhostAccess(void* p, uint32_t site)
//                    a loop has run more iterations than it may:
//     void     kLoopBound(uint32_t site, uint32_t iterations)     returns only if a loop is tried again after the end
//                    a loop without a bound has completed some more iterations: the `look`-th time since it was entered
//     void     kLongLoop(uint32_t site, uint64_t look)
//   memory intrinsics  libc's memcpy, memmove and memset under names of their own. Their ranges were checked
//                    before (or need no check), so the runtime only copies: nothing to see, no call site
//     void*    kNativeMemcpy, kNativeMemmove(void* to, const void* from, uint64_t bytes)
//     void*    kNativeMemset(void* to, int value, uint64_t bytes)
//   yield            `pause` and the like in inline assembly
//     void     kYield(uint32_t site)
#pragma once

namespace heddle::core::hooks {

inline constexpr char kPlainLoad[] = "__heddle_plain_load";
inline constexpr char kOutsideConstant[] = "__heddle_outside_constant";
inline constexpr char kPlainStore[] = "__heddle_plain_store";
inline constexpr char kPlainReadRange[] = "__heddle_plain_read_range";
inline constexpr char kPlainWriteRange[] = "__heddle_plain_write_range";
inline constexpr char kLoad[] = "__heddle_load";
inline constexpr char kStore[] = "__heddle_store";
inline constexpr char kRmw[] = "__heddle_rmw";
inline constexpr char kCas[] = "__heddle_cas";
inline constexpr char kLoad16[] = "__heddle_load16";
inline constexpr char kStore16[] = "__heddle_store16";
inline constexpr char kRmw16[] = "__heddle_rmw16";
inline constexpr char kCas16[] = "__heddle_cas16";
inline constexpr char kAwait[] = "__heddle_await";
inline constexpr char kFence[] = "__heddle_fence";
inline constexpr char kStackEnter[] = "__heddle_stack_enter";
inline constexpr char kStackLeave[] = "__heddle_stack_leave";
inline constexpr char kJumpPoint[] = "__heddle_jump_point";
inline constexpr char kJumpPointsEnd[] = "__heddle_jump_points_end";
inline constexpr char kLanded[] = "__heddle_landed";
inline constexpr char kDivision[] = "__heddle_division";
inline constexpr char kUnreachable[] = "__heddle_unreachable";
inline constexpr char kLoopLimit[] = "__heddle_loop_limit";
inline constexpr char kPureIteration[] = "__heddle_pure_iteration";
inline constexpr char kIterationBegin[] = "__heddle_iteration_begin";
inline constexpr char kGhostAccess[] = "__heddle_ghost_access";
inline constexpr char kIterationEnd[] = "__heddle_iteration_end";
inline constexpr char kLoopBound[] = "__heddle_loop_bound";
inline constexpr char kLongLoop[] = "__heddle_long_loop";
inline constexpr char kYield[] = "__heddle_yield";
inline constexpr char kNativeMemcpy[] = "__heddle_memcpy";
inline constexpr char kNativeMemmove[] = "__heddle_memmove";
inline constexpr char kNativeMemset[] = "__heddle_memset";

// What channels are made of to bounded checking (symbolic/library/channels.ll): nobody defines these.
inline constexpr char kChannelBlock[] = "__heddle_channel_block";  // void*(uint64_t bytes)
inline constexpr char kChannelBytes[] = "__heddle_channel_bytes";  // uint64_t(void* channel): 0 if it is none
inline constexpr char kAwaitMessage[] = "__heddle_await_message";  // void(uint64_t* isThere)

// Variables of the runtime that inline code reads or writes.
inline constexpr char kWatch[] = "__heddle_watch";         // uint8_t: nonzero, plain accesses must ask
inline constexpr char kBudget[] = "__heddle_budget";       // int64_t: back edges left before kLoopLimit
inline constexpr char kCallSite[] = "__heddle_call_site";  // uint32_t: stored before each call of an external function
inline constexpr char kUserSite[] =
    "__heddle_user_site";  // uint32_t: stored before each call from user code into a system header
inline constexpr char kCalls[] = "__heddle_calls";  // core::CallStack*: the running thread's
inline constexpr char kTls[] = "__heddle_tls";      // char*: the running thread's thread_local block

// Defined by the instrumented module.
inline constexpr char kGlobalsImage[] = "__heddle_globals_image";  // constant: initial bytes of the globals block
inline constexpr char kTlsImage[] = "__heddle_tls_image";          // constant: initial bytes of a thread's block
inline constexpr char kConstructors[] = "__heddle_constructors";   // void(void): runs the global constructors in order
inline constexpr char kCondition[] = "__heddle_condition";         // its name begins so: what an await waits for
inline constexpr char kMain[] = "main";
// What std::lock calls: void(pthread_mutex_t*, …), kMostLocks of them, null where there are fewer.
inline constexpr char kLockAll[] = "heddle_lock_all";
inline constexpr unsigned kMostLocks = 6;

}  // namespace heddle::core::hooks
