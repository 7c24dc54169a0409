// heddle_fuzz N [--seed S]: the searches against brute force on N random
// scripts. The first script on which they disagree is made small and printed
// as the source text that builds it; exit code 1.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "support/compare.h"

namespace {

using namespace heddle;

bool parse(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

int usage() {
  std::fprintf(stderr, "usage: heddle_fuzz N [--seed S]\n");
  return 2;
}

int report(const testing::Script& script, std::uint64_t number) {
  const auto fails = [](const testing::Script& s) { return testing::naiveDisagrees(s).has_value(); };
  const testing::Script small = testing::shrink(script, fails);
  std::printf("script %llu: %s\n%s", static_cast<unsigned long long>(number), testing::naiveDisagrees(small)->c_str(),
              testing::text(small).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = 0, seed = 1;
  if (argc != 2 && argc != 4) return usage();
  if (!parse(argv[1], count)) return usage();
  if (argc == 4 && (std::strcmp(argv[2], "--seed") != 0 || !parse(argv[3], seed))) return usage();

  explore::RandomNumbers numbers(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const testing::Script script = testing::randomScript(numbers, {});
    if (testing::naiveDisagrees(script)) return report(script, i);
  }
  std::printf("%llu scripts, no disagreement (seed %llu)\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(seed));
  return 0;
}
