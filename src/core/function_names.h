// Names of C++ functions and types as people write them. Debug info has each template argument, also those that nobody
// has given: "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >" is "std::string".
#pragma once

#include <string>
#include <string_view>

namespace heddle::core {

std::string asWritten(std::string_view name);

// "std::deque::push_back" for "std::deque<int>::push_back".
std::string withoutTemplateArguments(std::string_view name);

}  // namespace heddle::core
