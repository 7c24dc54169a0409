// All dependency relations, by name. --help is derived from these rows: adding
// a relation is one file and one row.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/program_info.h"
#include "explore/dpor/dependence/dependence.h"

namespace heddle::explore::dpor {

struct DependenceRow {
  std::string_view name;
  std::string_view description;
  std::string_view paper;  // where it comes from
  bool preservesRaces;     // executions that are equivalent have the same data races
  bool slices;             // only what is on the slice of assertions and of what blocks is looked at (core/slice.h)
  // For one search. What is known of the program from its IR stays valid as
  // long as the relation; where nothing is known it is empty.
  std::shared_ptr<Dependence> (*make)(const core::ProgramInfo& program);
};

std::span<const DependenceRow> dependences();

// Null if there is none of that name.
const DependenceRow* dependenceNamed(std::string_view name);

}  // namespace heddle::explore::dpor
