// malloc and its family, operator new and delete in all their forms.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"malloc", Model, {.effect = Allocates}},
    {"calloc", Model, {.effect = Allocates}},
    {"realloc", Model},
    {"reallocarray", Model},
    {"free", Model, {.effect = Frees}},
    {"cfree", Model},
    {"aligned_alloc", Model},
    {"memalign", Model},
    {"posix_memalign", Model},
    {"malloc_usable_size", Model, {.effect = None}},
    {"_Znwm", Model, {.effect = Allocates}},
    {"_Znam", Model, {.effect = Allocates}},
    {"_ZnwmSt11align_val_t", Model, {.effect = Allocates}},
    {"_ZnamSt11align_val_t", Model, {.effect = Allocates}},
    {"_ZnwmRKSt9nothrow_t", Model, {.effect = Allocates}},
    {"_ZnamRKSt9nothrow_t", Model, {.effect = Allocates}},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", Model, {.effect = Allocates}},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", Model, {.effect = Allocates}},
    {"_ZdlPv", Model, {.effect = Frees}},
    {"_ZdlPvm", Model, {.effect = Frees}},
    {"_ZdlPvSt11align_val_t", Model, {.effect = Frees}},
    {"_ZdlPvmSt11align_val_t", Model, {.effect = Frees}},
    {"_ZdlPvRKSt9nothrow_t", Model, {.effect = Frees}},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", Model, {.effect = Frees}},
    {"_ZdaPv", Model, {.effect = Frees}},
    {"_ZdaPvm", Model, {.effect = Frees}},
    {"_ZdaPvSt11align_val_t", Model, {.effect = Frees}},
    {"_ZdaPvmSt11align_val_t", Model, {.effect = Frees}},
    {"_ZdaPvRKSt9nothrow_t", Model, {.effect = Frees}},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", Model, {.effect = Frees}},

    // In whatever form; a program may have its own.
    {"_Znw*", Refused, {.effect = Allocates}},
    {"_Zna*", Refused, {.effect = Allocates}},
    {"_ZdlPv*", Refused, {.effect = Frees}},
    {"_ZdaPv*", Refused, {.effect = Frees}},

    {"mmap", Refused, {.why = "only memory from malloc and new can be watched", .mayBeAllowed = true}},
};

}  // namespace

std::span<const Row> memory() { return kRows; }

}  // namespace heddle::core::library
