// Which types of another system are replaced, and that nothing else is.
#include "frontend/foreign_types.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pthread.h>

namespace heddle::frontend {
namespace {

std::string room(std::size_t bytes, std::size_t alignment) {
  return fmt::format("char heddle_room[{}] __attribute__((aligned({})));", bytes, alignment);
}

TEST(AdaptTypes, IntegersOfTheAbi) {
  const Adapted adapted = adaptTypes("typedef unsigned int size_t;\ntypedef long int wchar_t;\n");
  EXPECT_EQ(adapted.text, "typedef unsigned long size_t;\ntypedef __typeof__(L' ') wchar_t;\n");
  EXPECT_TRUE(adapted.isChanged);
  EXPECT_TRUE(adapted.was32Bit);
}

TEST(AdaptTypes, WhatIsThisSystemsStays) {
  for (const char* text :
       {"typedef unsigned long size_t;", "typedef long unsigned int size_t;", "typedef long int ssize_t;",
        "typedef unsigned int my_size_t;", "unsigned int size_t;", "typedef unsigned int size_t[2];"})
    EXPECT_FALSE(adaptTypes(text).isChanged) << text;
}

TEST(AdaptTypes, ObjectsGetRoom) {
  const std::string mutex = room(sizeof(pthread_mutex_t), alignof(pthread_mutex_t));
  EXPECT_EQ(adaptTypes("typedef union { struct { int a; } b; char c[24]; } pthread_mutex_t;").text,
            "typedef union { struct { int a; } b; char c[24]; " + mutex + "} pthread_mutex_t;");
  EXPECT_EQ(adaptTypes("typedef struct tag { int a; } pthread_mutex_t;").text,
            "typedef struct tag { int a; " + mutex + "} pthread_mutex_t;");
  EXPECT_EQ(adaptTypes("union pthread_attr_t { char c[36]; };").text,
            "union pthread_attr_t { char c[36]; " + room(sizeof(pthread_attr_t), alignof(pthread_attr_t)) + "};");
}

TEST(AdaptTypes, VariablesAndFunctionsAreNoDefinitions) {
  for (const char* text : {"void f(void) { } pthread_mutex_t m;", "struct a { int b; }; pthread_mutex_t m;",
                           "pthread_mutex_t m = { { 0 } };", "}", "{ } }"})
    EXPECT_FALSE(adaptTypes(text).isChanged) << text;
}

TEST(AdaptTypes, RegistersForArgumentsGo) {
  EXPECT_EQ(adaptTypes("void f(int) __attribute__ ((__regparm__ (1)));").text, "void f(int) __attribute__ (());");
}

TEST(AdaptTypes, LiteralsAndCommentsAreNoCode) {
  for (const char* text : {R"(char *s = "typedef unsigned int size_t;";)", "/* typedef unsigned int size_t; */",
                           "// typedef unsigned int size_t;", "# 1 \"typedef unsigned int size_t;\"",
                           R"(char c = '"'; char *s = "\" typedef unsigned int size_t;";)"})
    EXPECT_FALSE(adaptTypes(text).isChanged) << text;
  EXPECT_TRUE(adaptTypes(R"(char c = '"'; typedef unsigned int size_t;)").isChanged);
  EXPECT_TRUE(adaptTypes("# 1 \"a\"\n#pragma x\ntypedef unsigned int size_t;").isChanged);
}

}  // namespace
}  // namespace heddle::frontend
