// Numbers as text, integers, characters; sorting.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    {"strtol", Model},
    {"strtoul", Model},
    {"strtoll", Model},
    {"strtoull", Model},
    {"strtoimax", Model},
    {"strtoumax", Model},
    {"__isoc23_strtol", Model},
    {"__isoc23_strtoul", Model},
    {"__isoc23_strtoll", Model},
    {"__isoc23_strtoull", Model},
    {"strtod", Model},
    {"strtof", Model},
    {"strtold", Model},
    {"atoi", Model},
    {"atol", Model},
    {"atoll", Model},
    {"atof", Model},
    {"abs", Model},
    {"labs", Model},
    {"llabs", Model},
    {"imaxabs", Model},
    {"div", Model},
    {"ldiv", Model},
    {"lldiv", Model},
    {"ffs", Model},
    {"ffsl", Model},
    {"ffsll", Model},
    {"htons", Model},
    {"ntohs", Model},
    {"htonl", Model},
    {"ntohl", Model},
    {"isalnum", Model},
    {"isalpha", Model},
    {"isascii", Model},
    {"isblank", Model},
    {"iscntrl", Model},
    {"isdigit", Model},
    {"isgraph", Model},
    {"islower", Model},
    {"isprint", Model},
    {"ispunct", Model},
    {"isspace", Model},
    {"isupper", Model},
    {"isxdigit", Model},
    {"tolower", Model},
    {"toupper", Model},
    {"__ctype_b_loc", Model},
    {"__ctype_tolower_loc", Model},
    {"__ctype_toupper_loc", Model},

    {"qsort", Model},
    {"qsort_r", Model},
    {"bsearch", Model},
};

}  // namespace

std::span<const Row> numbers() { return kRows; }

}  // namespace heddle::core::library
