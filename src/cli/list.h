// `heddle list`: what there is to choose from, for scripts. The specs of the tests
// are about what searches count, and learn from it which searches do.
#pragma once

#include <string>

namespace heddle::cli {

// The searches, the dependency relations, the models and which of them are the defaults, as JSON.
std::string listed();

}  // namespace heddle::cli
