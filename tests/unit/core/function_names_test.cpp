#include "core/function_names.h"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

TEST(FunctionNames, DefaultArgumentsAreLeftOut) {
  EXPECT_EQ(asWritten("Queue<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >::pop"),
            "Queue<std::string>::pop");
  EXPECT_EQ(asWritten("std::map<int, std::vector<int, std::allocator<int> >, std::less<int>, "
                      "std::allocator<std::pair<const int, std::vector<int, std::allocator<int> > > > >::operator[]"),
            "std::map<int, std::vector<int>>::operator[]");
  EXPECT_EQ(asWritten("std::unique_ptr<Job, std::default_delete<Job> >"), "std::unique_ptr<Job>");
}

TEST(FunctionNames, ArgumentsThatWereGivenStay) {
  EXPECT_EQ(asWritten("std::set<int, std::greater<int>, std::allocator<int> >"), "std::set<int, std::greater<int>>");
  EXPECT_EQ(asWritten("Ring<Job *, 4U>::push"), "Ring<Job *, 4U>::push");
  EXPECT_EQ(asWritten("std::allocator<char>::allocate"), "std::allocator<char>::allocate");
  EXPECT_EQ(asWritten("std::__cxx11::basic_string<wchar_t, std::char_traits<wchar_t>, std::allocator<wchar_t> >"),
            "std::basic_string<wchar_t>");
  EXPECT_EQ(asWritten("std::function<void (int, long)>::operator()"), "std::function<void (int, long)>::operator()");
}

TEST(FunctionNames, OperatorsAreNoBrackets) {
  EXPECT_EQ(asWritten("std::operator<<<std::char_traits<char> >"), "std::operator<<<std::char_traits<char>>");
  EXPECT_EQ(withoutTemplateArguments("std::operator<<<std::char_traits<char> >"), "std::operator<<");
  EXPECT_EQ(withoutTemplateArguments("Box<Less<int> >::operator<"), "Box::operator<");
  EXPECT_EQ(withoutTemplateArguments("std::unique_ptr<int>::operator->"), "std::unique_ptr::operator->");
  EXPECT_EQ(withoutTemplateArguments("main()::{lambda}::operator()"), "main()::{lambda}::operator()");
}

TEST(FunctionNames, WhatIsNoTemplateStays) {
  EXPECT_EQ(asWritten("a < b"), "a < b");
  EXPECT_EQ(asWritten("f<int"), "f<int");
  EXPECT_EQ(withoutTemplateArguments(""), "");
}

}  // namespace
}  // namespace heddle::core
