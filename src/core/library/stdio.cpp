// Standard input and output.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr char kEnds[] = "Heddle does not know it; print the message and call exit instead";

constexpr Row kRows[] = {
    // Variables.
    {"stdout", Native, {.isStandardOutput = true}},
    {"stderr", Native, {.isStandardOutput = true}},
    {"stdin", Native},

    {"printf",
     Model,
     {.effect = Prints, .borrows = Arguments(0), .neverThrows = true, .readsErrno = ReadsErrno::InFormat}},
    {"vprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"fprintf", Model, {.effect = Prints, .format = 1, .neverThrows = true, .readsErrno = ReadsErrno::InFormat}},
    {"vfprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"dprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"vdprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"sprintf", Model, {.borrows = Arguments(0), .readsErrno = ReadsErrno::InFormat}},
    {"vsprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"snprintf", Model, {.borrows = Arguments(0), .readsErrno = ReadsErrno::InFormat}},
    {"vsnprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"asprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"vasprintf", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__printf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__vprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__fprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__vfprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__sprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__vsprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__snprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
    {"__vsnprintf_chk", Model, {.readsErrno = ReadsErrno::InFormat}},
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
    {"perror", Model, {.readsErrno = ReadsErrno::Always}},
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
    {"getchar_unlocked", Model},
    {"getc_unlocked", Model},
    {"ungetc", Model},
    {"read", Model},
    {"vscanf", Model},
    {"__isoc99_vscanf", Model},
    {"__isoc23_vscanf", Model},
    {"vfscanf", Model},
    {"__isoc99_vfscanf", Model},
    {"__isoc23_vfscanf", Model},
    {"feof", Model},
    {"ferror", Model},

    // They end the process, Heddle's too.
    {"err", Refused, {.readsErrno = ReadsErrno::Always, .why = kEnds}},
    {"verr", Refused, {.readsErrno = ReadsErrno::Always, .why = kEnds}},
    {"errx", Refused, {.why = kEnds}},
    {"verrx", Refused, {.why = kEnds}},
    {"error", Refused, {.readsErrno = ReadsErrno::Always, .why = kEnds}},
    {"error_at_line", Refused, {.readsErrno = ReadsErrno::Always, .why = kEnds}},
    // The others of <err.h> are not known.
    {"warn", Refused, {.readsErrno = ReadsErrno::Always}},
};

}  // namespace

std::span<const Row> stdio() { return kRows; }

}  // namespace heddle::core::library
