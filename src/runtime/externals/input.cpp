// Standard input: the file of --stdin, from its beginning in each execution; without, every read finds its end.
//
// How far it was read is known to all threads. Who reads takes the lock of the stream (POSIX), so that reading
// synchronises.
#include "runtime/externals/input.h"

#include <stdio.h>
#include <sys/types.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>

#include "runtime/externals/external.h"
#include "runtime/externals/format.h"

namespace heddle::runtime::externals {
namespace {

void require(FILE* stream) {
  if (stream != ::stdin) refuseFile("reads from");
}

// What is left of it, for as long as one function reads.
class Reader {
 public:
  explicit Reader(FILE* stream) : text_(*engine->options.input), state_(engine->threads.input()) {
    require(stream);
    engine->threads.changeLibrary(LibraryWord::StandardInput, Order::AcqRel, here());
  }

  // Up to the delimiter, which is a part of it, and at most so many; empty at the end.
  std::string_view part(int delimiter, std::size_t most) {
    const std::string_view left = std::string_view(text_).substr(state_.at, most);
    const std::size_t found = delimiter < 0 ? left.npos : left.find(static_cast<char>(delimiter));
    const std::string_view result = found == left.npos ? left : left.substr(0, found + 1);
    state_.at += result.size();
    state_.atEnd |= result.size() < most && found == left.npos;
    return result;
  }
  int character() {
    const std::string_view one = part(-1, 1);
    return one.empty() ? EOF : static_cast<unsigned char>(one[0]);
  }
  int peek() {
    const int found = character();
    if (found != EOF) --state_.at;
    return found;
  }
  int last() const { return state_.at == 0 ? EOF : static_cast<unsigned char>(text_[state_.at - 1]); }
  int values(const char* format, va_list arguments) {
    const OneStep step;
    const char* const begin = text_.c_str() + state_.at;
    const char* at = begin;
    const Scanned scanned = scanFrom(at, format, arguments);
    state_.at += static_cast<std::size_t>(at - begin);
    state_.atEnd |= scanned.foundEnd;
    return scanned.stored;
  }
  int giveBack(int character) {
    if (character == EOF) return EOF;
    const bool isLast = state_.at != 0 && text_[state_.at - 1] == static_cast<char>(character);
    if (!isLast) {
      const InHeddle guard;
      engine->verdicts.refuse("ungetc gives back what was not read last, which is not supported", here());
    }
    --state_.at;
    state_.atEnd = false;
    return static_cast<unsigned char>(character);
  }
  bool isAtEnd() const { return state_.atEnd; }

 private:
  const std::string& text_;
  InputState& state_;
};

int getcModel(FILE* stream) { return Reader(stream).character(); }
int getcharModel() { return getcModel(::stdin); }
int ungetcModel(int character, FILE* stream) { return Reader(stream).giveBack(character); }

char* fgetsModel(char* to, int room, FILE* stream) {
  if (room < 1) return nullptr;
  const std::string_view line = Reader(stream).part('\n', static_cast<std::size_t>(room) - 1);
  if (line.empty() && room > 1) return nullptr;
  const OneStep step;
  checkWrite(to, line.size() + 1);
  std::memcpy(to, line.data(), line.size());
  to[line.size()] = 0;
  return to;
}

std::size_t freadModel(void* to, std::size_t bytes, std::size_t count, FILE* stream) {
  std::size_t wanted = 0;
  if (__builtin_mul_overflow(bytes, count, &wanted) || wanted == 0) return 0;
  const std::string_view block = Reader(stream).part(-1, wanted);
  const OneStep step;
  checkWrite(to, block.size());
  if (!block.empty()) std::memcpy(to, block.data(), block.size());
  return block.size() / bytes;
}

ssize_t readModel(int descriptor, void* to, std::size_t bytes) {
  if (descriptor != 0) refuseFile("reads from");
  return static_cast<ssize_t>(freadModel(to, 1, bytes, ::stdin));
}

// As in glibc, there is a buffer to free even if there is no line.
ssize_t getdelimModel(char** line, std::size_t* room, int delimiter, FILE* stream) {
  constexpr std::size_t kLeastRoom = 120;
  const std::string_view text = Reader(stream).part(static_cast<unsigned char>(delimiter), ~std::size_t{0});
  const OneStep step;
  checkRead(line, sizeof(*line));
  checkRead(room, sizeof(*room));
  if (*line == nullptr || *room < text.size() + 1) {
    const std::size_t larger = std::max(kLeastRoom, text.size() + 1);
    checkWrite(line, sizeof(*line));
    checkWrite(room, sizeof(*room));
    if (*line != nullptr) engine->lifetimes.release(addressOf(*line), BlockKind::Malloc, here());
    *line = reinterpret_cast<char*>(engine->lifetimes.allocate(larger, 16, BlockKind::Malloc, here()));
    *room = larger;
  }
  if (text.empty()) return -1;
  checkWrite(*line, text.size() + 1);
  std::memcpy(*line, text.data(), text.size());
  (*line)[text.size()] = 0;
  return static_cast<ssize_t>(text.size());
}
ssize_t getlineModel(char** line, std::size_t* room, FILE* stream) { return getdelimModel(line, room, '\n', stream); }

int vfscanfModel(FILE* stream, const char* format, va_list arguments) {
  return Reader(stream).values(format, arguments);
}
int vscanfModel(const char* format, va_list arguments) { return vfscanfModel(::stdin, format, arguments); }
int fscanfModel(FILE* stream, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int stored = vfscanfModel(stream, format, arguments);
  va_end(arguments);
  return stored;
}
int scanfModel(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int stored = vscanfModel(format, arguments);
  va_end(arguments);
  return stored;
}

int feofModel(FILE* stream) { return stream == ::stdin && Reader(stream).isAtEnd() ? 1 : 0; }
int ferrorModel(FILE*) { return 0; }

}  // namespace

int nextOfInput(bool isTaken) {
  Reader reader(::stdin);
  return isTaken ? reader.character() : reader.peek();
}

int giveBackToInput(int character) {
  Reader reader(::stdin);
  return reader.giveBack(character == EOF ? reader.last() : character);
}

bool hasInput() { return !engine->options.input->empty(); }

std::span<const External> input() {
  static const External rows[] = {
      row("getchar", getcharModel),
      row("getchar_unlocked", getcharModel),
      row("getc", getcModel),
      row("getc_unlocked", getcModel),
      row("fgetc", getcModel),
      row("ungetc", ungetcModel),
      row("fgets", fgetsModel),
      row("fread", freadModel),
      row("read", readModel),
      row("getline", getlineModel),
      row("__getdelim", getdelimModel),
      row("getdelim", getdelimModel),
      row("scanf", scanfModel),
      row("__isoc99_scanf", scanfModel),
      row("__isoc23_scanf", scanfModel),
      row("vscanf", vscanfModel),
      row("__isoc99_vscanf", vscanfModel),
      row("__isoc23_vscanf", vscanfModel),
      row("fscanf", fscanfModel),
      row("__isoc99_fscanf", fscanfModel),
      row("__isoc23_fscanf", fscanfModel),
      row("vfscanf", vfscanfModel),
      row("__isoc99_vfscanf", vfscanfModel),
      row("__isoc23_vfscanf", vfscanfModel),
      row("feof", feofModel),
      row("ferror", ferrorModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
