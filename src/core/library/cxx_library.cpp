// Code and data of libstdc++.so: patterns of mangled names, of which the longest
// that fits holds. What runs as it is does not block, starts no thread and keeps
// no state between executions. What it touches is in the types of its arguments
// (runtime/library_types.h), by name again.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"_ZNSt*", Checked},
    {"_ZNKSt*", Checked},
    {"_ZNKRSt*", Checked},
    {"_ZNOSt*", Checked},
    {"_ZNSa*", Checked},
    {"_ZSt*", Checked},
    {"_ZNSo*", Checked},
    {"_ZNSi*", Checked},
    {"_ZNKSi*", Checked},
    {"_ZNKSo*", Checked},
    {"_ZNSs*", Checked},
    {"_ZNKSs*", Checked},
    {"_ZNSd*", Checked},
    {"_ZN9__gnu_cxx*", Checked},
    {"_ZTVN*", Checked},
    {"_ZTIN*", Checked},
    {"_ZTSN*", Checked},
    {"_ZTVS*", Checked},
    {"_ZTIS*", Checked},
    {"_ZTSS*", Checked},
    {"_ZTTS*", Checked},
    {"_ZTI*", Checked},
    {"_ZTS*", Checked},
    {"_ZGVNSt*", Checked},

    // They block, start threads, or keep state.
    {"_ZNSt3_V222condition_variable_any*", Refused, {.why = kWaits}},
    {"_ZNSt28__atomic_futex*", Refused, {.why = kWaits}},
    {"_ZNKSt28__atomic_futex*", Refused, {.why = kWaits}},
    {"_ZNSt6thread*", Refused},
    {"_ZNSt3_V2*", Refused},
    {"_ZNSt14basic_ifstream*", Refused, {.why = kFiles, .mayBeAllowed = true}},
    {"_ZNSt14basic_ofstream*", Refused, {.why = kFiles, .mayBeAllowed = true}},
    {"_ZNSt13basic_fstream*", Refused, {.why = kFiles, .mayBeAllowed = true}},
    {"_ZNSt13basic_filebuf*", Refused, {.why = kFiles, .mayBeAllowed = true}},
    {"_ZNSt10filesystem*", Refused, {.why = kFiles, .mayBeAllowed = true}},
    {"_ZNSt10filesystem7__cxx114path14_S_convert_loc*", Refused},
    {"_ZSt4call_once*", Refused},
    {"_ZNSt3pmr26synchronized_pool_resource*", Refused},
    {"_ZNSt3pmr20set_default_resource*", Refused},
    {"_ZNSt6locale6global*", Refused},

    // But not all of them.
    {"_ZNSt6thread6_State*", Checked},
    {"_ZNSt3_V214error_category*", Checked},
    {"_ZNKSt3_V214error_category*", Checked},
    {"_ZNSt3_V215system_categoryEv", Checked},
    {"_ZNSt10filesystem7__cxx114path*", Checked},
    {"_ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE", Checked},

    // Of which more is known.
    {"_ZSt4cout", Checked, {.isStream = true}},
    {"_ZSt4cerr", Checked, {.isStream = true}},
    {"_ZSt4clog", Checked, {.isStream = true}},
    {"_ZSt3cin", Checked, {.isStream = true}},
    {"_ZSt5wcout", Checked, {.isStream = true}},
    {"_ZSt5wcerr", Checked, {.isStream = true}},
    {"_ZSt5wclog", Checked, {.isStream = true}},
    {"_ZSt4wcin", Checked, {.isStream = true}},
    {"_ZNSt3_V216generic_categoryEv", Checked, {.readsErrno = ReadsErrno::Always}},
    {"_ZSt7nothrow", Checked},
};

}  // namespace

std::span<const Row> cxxLibrary() { return kRows; }

}  // namespace heddle::core::library
