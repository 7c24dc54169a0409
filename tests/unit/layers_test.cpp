// The table of src/README.md holds: includes go down its layers, never sideways
// or up, only some folders include LLVM, and no unit reaches itself through others.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Layer {
  int number = 0;
  std::set<std::string> below;  // direct arrows; what those reach is allowed too
  bool llvm = false, z3 = false;
};
using Layers = std::map<std::string, Layer>;

// Rows such as "| 3 | `explore/` | the searches | models |".
Layers readTable(std::istream& text) {
  static const std::regex row(R"re(^\| (\d+) \| `(\w+)/` \|[^|]*\|([^|]*)\|$)re");
  static const std::regex word(R"re(\w+)re");
  Layers layers;
  std::smatch match;
  for (std::string line; std::getline(text, line);) {
    if (!std::regex_match(line, match, row)) continue;
    Layer& layer = layers[match[2]];
    layer.number = std::stoi(match[1]);
    const std::string includes = match[3];
    for (auto at = std::sregex_iterator(includes.begin(), includes.end(), word); at != std::sregex_iterator(); ++at) {
      if (at->str() == "LLVM")
        layer.llvm = true;
      else if (at->str() == "Z3")
        layer.z3 = true;
      else
        layer.below.insert(at->str());
    }
  }
  return layers;
}

const Layers& layers() {
  static const Layers read = [] {
    std::ifstream table(fs::path(HEDDLE_SOURCE_DIR) / "README.md");
    return readTable(table);
  }();
  return read;
}

std::set<std::string> reachable(const std::string& folder) {
  std::set<std::string> out{folder};
  for (const std::string& below : layers().at(folder).below) out.merge(reachable(below));
  return out;
}

// What is wrong with a file of `folder` that includes `path`; nothing if that is fine.
std::optional<std::string> complaint(const std::string& folder, const std::string& path) {
  const std::string target = path.substr(0, path.find('/'));
  if (target == "llvm" || target == "llvm-c" || target == "clang") {
    if (layers().at(folder).llvm) return std::nullopt;
    return folder + " must not include " + path;
  }
  if (target.starts_with("z3") && !layers().at(folder).z3) return folder + " must not include " + path;
  if (layers().contains(target) && !reachable(folder).contains(target)) return folder + " must not include " + path;
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

// The files of src/, relative to it.
std::vector<fs::path> sources() {
  const fs::path root = HEDDLE_SOURCE_DIR;
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp" || extension == ".inc")
      out.push_back(fs::relative(entry.path(), root));
  }
  return out;
}

// A header and its source are one unit.
using Units = std::map<std::string, std::set<std::string>>;  // what each includes

std::string unitOf(fs::path file) { return file.replace_extension().string(); }

// The units of a cycle, in its order; none if there is none.
std::vector<std::string> findCycle(const Units& units) {
  std::set<std::string> done;
  std::vector<std::string> way;
  const auto visit = [&](const auto& self, const std::string& unit) -> bool {
    if (const auto seen = std::ranges::find(way, unit); seen != way.end()) {
      way.erase(way.begin(), seen);
      return true;
    }
    if (done.contains(unit)) return false;
    way.push_back(unit);
    if (const auto found = units.find(unit); found != units.end())
      for (const std::string& next : found->second)
        if (self(self, next)) return true;
    way.pop_back();
    done.insert(unit);
    return false;
  };
  for (const auto& [unit, includes] : units)
    if (visit(visit, unit)) return way;
  return {};
}

TEST(Layers, TheTableIsRead) {
  std::istringstream text(
      "| layer | folder | what it holds | may include |\n|---|---|---|---|\n"
      "| 0 | `base/` | ids | |\n| 2 | `analysis/` | facts, in short | core, LLVM |\n");
  const Layers read = readTable(text);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(read.at("base").below.empty());
  EXPECT_EQ(read.at("analysis").below, std::set<std::string>{"core"});
  EXPECT_TRUE(read.at("analysis").llvm);
  EXPECT_EQ(read.at("analysis").number, 2);
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
  EXPECT_FALSE(complaint("symbolic", "z3++.h"));
  EXPECT_TRUE(complaint("check", "z3++.h"));
  EXPECT_TRUE(complaint("explore", "clang/AST/AST.h"));
}

TEST(Layers, TheTableHasEachFolderAndNoOther) {
  std::set<std::string> folders, rows;
  for (const fs::directory_entry& entry : fs::directory_iterator(HEDDLE_SOURCE_DIR))
    if (entry.is_directory()) folders.insert(entry.path().filename());
  for (const auto& [folder, layer] : layers()) rows.insert(folder);
  EXPECT_EQ(folders, rows);
}

TEST(Layers, ArrowsGoDown) {
  for (const auto& [folder, layer] : layers())
    for (const std::string& below : layer.below) {
      ASSERT_TRUE(layers().contains(below)) << folder << " may include " << below << ", which has no row";
      EXPECT_LT(layers().at(below).number, layer.number) << folder << " may include " << below;
    }
}

TEST(Layers, IncludesFollowTheArrows) {
  unsigned seen = 0;
  for (const fs::path& file : sources()) {
    const std::string folder = *file.begin();
    ASSERT_TRUE(layers().contains(folder)) << file << " is in a folder that no layer is named after";
    for (const std::string& path : includesOf(fs::path(HEDDLE_SOURCE_DIR) / file)) {
      ++seen;
      if (const auto wrong = complaint(folder, path)) ADD_FAILURE() << file.string() << ": " << *wrong;
    }
  }
  EXPECT_GT(seen, 50u) << "hardly any include was found: is the test looking at the right place?";
}

TEST(Layers, CyclesAreFound) {
  EXPECT_TRUE(findCycle({{"a", {"b"}}, {"b", {"c"}}, {"c", {}}}).empty());
  EXPECT_TRUE(findCycle({{"a", {"b", "c"}}, {"b", {"c"}}}).empty());
  EXPECT_EQ(findCycle({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}).size(), 2u);
}

TEST(Layers, NoUnitReachesItself) {
  Units units;
  for (const fs::path& file : sources())
    for (const std::string& path : includesOf(fs::path(HEDDLE_SOURCE_DIR) / file))
      if (fs::exists(fs::path(HEDDLE_SOURCE_DIR) / path) && unitOf(path) != unitOf(file))
        units[unitOf(file)].insert(unitOf(path));
  std::string cycle;
  for (const std::string& unit : findCycle(units)) cycle += (cycle.empty() ? "" : " -> ") + unit;
  EXPECT_EQ(cycle, "");
}

}  // namespace
