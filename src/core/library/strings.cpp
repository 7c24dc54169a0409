// Blocks of memory and strings, of narrow and wide characters.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"memcpy", Model, {.borrows = Arguments(0, 1), .isForCodeGenerator = true}},
    {"memmove", Model, {.isForCodeGenerator = true}},
    {"mempcpy", Model},
    {"bcopy", Model},
    {"memset", Model, {.borrows = Arguments(0), .isForCodeGenerator = true}},
    {"bzero", Model},
    {"explicit_bzero", Model},
    {"memcmp", Model, {.effect = None, .borrows = Arguments(0, 1), .isPure = true, .isForCodeGenerator = true}},
    {"bcmp", Model, {.isForCodeGenerator = true}},
    {"memchr", Model},
    {"memrchr", Model},
    {"strlen", Model, {.effect = None, .borrows = Arguments(0), .isPure = true, .isForCodeGenerator = true}},
    {"strnlen", Model},
    {"strcmp", Model, {.effect = None, .borrows = Arguments(0, 1), .isPure = true}},
    {"strcoll", Model},
    {"strncmp", Model},
    {"strcasecmp", Model},
    {"strncasecmp", Model},
    {"strchr", Model},
    {"index", Model},
    {"strchrnul", Model},
    {"strrchr", Model},
    {"rindex", Model},
    {"strstr", Model},
    {"strpbrk", Model},
    {"strspn", Model},
    {"strcspn", Model},
    {"strtok_r", Model},
    {"__strtok_r", Model},
    {"strsep", Model},
    {"strcpy", Model, {.borrows = Arguments(0, 1)}},
    {"stpcpy", Model},
    {"strncpy", Model},
    {"strcat", Model},
    {"strncat", Model},
    {"strdup", Model},
    {"__strdup", Model},
    {"strndup", Model},
    {"strerror", Model},
    {"__memcpy_chk", Model},
    {"__memmove_chk", Model},
    {"__mempcpy_chk", Model},
    {"__memset_chk", Model},
    {"__strcpy_chk", Model},
    {"__stpcpy_chk", Model},
    {"__strncpy_chk", Model},
    {"__strcat_chk", Model},
    {"__strncat_chk", Model},

    {"wcslen", Model},
    {"wmemcpy", Model},
    {"wmemmove", Model},
    {"wmemset", Model},
    {"wmemcmp", Model},
    {"wmemchr", Model},
    {"wcscmp", Model},
    {"wcscpy", Model},
};

}  // namespace

std::span<const Row> strings() { return kRows; }

}  // namespace heddle::core::library
