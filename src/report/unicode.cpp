#include "report/unicode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace heddle::report {
namespace {

struct Decoded {
  char32_t point;
  unsigned bytes;  // 0: not UTF-8 here
};

// Strict: overlong forms, surrogates and cut sequences are refused.
Decoded decode(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const unsigned length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return {0, 0};
  char32_t point = first & (0xFFU >> (length + 1));
  for (unsigned i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {0, 0};
    point = (point << 6) | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (point < kLeast[length] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return {0, 0};
  return {point, length};
}

struct Range {
  char32_t first, last;
};

// Enough of Unicode's tables for source code and messages; wcwidth() would
// depend on the user's locale, and reports must not.
constexpr Range kZeroWidth[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
                                {0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
                                {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
constexpr Range kDoubleWidth[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
                                  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                                  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

template <std::size_t N>
bool in(const Range (&ranges)[N], char32_t point) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [point](Range r) { return point >= r.first && point <= r.last; });
}

unsigned widthOf(char32_t point) {
  if (point < 0x300) return 1;
  if (in(kZeroWidth, point)) return 0;
  return in(kDoubleWidth, point) ? 2 : 1;
}

// C1 controls, and the marks that reorder text on a terminal.
bool isControl(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

}  // namespace

unsigned displayWidth(std::string_view text) {
  unsigned width = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    width += next.bytes == 0 ? 1 : widthOf(next.point);
    text.remove_prefix(std::max(1U, next.bytes));
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const unsigned bytes = std::max(1U, next.bytes);
    if (text[0] == '\t') {
      out.append(2, ' ');
    } else if (next.bytes == 0 || isControl(next.point)) {
      for (unsigned i = 0; i < bytes; ++i) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    } else {
      out.append(text.substr(0, bytes));
    }
    text.remove_prefix(bytes);
  }
  return out;
}

std::string_view prefix(std::string_view text, unsigned width) {
  std::size_t at = 0;
  for (unsigned used = 0; at < text.size();) {
    const Decoded next = decode(text.substr(at));
    used += next.bytes == 0 ? 1 : widthOf(next.point);
    if (used > width && at != 0) break;
    at += std::max(1U, next.bytes);
  }
  return text.substr(0, at);
}

std::string clipped(std::string_view text, unsigned width) {
  if (displayWidth(text) <= width) return std::string(text);
  if (width == 0) return {};
  return width == 1 ? "…" : std::string(prefix(text, width - 1)) + "…";
}

std::string clippedInFront(std::string_view text, unsigned width) {
  if (width == 0) return {};
  std::string_view rest = text;
  while (displayWidth(rest) > width - (rest.size() < text.size())) rest.remove_prefix(prefix(rest, 1).size());
  return rest.size() == text.size() ? std::string(text) : "…" + std::string(rest);
}

std::string padded(std::string_view text, unsigned width) {
  const unsigned used = displayWidth(text);
  std::string out(text);
  if (used < width) out.append(width - used, ' ');
  return out;
}

std::vector<std::string> wrapped(std::string_view text, unsigned width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) break;
    const std::size_t end = std::min(text.find(' ', start), text.size());
    // The gap before a word is kept inside a line: it sets parts of a cell apart.
    std::string gap(line.empty() ? 0 : start, ' ');
    const std::string word = clipped(text.substr(start, end - start), width);
    if (!line.empty() && displayWidth(line) + gap.size() + displayWidth(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
      gap.clear();
    }
    line += gap + word;
    text.remove_prefix(end);
  }
  if (!line.empty() || lines.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string grouped(unsigned long long number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace heddle::report
