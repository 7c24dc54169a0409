// What instrumented code calls (core/hooks.h).
#include "core/hooks.h"
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {hooks::kAwait, Hook, {.effect = None, .mayBlock = true, .isClosed = true}},
    {hooks::kYield, Hook, {.effect = None, .inLoop = TakesTime, .isClosed = true}},
    {hooks::kPureIteration, Hook, {.effect = None, .inLoop = Assumes, .isEvents = true, .isClosed = true}},
    {hooks::kIterationBegin, Hook, {.effect = None, .inLoop = Checks, .isEvents = true, .isClosed = true}},
    {hooks::kIterationEnd, Hook, {.effect = None, .inLoop = Checks, .isEvents = true, .isClosed = true}},
    {hooks::kChannelBlock, Hook, {.effect = Allocates, .isClosed = true}},
    {"__heddle_*", Hook, {.effect = None, .isClosed = true}},
};

}  // namespace

std::span<const Row> instrumentation() { return kRows; }

}  // namespace heddle::core::library
