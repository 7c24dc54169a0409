// The interleaving of an execution as a table: one column a thread.
//
// With many threads, or on a narrow terminal, a column each does not fit; then
// it is one column with the thread's name beside it.
#pragma once

#include <string>
#include <vector>

#include "report/style.h"
#include "report/trace_rows.h"

namespace heddle::report {

inline constexpr std::size_t kMostColumns = 4;

// Lines that end in '\n'; empty if there are no rows.
std::string interleaving(const std::vector<Row>& rows, const Style& style);

}  // namespace heddle::report
