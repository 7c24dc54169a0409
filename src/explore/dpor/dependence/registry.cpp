#include "explore/dpor/dependence/registry.h"

#include <algorithm>
#include <array>

#include "explore/dpor/dependence/commuting.h"
#include "explore/dpor/dependence/commuting_unsynchronised.h"
#include "explore/dpor/dependence/read_write.h"

namespace heddle::explore::dpor {
namespace {

template <typename Relation>
std::shared_ptr<Dependence> make(const core::ProgramInfo& program) {
  if constexpr (std::is_constructible_v<Relation, const core::ProgramInfo&>)
    return std::make_shared<Relation>(program);
  else
    return std::make_shared<Relation>();
}

}  // namespace

std::span<const DependenceRow> dependences() {
  static constexpr std::array kRows{
      DependenceRow{"read-write", "accesses of the same bytes conflict if one of them writes",
                    "Source Sets, section 3.2", /*preservesRaces=*/true, /*slices=*/false, make<ReadWrite>},
      DependenceRow{"commuting", "the same, but additions and the like whose results nobody uses commute",
                    "Godot, sections II.C, IV.A", /*preservesRaces=*/false, /*slices=*/false, make<Commuting>},
      DependenceRow{"commuting-unsynchronised", "the same where their order does not decide who synchronises with whom",
                    "none: Godot's, kept sound for data races", /*preservesRaces=*/true, /*slices=*/false,
                    make<CommutingUnsynchronised>},
      DependenceRow{"predicate", "the same, of what can change an assertion, a lock or a wait; nothing else conflicts",
                    "Assertion guided abstraction, section 3", /*preservesRaces=*/false, /*slices=*/true,
                    make<CommutingUnsynchronised>},
  };
  return kRows;
}

const DependenceRow* dependenceNamed(std::string_view name) {
  const auto rows = dependences();
  const auto row = std::ranges::find(rows, name, &DependenceRow::name);
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace heddle::explore::dpor
