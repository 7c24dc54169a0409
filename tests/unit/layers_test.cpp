// Includes go down the layers of src/, never sideways or up, and only the
// folders that work on LLVM's IR include LLVM.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Layer {
  std::set<std::string> below;  // direct arrows; what those reach is allowed too
  bool llvm = false;
};

// The table of src/README.md.
const std::map<std::string, Layer> kLayers{
    {"base", {{}}},
    {"core", {{"base"}}},
    {"models", {{"core"}}},
    {"report", {{"core"}}},
    {"analysis", {{"core"}, true}},
    {"explore", {{"models"}}},
    {"transform", {{"analysis"}, true}},
    {"symbolic", {{"analysis"}, true}},
    {"runtime", {{"core"}, true}},
    {"parallel", {{"explore"}}},
    {"frontend", {{"transform"}, true}},
    {"check", {{"frontend", "runtime", "symbolic", "parallel", "report"}, true}},
    {"cli", {{"check"}, true}},
};

std::set<std::string> reachable(const std::string& folder) {
  std::set<std::string> out{folder};
  for (const std::string& below : kLayers.at(folder).below) out.merge(reachable(below));
  return out;
}

// What is wrong with a file of `folder` that includes `path`; nothing if that is fine.
std::optional<std::string> complaint(const std::string& folder, const std::string& path) {
  const std::string target = path.substr(0, path.find('/'));
  if (target == "llvm" || target == "llvm-c" || target == "clang") {
    if (kLayers.at(folder).llvm) return std::nullopt;
    return folder + " must not include " + path;
  }
  if (kLayers.contains(target) && !reachable(folder).contains(target)) return folder + " must not include " + path;
  return std::nullopt;
}

std::vector<std::string> includesOf(const fs::path& file) {
  static const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
  std::vector<std::string> out;
  std::ifstream in(file);
  std::smatch match;
  for (std::string line; std::getline(in, line);)
    if (std::regex_search(line, match, include)) out.push_back(match[1]);
  return out;
}

TEST(Layers, TheRuleItself) {
  EXPECT_FALSE(complaint("explore", "core/op.h"));
  EXPECT_FALSE(complaint("explore", "explore/search.h"));
  EXPECT_FALSE(complaint("explore", "vector"));
  EXPECT_FALSE(complaint("cli", "base/check.h"));
  EXPECT_FALSE(complaint("runtime", "llvm/IR/Module.h"));
  EXPECT_TRUE(complaint("explore", "runtime/native_program.h"));  // sideways
  EXPECT_TRUE(complaint("core", "explore/search.h"));             // up
  EXPECT_TRUE(complaint("runtime", "transform/pass.h"));          // sideways
  EXPECT_TRUE(complaint("report", "llvm/ADT/StringRef.h"));
  EXPECT_TRUE(complaint("explore", "clang/AST/AST.h"));
}

TEST(Layers, IncludesFollowTheArrows) {
  const fs::path root = HEDDLE_SOURCE_DIR;
  unsigned seen = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp" && extension != ".inc") continue;
    const fs::path relative = fs::relative(entry.path(), root);
    const std::string folder = *relative.begin();
    ASSERT_TRUE(kLayers.contains(folder)) << relative << " is in a folder that no layer is named after";
    for (const std::string& path : includesOf(entry.path())) {
      ++seen;
      if (const auto wrong = complaint(folder, path)) ADD_FAILURE() << relative.string() << ": " << *wrong;
    }
  }
  EXPECT_GT(seen, 50u) << "hardly any include was found: is the test looking at the right place?";
}

}  // namespace
