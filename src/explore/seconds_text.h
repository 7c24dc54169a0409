// Seconds as people write them: "3", "0.5".
#pragma once

#include <string>

namespace heddle::explore {

inline std::string secondsText(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace heddle::explore
