// Standard output.
//
// What the program prints is captured: it belongs to one execution of many. Files are
// refused, since their content would outlive an execution.
#include <fmt/format.h>
#include <stdio.h>
#include <sys/types.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <optional>

#include "runtime/externals/external.h"
#include "runtime/externals/format.h"

namespace heddle::runtime::externals {
namespace {

void print(std::string_view text) {
  const InHeddle guard;
  engine->recording.print(text);
}

int printLine(std::string_view text) {
  print(text);
  print("\n");
  return 1;
}

// What is printed is seen by nobody in the program. So printing constants is no
// step: other threads need not be considered before and after it.
struct StepIf {
  explicit StepIf(bool needed) {
    if (needed) step.emplace();
  }
  std::optional<OneStep> step;
};

void checkOutput(FILE* stream) {
  if (stream != ::stdout && stream != ::stderr) refuseFile("writes to");
}

void checkOutput(int descriptor) {
  if (descriptor != 1 && descriptor != 2) refuseFile("writes to");
}

// --- formatted output ---

int printFormatted(const char* text, va_list arguments) {
  const StepIf step(touchesProgram(text, arguments));
  const std::string_view out = format(text, arguments);
  if (out.data() == nullptr) return -1;
  print(out);
  return static_cast<int>(out.size());
}

// At most `room` bytes, the terminator included.
int formatInto(char* to, std::size_t room, const char* text, va_list arguments) {
  const OneStep step;
  const std::string_view out = format(text, arguments);
  if (out.data() == nullptr) return -1;
  if (room != 0) {
    const std::size_t n = std::min(out.size(), room - 1);
    checkWrite(to, n + 1);
    std::memcpy(to, out.data(), n);
    to[n] = 0;
  }
  return static_cast<int>(out.size());
}

constexpr std::size_t kUnlimited = ~std::size_t{0};

// sprintf where the compiler knew how much room there is.
[[noreturn]] void failTooLong(const char* to, std::size_t bytes, std::size_t room) {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::OutOfBounds,
                        fmt::format("writes {} bytes to an object of {} bytes", bytes, room), here(), addressOf(to));
}

int formatChecked(char* to, std::size_t room, const char* text, va_list arguments) {
  const OneStep step;
  const std::string_view out = format(text, arguments);
  if (out.data() == nullptr) return -1;
  if (out.size() >= room) failTooLong(to, out.size() + 1, room);
  checkWrite(to, out.size() + 1);
  std::memcpy(to, out.data(), out.size());
  to[out.size()] = 0;
  return static_cast<int>(out.size());
}

int formatNew(char** to, const char* text, va_list arguments) {
  const OneStep step;
  const std::string_view out = format(text, arguments);
  if (out.data() == nullptr) return -1;
  const Address block = engine->lifetimes.allocate(out.size() + 1, 16, BlockKind::Malloc, here());
  if (block == 0) return -1;
  auto* const copy = reinterpret_cast<char*>(block);
  noteFirstWrite(copy, out.size() + 1);
  std::memcpy(copy, out.data(), out.size());
  copy[out.size()] = 0;
  checkWrite(to, sizeof(*to));
  *to = copy;
  return static_cast<int>(out.size());
}

int vprintfModel(const char* text, va_list arguments) { return printFormatted(text, arguments); }
int vprintfChk(int, const char* text, va_list arguments) { return printFormatted(text, arguments); }
int vfprintfModel(FILE* stream, const char* text, va_list arguments) {
  checkOutput(stream);
  return printFormatted(text, arguments);
}
int vfprintfChk(FILE* stream, int, const char* text, va_list arguments) {
  return vfprintfModel(stream, text, arguments);
}
int vdprintfModel(int descriptor, const char* text, va_list arguments) {
  checkOutput(descriptor);
  return printFormatted(text, arguments);
}
int vsprintfModel(char* to, const char* text, va_list arguments) { return formatInto(to, kUnlimited, text, arguments); }
int vsprintfChk(char* to, int, std::size_t room, const char* text, va_list arguments) {
  return formatChecked(to, room, text, arguments);
}
int vsnprintfModel(char* to, std::size_t room, const char* text, va_list arguments) {
  return formatInto(to, room, text, arguments);
}
int vsnprintfChk(char* to, std::size_t most, int, std::size_t room, const char* text, va_list arguments) {
  if (most > room) failTooLong(to, most, room);  // glibc does not ask how long the text is
  return formatInto(to, most, text, arguments);
}
int vsscanfModel(const char* input, const char* text, va_list arguments) {
  const OneStep step;
  return scan(input, text, arguments);
}

// The variadic twins: a va_list cannot be made without `...` in the parameters, so this takes a macro.
#define HEDDLE_VARIADIC(name, twin, last, parameters, ...) \
  int name parameters {                                    \
    va_list arguments;                                     \
    va_start(arguments, last);                             \
    const int result = twin(__VA_ARGS__, arguments);       \
    va_end(arguments);                                     \
    return result;                                         \
  }

HEDDLE_VARIADIC(printfModel, vprintfModel, text, (const char* text, ...), text)
HEDDLE_VARIADIC(printfChk, vprintfChk, text, (int flag, const char* text, ...), flag, text)
HEDDLE_VARIADIC(fprintfModel, vfprintfModel, text, (FILE * stream, const char* text, ...), stream, text)
HEDDLE_VARIADIC(fprintfChk, vfprintfChk, text, (FILE * stream, int flag, const char* text, ...), stream, flag, text)
HEDDLE_VARIADIC(dprintfModel, vdprintfModel, text, (int descriptor, const char* text, ...), descriptor, text)
HEDDLE_VARIADIC(sprintfModel, vsprintfModel, text, (char* to, const char* text, ...), to, text)
HEDDLE_VARIADIC(sprintfChk, vsprintfChk, text, (char* to, int flag, std::size_t room, const char* text, ...), to, flag,
                room, text)
HEDDLE_VARIADIC(snprintfModel, vsnprintfModel, text, (char* to, std::size_t room, const char* text, ...), to, room,
                text)
HEDDLE_VARIADIC(snprintfChk, vsnprintfChk, text,
                (char* to, std::size_t most, int flag, std::size_t room, const char* text, ...), to, most, flag, room,
                text)
HEDDLE_VARIADIC(asprintfModel, formatNew, text, (char** to, const char* text, ...), to, text)
HEDDLE_VARIADIC(sscanfModel, vsscanfModel, text, (const char* input, const char* text, ...), input, text)
#undef HEDDLE_VARIADIC

// --- plain output ---

int putcharModel(int c) {
  const char byte = static_cast<char>(c);
  print({&byte, 1});
  return static_cast<unsigned char>(c);
}

int fputcModel(int c, FILE* stream) {
  checkOutput(stream);
  return putcharModel(c);
}

int putsModel(const char* s) {
  const StepIf step(inRegion(addressOf(s)));
  return printLine({s, checkString(s)});
}

int fputsModel(const char* s, FILE* stream) {
  checkOutput(stream);
  const StepIf step(inRegion(addressOf(s)));
  print({s, checkString(s)});
  return 1;
}

std::size_t fwriteModel(const void* from, std::size_t size, std::size_t count, FILE* stream) {
  checkOutput(stream);
  const StepIf step(inRegion(addressOf(from)));
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(size, count, &bytes)) bytes = ~std::size_t{0};  // more than any object has
  checkRead(from, bytes);
  if (bytes != 0) print({static_cast<const char*>(from), bytes});
  return size == 0 ? 0 : count;
}

ssize_t writeModel(int descriptor, const void* from, std::size_t bytes) {
  checkOutput(descriptor);
  const StepIf step(inRegion(addressOf(from)));
  checkRead(from, bytes);
  if (bytes != 0) print({static_cast<const char*>(from), bytes});
  return static_cast<ssize_t>(bytes);
}

void perrorModel(const char* s) {
  const StepIf step(inRegion(addressOf(s)));
  if (s != nullptr && checkString(s) != 0) {
    print(s);
    print(": ");
  }
  printLine(std::strerror(engine->threads.self().errorNumber));
}

int fflushModel(FILE* stream) {
  if (stream != nullptr && stream != ::stdin) checkOutput(stream);
  return 0;
}

int setvbufModel(FILE*, char*, int mode, std::size_t) {
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}
void setbufModel(FILE*, char*) {}
void setlinebufModel(FILE*) {}

// std::ios::sync_with_stdio would put other buffers into std::cout and its siblings, which are captured
// (cxx_streams.h); and they are ready before any std::ios_base::Init, and after.
bool syncModel(bool) { return true; }
void streamInitModel(void*) {}

}  // namespace

void refuseFile(const char* verb) {
  const InHeddle guard;
  engine->verdicts.refuse(
      fmt::format("the program {} a file, which is not supported; only standard input, output and error are", verb),
      here());
}

std::span<const External> stdio() {
  static const External rows[] = {
      row("printf", printfModel),
      row("vprintf", vprintfModel),
      row("fprintf", fprintfModel),
      row("vfprintf", vfprintfModel),
      row("dprintf", dprintfModel),
      row("vdprintf", vdprintfModel),
      row("sprintf", sprintfModel),
      row("vsprintf", vsprintfModel),
      row("snprintf", snprintfModel),
      row("vsnprintf", vsnprintfModel),
      row("asprintf", asprintfModel),
      row("vasprintf", formatNew),
      row("__printf_chk", printfChk),
      row("__vprintf_chk", vprintfChk),
      row("__fprintf_chk", fprintfChk),
      row("__vfprintf_chk", vfprintfChk),
      row("__sprintf_chk", sprintfChk),
      row("__vsprintf_chk", vsprintfChk),
      row("__snprintf_chk", snprintfChk),
      row("__vsnprintf_chk", vsnprintfChk),
      row("sscanf", sscanfModel),
      row("__isoc99_sscanf", sscanfModel),
      row("__isoc23_sscanf", sscanfModel),
      row("vsscanf", vsscanfModel),
      row("__isoc99_vsscanf", vsscanfModel),
      row("__isoc23_vsscanf", vsscanfModel),
      row("putchar", putcharModel),
      row("putchar_unlocked", putcharModel),
      row("putc", fputcModel),
      row("putc_unlocked", fputcModel),
      row("fputc", fputcModel),
      row("fputc_unlocked", fputcModel),
      row("puts", putsModel),
      row("fputs", fputsModel),
      row("fputs_unlocked", fputsModel),
      row("fwrite", fwriteModel),
      row("fwrite_unlocked", fwriteModel),
      row("write", writeModel),
      row("perror", perrorModel),
      row("fflush", fflushModel),
      row("fflush_unlocked", fflushModel),
      row("setbuf", setbufModel),
      row("setvbuf", setvbufModel),
      row("setlinebuf", setlinebufModel),
      row("_ZNSt8ios_base15sync_with_stdioEb", syncModel),
      row("_ZNSt8ios_base4InitC1Ev", streamInitModel),
      row("_ZNSt8ios_base4InitD1Ev", streamInitModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
