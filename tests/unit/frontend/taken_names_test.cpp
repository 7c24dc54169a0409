#include "frontend/taken_names.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

constexpr char kErrors[] =
    "In file included from main.c:1:\n"
    "set.c:125:6: error: conflicting types for 'remove'\n"
    "  125 | bool remove(int key) {\n"
    "/usr/include/stdio.h:152:12: note: previous declaration is here\n"
    "set.c:150:6: error: conflicting types for 'remove'\n"
    "/usr/include/stdio.h:152:12: note: previous declaration is here\n"
    "set.c:160:5: error: redefinition of 'index' as different kind of symbol\n"
    "/usr/include/strings.h:68:14: note: previous definition is here\n"
    "set.c:170:6: error: conflicting types for 'own'\n"
    "set.c:16:6: note: previous declaration is here\n"
    "4 errors generated.\n";

TEST(TakenNames, AreThoseOfHeadersOfTheSystem) {
  const std::vector<TakenName> expected{{"remove", "/usr/include/stdio.h"}, {"index", "/usr/include/strings.h"}};
  EXPECT_EQ(takenNames(kErrors), expected);
  EXPECT_TRUE(takenNames("a.c:1:2: error: use of undeclared identifier 'x'\n").empty());
  EXPECT_TRUE(takenNames("").empty());
}

TEST(TakenNames, LinesKeepTheirNumbers) {
  EXPECT_EQ(withOwnNames("int remove;\n", "a.c", {{"remove", "/usr/include/stdio.h"}}),
            "#include \"/usr/include/stdio.h\"\n#define remove remove_\n#line 1 \"a.c\"\nint remove;\n");
}

}  // namespace
}  // namespace heddle::frontend
