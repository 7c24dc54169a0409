// What the answer of a check depends on, as a key: two checks with one key would find out the same.
#pragma once

#include <string>

#include "base/result.h"
#include "check/options.h"

namespace heddle::check {

// 64 hexadecimal digits. A problem if the program cannot be compiled and linked.
//
// In it are: the program as it is linked, every option that can change the answer or what the report says of it, what
// the program reads from standard input, Heddle itself and the libraries that it runs with, by their contents.
Result<std::string> answerKey(const Options& options);

// The same of a program that is linked already.
std::string answerKey(const Options& options, const std::string& linkedBitcode);

}  // namespace heddle::check
