#include "report/unrelated_accesses.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace heddle::report {
namespace {

using core::TraceLine;

bool isPartOf(std::string_view whole, std::string_view part) {
  return part.starts_with(whole) && (part.size() == whole.size() || part[whole.size()] == '.' ||
                                     part[whole.size()] == '[' || part[whole.size()] == ' ');
}

class Needed {
 public:
  void add(const std::string& object) { objects_.insert(object); }
  bool has(const std::string& object) const {
    return object.empty() ||
           std::ranges::any_of(objects_, [&](const std::string& other) { return overlap(object, other); });
  }

 private:
  std::set<std::string> objects_;
};

bool isLoad(const TraceLine& line) { return line.op == "load" || line.op == "plain load"; }
bool isStore(const TraceLine& line) { return line.op == "store" || line.op == "plain store"; }

}  // namespace

bool overlap(const std::string& one, const std::string& other) { return isPartOf(one, other) || isPartOf(other, one); }

std::vector<bool> unrelatedAccesses(const std::vector<TraceLine>& lines) {
  std::vector<bool> unrelated(lines.size());
  if (std::ranges::none_of(lines, &TraceLine::culprit)) return unrelated;
  Needed needed;
  std::set<std::string> matter;  // threads, from here on
  for (std::size_t i = lines.size(); i-- > 0;) {
    const TraceLine& line = lines[i];
    const bool isPlain = !line.visible && (isLoad(line) || isStore(line)) && !line.object.empty();
    // Whoever starts, locks, allocates or does whatever else has to do with others in ways that its object may not
    // tell.
    const bool isOfAll = !isLoad(line) && !isStore(line);
    if (line.culprit || isOfAll || (!isLoad(line) && needed.has(line.object))) matter.insert(line.thread);
    const bool isNeeded = isLoad(line) ? matter.contains(line.thread) : needed.has(line.object) || isOfAll;
    unrelated[i] = isPlain && !line.culprit && !isNeeded;
    if (!isStore(line) && matter.contains(line.thread)) needed.add(line.object);
  }
  return unrelated;
}

}  // namespace heddle::report
