// What compiled C++ calls: threads, static locals, exceptions, nodes of containers, atomics that no instruction covers.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", Model},
    {"_ZNSt6thread4joinEv", Model, {.effect = Joins, .mayBlock = true}},
    {"_ZNSt6thread6detachEv", Model},
    {"_ZNSt6thread20hardware_concurrencyEv", Model, {.inLoop = TakesTime}},
    {"_ZNSt18condition_variableC1Ev", Model, {.effect = Writes}},
    {"_ZNSt18condition_variableC2Ev", Model, {.effect = Writes}},
    {"_ZNSt18condition_variableD1Ev", Model, {.effect = Writes}},
    {"_ZNSt18condition_variableD2Ev", Model, {.effect = Writes}},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
     Model,
     {.effect = Synchronises, .mayBlock = true, .waitsForSignal = true}},
    {"_ZNSt18condition_variable10notify_oneEv", Model, {.effect = None}},
    {"_ZNSt18condition_variable10notify_allEv", Model, {.effect = None}},
    {"_ZSt16__at_thread_exitPSt20__at_thread_exit_elt", Model},
    {"_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_"
     "ILl1ELl1000000000EEEE",
     Model,
     {.effect = Tells, .mayBlock = true}},
    {"_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_"
     "IlS3_ILl1ELl1000000000EEEE",
     Model,
     {.effect = Tells, .mayBlock = true}},
    {"_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj", Model, {.effect = None}},
    {"_ZNSt10_Sp_lockerC1EPKv", Model, {.mayBlock = true}},
    {"_ZNSt10_Sp_lockerC2EPKv", Model, {.mayBlock = true}},
    {"_ZNSt10_Sp_lockerC1EPKvS1_", Model, {.mayBlock = true}},
    {"_ZNSt10_Sp_lockerC2EPKvS1_", Model, {.mayBlock = true}},
    {"_ZNSt10_Sp_lockerD1Ev", Model},
    {"_ZNSt10_Sp_lockerD2Ev", Model},
    {"__cxa_guard_acquire", Model, {.mayBlock = true}},
    {"__cxa_guard_release", Model},
    {"__cxa_guard_abort", Model},

    {"__cxa_throw", Model},
    {"__cxa_end_catch", Model},
    {"_ZSt17current_exceptionv", Model},
    {"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", Model},
    {"__cxa_demangle", Model},
    {"__dynamic_cast", Model},
    {"_ZSt9terminatev", Model, {.fails = Fails::Always}},
    {"_ZSt13set_terminatePFvvE", Model},
    {"_ZSt13get_terminatev", Model},
    {"_ZSt15set_new_handlerPFvvE", Model},
    {"_ZSt15get_new_handlerv", Model},
    {"_ZNSt8ios_base6xallocEv", Model},
    {"__cxa_pure_virtual", Model, {.fails = Fails::Always}},
    {"_ZSt21__glibcxx_assert_failPKciS0_S0_", Model, {.fails = Fails::Always}},

    {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", Model},
    {"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", Model},
    {"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", Model},
    {"_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", Model},
    {"_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", Model},
    {"_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", Model},
    {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", Model},
    {"_ZNSt8__detail15_List_node_base9_M_unhookEv", Model},
    {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", Model},
    {"_ZNSt8__detail15_List_node_base4swapERS0_S1_", Model},
    {"_ZNSt8__detail15_List_node_base10_M_reverseEv", Model},
    {"_ZSt11_Hash_bytesPKvmm", Model},
    {"_ZSt15_Fnv_hash_bytesPKvmm", Model},
    {"_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", Model},
    {"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", Model},

    {"__atomic_load", Model},
    {"__atomic_store", Model},
    {"__atomic_exchange", Model},
    {"__atomic_compare_exchange", Model},
    {"__atomic_is_lock_free", Model},

    {"__cxa_allocate_exception", Native},
    {"__cxa_free_exception", Native},
    {"__cxa_begin_catch", Native},
    {"__cxa_rethrow", Native},
    {"__cxa_get_exception_ptr", Native},
    {"__cxa_bad_cast", Native},
    {"__cxa_bad_typeid", Native},
    {"__cxa_throw_bad_array_new_length", Native},
    {"__cxa_init_primary_exception", Native},
    {"__cxa_current_exception_type", Native},
    {"__gxx_personality_v0", Native},
    {"_Unwind_Resume", Native, {.isForCodeGenerator = true}},
    {"__cxa_call_unexpected", Native},
};

}  // namespace

std::span<const Row> cxxRuntime() { return kRows; }

}  // namespace heddle::core::library
