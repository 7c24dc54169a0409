#include "check/options.h"

namespace heddle::check {

const explore::dpor::DependenceRow& dependenceOf(const Options& options) {
  const std::string_view best = options.looksForRaces() ? "commuting-unsynchronised" : "commuting";
  return *explore::dpor::dependenceNamed(options.dependence.empty() ? best : options.dependence);
}

}  // namespace heddle::check
