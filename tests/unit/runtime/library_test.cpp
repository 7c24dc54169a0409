// The table of the library (core/library.h) and the models agree.
#include "core/library.h"

#include <gtest/gtest.h>

#include <set>

#include "runtime/bind.h"
#include "runtime/hooks.h"

namespace heddle::runtime {
namespace {

using core::library::Implementation;

TEST(LibraryTable, EachModelHasARow) {
  for (const std::string_view symbol : modelledSymbols()) {
    const core::library::Row* const row = core::library::find(symbol);
    const bool hasRow = row != nullptr && row->symbol == symbol;
    EXPECT_TRUE(hasRow) << symbol << " has a model, but no row in core/library/";
    if (hasRow) EXPECT_EQ(row->implementation, Implementation::Model) << symbol;
  }
}

TEST(LibraryTable, EachRowWithAModelHasOne) {
  const std::vector<std::string_view> symbols = modelledSymbols();
  const std::set<std::string_view> models(symbols.begin(), symbols.end());
  for (const core::library::Family& family : core::library::families())
    for (const core::library::Row& row : family.rows)
      if (row.implementation == Implementation::Model)
        EXPECT_TRUE(models.contains(row.symbol)) << row.symbol << " has no model in runtime/externals/";
}

TEST(LibraryTable, EachHookHasARow) {
  for (const HookSymbol& hook : hookSymbols()) {
    const core::library::Row* const row = core::library::find(hook.name);
    ASSERT_NE(row, nullptr) << hook.name;
    EXPECT_EQ(row->implementation, Implementation::Hook) << hook.name;
  }
}

}  // namespace
}  // namespace heddle::runtime
