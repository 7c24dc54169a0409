// Standard input and output.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr Row kRows[] = {
    // Variables.
    {"stdout", Native, {.isStandardOutput = true}},
    {"stderr", Native, {.isStandardOutput = true}},
    {"stdin", Native},

    {"printf", Model, {.effect = Prints, .borrows = Arguments(0), .neverThrows = true}},
    {"vprintf", Model},
    {"fprintf", Model, {.effect = Prints, .format = 1, .neverThrows = true}},
    {"vfprintf", Model},
    {"dprintf", Model},
    {"vdprintf", Model},
    {"sprintf", Model, {.borrows = Arguments(0)}},
    {"vsprintf", Model},
    {"snprintf", Model, {.borrows = Arguments(0)}},
    {"vsnprintf", Model},
    {"asprintf", Model},
    {"vasprintf", Model},
    {"__printf_chk", Model},
    {"__vprintf_chk", Model},
    {"__fprintf_chk", Model},
    {"__vfprintf_chk", Model},
    {"__sprintf_chk", Model},
    {"__vsprintf_chk", Model},
    {"__snprintf_chk", Model},
    {"__vsnprintf_chk", Model},
    {"sscanf", Model},
    {"__isoc99_sscanf", Model},
    {"__isoc23_sscanf", Model},
    {"vsscanf", Model},
    {"__isoc99_vsscanf", Model},
    {"__isoc23_vsscanf", Model},
    {"putchar", Model, {.effect = None, .printsText = true, .neverThrows = true}},
    {"putchar_unlocked", Model},
    {"putc", Model, {.printsText = true}},
    {"putc_unlocked", Model},
    {"fputc", Model, {.printsText = true}},
    {"fputc_unlocked", Model},
    {"puts", Model, {.effect = None, .printsText = true, .borrows = Arguments(0), .neverThrows = true}},
    {"fputs", Model, {.effect = None, .printsText = true}},
    {"fputs_unlocked", Model},
    {"fwrite", Model},
    {"fwrite_unlocked", Model},
    {"write", Model},
    {"perror", Model, {.readsErrno = true}},
    {"fflush", Model, {.effect = None}},
    {"fflush_unlocked", Model},
    {"setbuf", Model},
    {"setvbuf", Model},
    {"setlinebuf", Model},
    {"_ZNSt8ios_base15sync_with_stdioEb", Model},
    {"_ZNSt8ios_base4InitC1Ev", Model},
    {"_ZNSt8ios_base4InitD1Ev", Model},
    {"getchar", Model},
    {"getc", Model},
    {"fgetc", Model},
    {"fgets", Model},
    {"fread", Model},
    {"getline", Model},
    {"__getdelim", Model},
    {"getdelim", Model},
    {"scanf", Model},
    {"__isoc99_scanf", Model},
    {"__isoc23_scanf", Model},
    {"fscanf", Model},
    {"__isoc99_fscanf", Model},
    {"__isoc23_fscanf", Model},
    {"feof", Model},
    {"ferror", Model},

    // The others of <err.h> are not known.
    {"err", Refused, {.readsErrno = true}},
    {"warn", Refused, {.readsErrno = true}},
};

}  // namespace

std::span<const Row> stdio() { return kRows; }

}  // namespace heddle::core::library
