// Numbers that nobody knows exactly, as people read them.
#pragma once

#include <string>

namespace heddle::report {

// Rounded to two digits: "12,000", "3.4 × 10¹⁷".
std::string aboutNumber(double number);
// "12,000 to 15,000": both in the manner of the larger one.
std::string aboutRange(double low, double high);
// In the unit that fits: "42 ms", "8.1 s", "3 min", "5 h", "12 days", "4,100 years".
std::string aboutTime(double seconds);
// "about 3.1 % of about 39,000".
std::string aboutShare(double done, double all);

}  // namespace heddle::report
