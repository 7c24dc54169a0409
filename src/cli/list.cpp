#include "cli/list.h"

#include <nlohmann/json.hpp>

#include "check/options.h"

namespace heddle::cli {

using nlohmann::ordered_json;

std::string listed() {
  const check::Options defaults;
  ordered_json list;
  list["default"] = {{"model", defaults.model}, {"search", defaults.search}};
  for (const explore::SearchRow& row : explore::searches())
    list["searches"].push_back({{"name", row.name},
                                {"description", row.description},
                                {"paper", row.paper},
                                {"counts", name(row.counts)},
                                {"surplus", name(row.surplus)},
                                {"models", row.models}});
  for (const explore::dpor::DependenceRow& row : explore::dpor::dependences())
    list["dependences"].push_back({{"name", row.name},
                                   {"description", row.description},
                                   {"paper", row.paper},
                                   {"preserves-races", row.preservesRaces}});
  for (const models::Model& model : models::models())
    list["models"].push_back({{"name", model.name}, {"description", model.description}});
  return list.dump(2) + "\n";
}

}  // namespace heddle::cli
