#include "frontend/flags.h"

#include <unistd.h>

#include <array>
#include <filesystem>

namespace heddle::frontend {
namespace {

bool startsWith(const std::string& text, std::string_view prefix) { return text.starts_with(prefix); }

// The dialect a flag selects: "c++20" of -std=c++20, --std=c++20; empty if it selects none.
std::string_view dialectOf(std::string_view flag) {
  for (const std::string_view prefix : {"-std=", "--std="}) {
    if (flag.starts_with(prefix)) return flag.substr(prefix.size());
  }
  return {};
}

bool fits(std::string_view dialect, Language language) {
  return (dialect.find("++") != std::string_view::npos) == (language == Language::Cxx);
}

// Flags about the output of a build; here they would only redirect the bitcode.
// Each takes its value from the next argument.
bool dropsWithValue(const std::string& flag) { return flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ"; }

bool drops(const std::string& flag) {
  return flag == "-c" || flag == "-S" || flag == "-MD" || flag == "-MMD" || flag == "-MP" ||
         startsWith(flag, "-fsanitize") || startsWith(flag, "-flto") || startsWith(flag, "-fprofile") ||
         startsWith(flag, "-fcoverage") || flag == "--coverage";
}

// C was once less strict: clang warns where it would refuse.
// As -O0, but for these bodies. The messages were shown before.
constexpr std::array kInlineBodies{"-O1",
                                   "-Xclang",
                                   "-disable-llvm-passes",
                                   "-Xclang",
                                   "-disable-lifetime-markers",
                                   "-fno-strict-aliasing",
                                   "-U__OPTIMIZE__",
                                   "-w"};
constexpr std::array kOldC{"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                           "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
                           "-Wno-error=return-mismatch"};

}  // namespace

std::vector<std::string> userFlags(Language language, const std::vector<std::string>& flags) {
  std::vector<std::string> result = {language == Language::Cxx ? "-std=gnu++20" : "-std=gnu17"};
  for (std::size_t i = 0; i < flags.size(); ++i) {
    std::string_view dialect = dialectOf(flags[i]);
    if (flags[i] == "--std" && i + 1 < flags.size()) dialect = flags[++i];
    if (!dialect.empty()) {
      if (fits(dialect, language)) result.push_back("-std=" + std::string(dialect));
    } else if (dropsWithValue(flags[i])) {
      ++i;
    } else if (!drops(flags[i])) {
      result.push_back(flags[i]);
    }
  }
  return result;
}

std::vector<std::string> fixedFlags() {
  const std::string include = includeDirectory();
  return {
      "-O0",
      "-Xclang",
      "-disable-O0-optnone",
      "-g",
      "-gcolumn-info",
      "-fPIE",
      "-pthread",
      "-ftrivial-auto-var-init=zero",  // stack bytes nobody wrote must not differ between executions
      "-fno-stack-protector",
      "-U_FORTIFY_SOURCE",
      "-D_FORTIFY_SOURCE=0",
      "-isystem",
      include + "/heddle/overlay",
      "-isystem",
      include,
      "-isystem",
      include + "/heddle",
      // libstdc++ then reads the two counters of a shared_ptr as two atomics, not as one of twice the size.
      "-D_GLIBCXX_TSAN=1",
      "-DHEDDLE=1",
#ifdef __x86_64__
      "-mcx16",  // 16-byte atomics as instructions, which we can see, not as calls of libatomic
#endif
      "-emit-llvm",
      "-c",
      "-Wno-atomic-alignment",  // says that large atomics are slow
      "-Qunused-arguments",     // -lm and the like, taken over from a build
      "-fno-crash-diagnostics",
      isatty(STDERR_FILENO) != 0 ? "-fcolor-diagnostics" : "-fno-color-diagnostics",
  };
}

std::string includeDirectory() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = executable.parent_path().parent_path() / "share" / "heddle" / "include";
    if (fs::exists(installed / "heddle" / "heddle.h", error)) return installed.string();
  }
  return HEDDLE_INCLUDE_DIR;
}

std::vector<std::string> allFlags(Language language, const std::vector<std::string>& flags, Bodies bodies) {
  std::vector<std::string> result = userFlags(language, flags);
  if (language == Language::C) result.insert(result.end(), kOldC.begin(), kOldC.end());
  const std::vector<std::string> fixed = fixedFlags();
  result.insert(result.end(), fixed.begin(), fixed.end());
  if (bodies == Bodies::InlineToo) result.insert(result.end(), kInlineBodies.begin(), kInlineBodies.end());
  return result;
}

}  // namespace heddle::frontend
