#include "report/about.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/unicode.h"

namespace heddle::report {
namespace {

constexpr double kMostDigits = 1e12;  // above that nobody counts them
constexpr double kLeastPower = 1e10;  // below that a power has one digit

// To two digits.
double rounded(double number) {
  if (number < 100) return std::round(number);
  const double unit = std::pow(10.0, std::floor(std::log10(number)) - 1);
  return std::round(number / unit) * unit;
}

std::string exactly(double number) { return grouped(static_cast<unsigned long long>(number)); }

struct Unit {
  double seconds;
  double from;  // so many seconds on
  const char* name;
};
constexpr double kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour, kYear = 365 * kDay;
constexpr std::array kUnits{Unit{kYear, 2 * kYear, "years"}, Unit{kDay, 2 * kDay, "days"}, Unit{kHour, 2 * kHour, "h"},
                            Unit{kMinute, 100, "min"}};

std::string range(const std::string& low, const std::string& high) { return low + " to " + high; }

// "2.1 × 10¹⁵"
std::string inPowers(double number) {
  static constexpr std::array kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::string text = fmt::format("{:.1e}", number);  // "2.1e+15"
  const std::size_t e = text.find("e+");
  std::string exponent;
  for (const char digit : text.substr(e + 2)) exponent += kDigits[static_cast<std::size_t>(digit - '0')];
  return text.substr(0, e) + " × 10" + exponent;
}

}  // namespace

std::string aboutNumber(double number) {
  if (number >= kMostDigits && std::isfinite(number)) return inPowers(number);
  return exactly(rounded(number));
}

std::string aboutTime(double seconds) {
  for (const Unit& unit : kUnits)
    if (seconds >= unit.from) return aboutNumber(seconds / unit.seconds) + " " + unit.name;
  if (seconds >= 10) return fmt::format("{:.0f} s", seconds);
  return seconds >= 1 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} ms", seconds * 1000);
}

std::string aboutShare(double done, double all) {
  constexpr double kLeast = 0.001;
  const double share = std::min(done / all, 1.0);
  return fmt::format("{} {:.{}f} % of about {}", share >= kLeast ? "about" : "less than", 100 * std::max(share, kLeast),
                     share >= 0.1 ? 0 : 1, aboutNumber(all));
}

std::string aboutRange(double low, double high) {
  if (high < kMostDigits || low < kLeastPower) return range(aboutNumber(low), aboutNumber(high));
  return range(inPowers(low), inPowers(high));
}

}  // namespace heddle::report
