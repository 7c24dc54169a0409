// How much room text takes on a terminal, and how to make it fit.
//
// Object names, source lines and program output are UTF-8 of unknown quality:
// columns must stay aligned, and no control character may reach the terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

// Columns that `text` (valid UTF-8, no control characters) takes on a terminal.
unsigned displayWidth(std::string_view text);

// Tabs become spaces; control characters and broken UTF-8 become \xNN.
std::string printable(std::string_view text);

// Cut to `width` columns; an ellipsis marks the cut.
std::string clipped(std::string_view text, unsigned width);
// The same, where the end says more than the beginning.
std::string clippedInFront(std::string_view text, unsigned width);
// As much of the beginning as fits, at least one character.
std::string_view prefix(std::string_view text, unsigned width);

// Padded on the right to `width` columns; unchanged if it is as wide already.
std::string padded(std::string_view text, unsigned width);

// Broken between words into lines of at most `width` columns; a word that is
// too long by itself is clipped.
std::vector<std::string> wrapped(std::string_view text, unsigned width);

// 1234567 as "1,234,567".
std::string grouped(unsigned long long number);

}  // namespace heddle::report
