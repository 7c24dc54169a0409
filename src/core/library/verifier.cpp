// What programs say to Heddle (heddle.h), and the names of other tools.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;
using enum Fails;

constexpr Row kRows[] = {
    {"heddle_assume", Model, {.effect = None, .inLoop = Assumes, .isClosed = true}},
    {"heddle_choose", Model, {.effect = None, .inLoop = Chooses, .isClosed = true}},
    {"heddle_assert_fail", Model, {.effect = None, .fails = Always, .isClosed = true}},
    {"__VERIFIER_assume", Model, {.effect = None, .inLoop = Assumes, .isClosed = true}},
    {"__VERIFIER_assert", Model, {.fails = Unless, .isClosed = true}},
    {"__VERIFIER_error", Model, {.effect = None, .fails = Always, .isClosed = true}},
    {"reach_error", Model, {.effect = None, .fails = Always, .isClosed = true}},
    {"__VERIFIER_atomic_begin", Model, {.isEvents = true}},
    {"__VERIFIER_atomic_end", Model, {.isEvents = true}},
    {"__VERIFIER_loop_bound", Model, {.effect = None, .inLoop = TakesTime, .isClosed = true}},
    {"__VERIFIER_loop_begin", Model, {.effect = None, .inLoop = TakesTime, .isClosed = true}},
    {"__VERIFIER_spin_start", Model, {.effect = None, .inLoop = TakesTime, .isClosed = true}},
    {"__VERIFIER_spin_end", Model, {.effect = None, .inLoop = TakesTime, .isClosed = true}},
    {"__VERIFIER_nondet_bool", Model, {.effect = None, .inLoop = Chooses}},
    {"__VERIFIER_nondet__Bool", Model, {.effect = None, .inLoop = Chooses}},
    {"__VERIFIER_nondet_char", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 8}},
    {"__VERIFIER_nondet_schar", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 8}},
    {"__VERIFIER_nondet_uchar", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 8}},
    {"__VERIFIER_nondet_short", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 16}},
    {"__VERIFIER_nondet_ushort", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 16}},
    {"__VERIFIER_nondet_int", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 32}},
    {"__VERIFIER_nondet_uint", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 32}},
    {"__VERIFIER_nondet_long", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 64}},
    {"__VERIFIER_nondet_ulong", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 64}},
    {"__VERIFIER_nondet_longlong", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 64}},
    {"__VERIFIER_nondet_ulonglong", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 64}},
    {"__VERIFIER_nondet_size_t", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 64}},
    {"__VERIFIER_nondet_pointer", Model, {.effect = None, .inLoop = Chooses, .anyOfBits = 64}},
    {"__VERIFIER_nondet_float", Model, {.effect = None, .inLoop = Chooses}},
    {"__VERIFIER_nondet_double", Model, {.effect = None, .inLoop = Chooses}},
    {"__VERIFIER_nondet_*", Refused, {.effect = None, .inLoop = Chooses}},

    {"heddle_channel_create", Model},
    {"heddle_channel_send", Model},
    {"heddle_channel_receive", Model, {.mayBlock = true}},
    {"heddle_channel_try_receive", Model},
};

}  // namespace

std::span<const Row> verifier() { return kRows; }

}  // namespace heddle::core::library
