// Standard input, for the streams of C++: the same that getchar and its like read.
#pragma once

namespace heddle::runtime::externals {

// The next character, which is taken or stays; EOF at the end.
int nextOfInput(bool isTaken);
// Gives back the character that was read last, which is `character` unless that is EOF. EOF: there is none.
int giveBackToInput(int character);
bool hasInput();

}  // namespace heddle::runtime::externals
