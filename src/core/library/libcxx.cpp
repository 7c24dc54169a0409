// What libc++.so defines. Heddle has it in C++ (include/heddle/library/libcxx_*.cpp), compiled against libc++'s own
// headers; what it has not is refused. Names that libstdc++.so has, too, are not here: these exceptions have the same
// layout in both, and libstdc++'s code runs.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;

constexpr char kMutexes[] = "libcxx_mutexes.cpp";
constexpr char kThreads[] = "libcxx_threads.cpp";
constexpr char kAtomics[] = "libcxx_atomics.cpp";
constexpr char kFutures[] = "libcxx_futures.cpp";
constexpr char kMemory[] = "libcxx_memory.cpp";
constexpr char kErrors[] = "libcxx_errors.cpp";
constexpr char kTime[] = "libcxx_time.cpp";
constexpr char kStrings[] = "libcxx_strings.cpp";
constexpr char kAlgorithms[] = "libcxx_algorithms.cpp";

constexpr char kLeftOut[] = "this part of libc++ is not supported yet; without -stdlib=libc++ it is libstdc++'s";

constexpr Row kRows[] = {
    {"_ZNSt3__15mutex*", Source, {.source = kMutexes}},
    {"_ZNSt3__115recursive_mutex*", Source, {.source = kMutexes}},
    {"_ZNSt3__111timed_mutex*", Source, {.source = kMutexes}},
    {"_ZNSt3__121recursive_timed_mutex*", Source, {.source = kMutexes}},
    {"_ZNSt3__118condition_variable*", Source, {.source = kMutexes}},
    {"_ZNSt3__119__shared_mutex_base*", Source, {.source = kMutexes}},
    {"_ZNSt3__118shared_timed_mutex*", Source, {.source = kMutexes}},
    {"_ZNSt3__111__call_once*", Source, {.source = kMutexes}},

    {"_ZNSt3__16thread*", Source, {.source = kThreads}},
    {"_ZNSt3__115__thread_struct*", Source, {.source = kThreads}},
    {"_ZNSt3__119__thread_local_dataEv", Source, {.source = kThreads}},
    {"_ZNSt3__111this_thread9sleep_for*", Source, {.source = kThreads}},
    {"_ZNSt3__125notify_all_at_thread_exit*", Source, {.source = kThreads}},

    {"_ZNSt3__120__libcpp_atomic_wait*", Source, {.source = kAtomics}},
    {"_ZNSt3__123__libcpp_atomic_monitor*", Source, {.source = kAtomics}},
    {"_ZNSt3__123__cxx_atomic_notify_*", Source, {.source = kAtomics}},
    {"_ZNSt3__134__construct_barrier_algorithm_base*", Source, {.source = kAtomics}},
    {"_ZNSt3__131__arrive_barrier_algorithm_base*", Source, {.source = kAtomics}},
    {"_ZNSt3__132__destroy_barrier_algorithm_base*", Source, {.source = kAtomics}},
    {"_ZNSt3__18__sp_mut*", Source, {.source = kAtomics}},
    {"_ZNSt3__112__get_sp_mut*", Source, {.source = kAtomics}},

    {"_ZNSt3__117__assoc_sub_state*", Source, {.source = kFutures}},
    {"_ZTINSt3__117__assoc_sub_state*", Source, {.source = kFutures}},
    {"_ZTVNSt3__117__assoc_sub_state*", Source, {.source = kFutures}},
    {"_ZNSt3__16futureIvE*", Source, {.source = kFutures}},
    {"_ZNSt3__17promiseIvE*", Source, {.source = kFutures}},
    {"_ZNSt3__113shared_futureIvE*", Source, {.source = kFutures}},
    {"_ZNSt3__112future_error*", Source, {.source = kFutures}},
    {"_ZTINSt3__112future_error*", Source, {.source = kFutures}},
    {"_ZTVNSt3__112future_error*", Source, {.source = kFutures}},
    {"_ZNSt3__115future_categoryEv", Source, {.source = kFutures}},

    {"_ZNSt3__114__shared_count*", Source, {.source = kMemory}},
    {"_ZTINSt3__114__shared_count*", Source, {.source = kMemory}},
    {"_ZTVNSt3__114__shared_count*", Source, {.source = kMemory}},
    {"_ZNSt3__119__shared_weak_count*", Source, {.source = kMemory}},
    {"_ZNKSt3__119__shared_weak_count*", Source, {.source = kMemory}},
    {"_ZTINSt3__119__shared_weak_count*", Source, {.source = kMemory}},
    {"_ZTVNSt3__119__shared_weak_count*", Source, {.source = kMemory}},
    {"_ZNSt3__112bad_weak_ptr*", Source, {.source = kMemory}},
    {"_ZNKSt3__112bad_weak_ptr*", Source, {.source = kMemory}},
    {"_ZTINSt3__112bad_weak_ptr*", Source, {.source = kMemory}},
    {"_ZTVNSt3__112bad_weak_ptr*", Source, {.source = kMemory}},
    {"_ZNSt3__15alignE*", Source, {.source = kMemory}},

    {"_ZNSt13exception_ptr*", Source, {.source = kErrors}},
    {"_ZSt17rethrow_exceptionSt13exception_ptr", Source, {.source = kErrors}},
    {"_ZNSt16nested_exceptionC*", Source, {.source = kErrors}},
    {"_ZNKSt16nested_exception14rethrow_nestedEv", Source, {.source = kErrors}},
    {"_ZNSt11logic_errorC1ERKNSt3__1*", Source, {.source = kErrors}},
    {"_ZNSt11logic_errorC2ERKNSt3__1*", Source, {.source = kErrors}},
    {"_ZNSt13runtime_errorC1ERKNSt3__1*", Source, {.source = kErrors}},
    {"_ZNSt13runtime_errorC2ERKNSt3__1*", Source, {.source = kErrors}},
    {"_ZNSt9bad_allocC*", Source, {.source = kErrors}},
    {"_ZNSt20bad_array_new_lengthC*", Source, {.source = kErrors}},
    {"_ZNSt8bad_castC*", Source, {.source = kErrors}},
    {"_ZNSt10bad_typeidC*", Source, {.source = kErrors}},
    {"_ZNSt19bad_optional_access*", Source, {.source = kErrors}},
    {"_ZNKSt19bad_optional_access*", Source, {.source = kErrors}},
    {"_ZTISt19bad_optional_access", Source, {.source = kErrors}},
    {"_ZTVSt19bad_optional_access", Source, {.source = kErrors}},
    {"_ZNKSt18bad_variant_access*", Source, {.source = kErrors}},
    {"_ZTISt18bad_variant_access", Source, {.source = kErrors}},
    {"_ZTVSt18bad_variant_access", Source, {.source = kErrors}},
    {"_ZNKSt12bad_any_cast*", Source, {.source = kErrors}},
    {"_ZTISt12bad_any_cast", Source, {.source = kErrors}},
    {"_ZTVSt12bad_any_cast", Source, {.source = kErrors}},
    {"_ZNSt3__117bad_function_call*", Source, {.source = kErrors}},
    {"_ZTINSt3__117bad_function_call*", Source, {.source = kErrors}},
    {"_ZTVNSt3__117bad_function_call*", Source, {.source = kErrors}},
    {"_ZNSt3__122__libcpp_verbose_abort*", Source, {.source = kErrors}},
    {"_ZNSt3__114error_category*", Source, {.source = kErrors}},
    {"_ZNKSt3__114error_category*", Source, {.source = kErrors}},
    {"_ZTINSt3__114error_category*", Source, {.source = kErrors}},
    {"_ZTVNSt3__114error_category*", Source, {.source = kErrors}},
    {"_ZNSt3__116generic_categoryEv", Source, {.source = kErrors}},
    {"_ZNSt3__115system_categoryEv", Source, {.source = kErrors}},
    {"_ZNKSt3__110error_code7messageEv", Source, {.source = kErrors}},
    {"_ZNKSt3__115error_condition7messageEv", Source, {.source = kErrors}},
    {"_ZNSt3__112system_error*", Source, {.source = kErrors}},
    {"_ZTINSt3__112system_error*", Source, {.source = kErrors}},
    {"_ZTVNSt3__112system_error*", Source, {.source = kErrors}},
    {"_ZNSt3__120__throw_system_error*", Source, {.source = kErrors}},

    {"_ZNSt3__16chrono12system_clock*", Source, {.source = kTime}},
    {"_ZNSt3__16chrono12steady_clock*", Source, {.source = kTime}},
    {"_ZNSt3__113random_device*", Source, {.source = kTime}},
    {"_ZNKSt3__113random_device*", Source, {.source = kTime}},
    {"_ZNSt3__14sto*", Source, {.source = kStrings}},
    {"_ZNSt3__15sto*", Source, {.source = kStrings}},
    {"_ZNSt3__16stoull*", Source, {.source = kStrings}},
    {"_ZNSt3__19to_stringE*", Source, {.source = kStrings}},
    {"_ZNSt3__110to_wstringE*", Source, {.source = kStrings}},
    {"_ZNSt3__1plIcNS_11char_traitsIcEENS_9allocatorIcEEEENS_12basic_string*", Source, {.source = kStrings}},
    {"_ZNSt3__16__sortI*", Source, {.source = kAlgorithms}},
    {"_ZNSt3__112__next_prime*", Source, {.source = kAlgorithms}},

    {"_ZNSt3__1*", Refused, {.why = kLeftOut}},
    {"_ZNKSt3__1*", Refused, {.why = kLeftOut}},
    {"_ZTINSt3__1*", Refused, {.why = kLeftOut}},
    {"_ZTVNSt3__1*", Refused, {.why = kLeftOut}},
    {"_ZTTNSt3__1*", Refused, {.why = kLeftOut}},
};

}  // namespace

std::span<const Row> libcxx() { return kRows; }

}  // namespace heddle::core::library
