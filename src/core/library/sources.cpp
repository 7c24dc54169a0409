// Functions, and variables, that Heddle has in C or C++ (include/heddle/library). They are compiled with a program that
// uses them, so nothing more need be said of them.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;

constexpr char kStrings[] = "strings.c";
constexpr char kLocale[] = "locale.c";
constexpr char kEnvironment[] = "environment.c";
constexpr char kOptions[] = "options.c";
constexpr char kCalendar[] = "calendar.c";
constexpr char kWide[] = "wide.c";
constexpr char kScheduling[] = "scheduling.c";
constexpr char kThreadExit[] = "thread_exit.cpp";

constexpr Row kRows[] = {
    {"strtok", Source, {.source = kStrings}},
    {"setlocale", Source, {.source = kLocale}},
    {"localeconv", Source, {.source = kLocale}},
    {"environ", Source, {.source = kEnvironment}},
    {"__environ", Source, {.source = kEnvironment}},
    {"setenv", Source, {.source = kEnvironment}},
    {"unsetenv", Source, {.source = kEnvironment}},
    {"putenv", Source, {.source = kEnvironment}},
    {"clearenv", Source, {.source = kEnvironment}},
    {"getopt", Source, {.source = kOptions}},
    {"getopt_long", Source, {.source = kOptions}},
    {"getopt_long_only", Source, {.source = kOptions}},
    {"optarg", Source, {.source = kOptions}},
    {"optind", Source, {.source = kOptions}},
    {"opterr", Source, {.source = kOptions}},
    {"optopt", Source, {.source = kOptions}},
    {"tzname", Source, {.source = kCalendar}},
    {"timezone", Source, {.source = kCalendar}},
    {"daylight", Source, {.source = kCalendar}},
    {"tzset", Source, {.source = kCalendar}},
    {"gmtime_r", Source, {.source = kCalendar}},
    {"localtime_r", Source, {.source = kCalendar}},
    {"gmtime", Source, {.source = kCalendar}},
    {"localtime", Source, {.source = kCalendar}},
    {"timegm", Source, {.source = kCalendar}},
    {"mktime", Source, {.source = kCalendar}},
    {"timelocal", Source, {.source = kCalendar}},
    {"asctime_r", Source, {.source = kCalendar}},
    {"asctime", Source, {.source = kCalendar}},
    {"ctime_r", Source, {.source = kCalendar}},
    {"ctime", Source, {.source = kCalendar}},
    {"strftime", Source, {.source = kCalendar}},
    {"pthread_setconcurrency", Source, {.source = kScheduling}},
    {"pthread_getconcurrency", Source, {.source = kScheduling}},
    {"__sched_cpucount", Source, {.source = kScheduling}},
    {"__sched_cpualloc", Source, {.source = kScheduling}},
    {"__sched_cpufree", Source, {.source = kScheduling}},
    {"_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv", Source, {.source = kThreadExit}},
    {"_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE",
     Source,
     {.source = kThreadExit}},
    {"wcsnlen", Source, {.source = kWide}},
    {"wcpcpy", Source, {.source = kWide}},
    {"wcpncpy", Source, {.source = kWide}},
    {"wcsncpy", Source, {.source = kWide}},
    {"wcscat", Source, {.source = kWide}},
    {"wcsncat", Source, {.source = kWide}},
    {"wcsdup", Source, {.source = kWide}},
    {"wcsncmp", Source, {.source = kWide}},
    {"wcscoll", Source, {.source = kWide}},
    {"wcsncasecmp", Source, {.source = kWide}},
    {"wcscasecmp", Source, {.source = kWide}},
    {"wcschr", Source, {.source = kWide}},
    {"wcsrchr", Source, {.source = kWide}},
    {"wcsspn", Source, {.source = kWide}},
    {"wcscspn", Source, {.source = kWide}},
    {"wcspbrk", Source, {.source = kWide}},
    {"wcsstr", Source, {.source = kWide}},
    {"wcstok", Source, {.source = kWide}},
    {"iswupper", Source, {.source = kWide}},
    {"iswlower", Source, {.source = kWide}},
    {"iswalpha", Source, {.source = kWide}},
    {"iswdigit", Source, {.source = kWide}},
    {"iswxdigit", Source, {.source = kWide}},
    {"iswalnum", Source, {.source = kWide}},
    {"iswspace", Source, {.source = kWide}},
    {"iswblank", Source, {.source = kWide}},
    {"iswcntrl", Source, {.source = kWide}},
    {"iswprint", Source, {.source = kWide}},
    {"iswgraph", Source, {.source = kWide}},
    {"iswpunct", Source, {.source = kWide}},
    {"towlower", Source, {.source = kWide}},
    {"towupper", Source, {.source = kWide}},
    {"__ctype_get_mb_cur_max", Source, {.source = kWide}},
    {"btowc", Source, {.source = kWide}},
    {"wctob", Source, {.source = kWide}},
    {"mbsinit", Source, {.source = kWide}},
    {"mbrtowc", Source, {.source = kWide}},
    {"mbrlen", Source, {.source = kWide}},
    {"mbtowc", Source, {.source = kWide}},
    {"mblen", Source, {.source = kWide}},
    {"wcrtomb", Source, {.source = kWide}},
    {"wctomb", Source, {.source = kWide}},
    {"mbsrtowcs", Source, {.source = kWide}},
    {"mbstowcs", Source, {.source = kWide}},
    {"wcsrtombs", Source, {.source = kWide}},
    {"wcstombs", Source, {.source = kWide}},
    {"wcstol", Source, {.source = kWide}},
    {"wcstoul", Source, {.source = kWide}},
    {"wcstoll", Source, {.source = kWide}},
    {"wcstoull", Source, {.source = kWide}},
    {"wcstod", Source, {.source = kWide}},
    {"wcstof", Source, {.source = kWide}},
    {"wcstold", Source, {.source = kWide}},
    {"vswprintf", Source, {.source = kWide}},
    {"swprintf", Source, {.source = kWide}},
    {"vfwprintf", Source, {.source = kWide}},
    {"vwprintf", Source, {.source = kWide}},
    {"fwprintf", Source, {.source = kWide}},
    {"wprintf", Source, {.source = kWide}},
    {"fputwc", Source, {.source = kWide}},
    {"putwc", Source, {.source = kWide}},
    {"putwchar", Source, {.source = kWide}},
    {"fputws", Source, {.source = kWide}},
    {"fwide", Source, {.source = kWide}},
};

}  // namespace

std::span<const Row> sources() { return kRows; }

}  // namespace heddle::core::library
