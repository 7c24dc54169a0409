// std::filesystem::path: what it does with text, without files.
#include <cassert>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using std::filesystem::path;

namespace {

std::vector<std::string> partsOf(const path& p) {
  std::vector<std::string> parts;
  for (const path& part : p) parts.push_back(part.string());
  return parts;
}

void parts() {
  const path p = "/usr/a_component_that_is_long/words.txt";
  assert((partsOf(p) == std::vector<std::string>{"/", "usr", "a_component_that_is_long", "words.txt"}));
  assert(p.root_name() == "" && p.root_directory() == "/" && p.root_path() == "/");
  assert(p.relative_path() == "usr/a_component_that_is_long/words.txt");
  assert(p.parent_path() == "/usr/a_component_that_is_long" && p.filename() == "words.txt");
  assert(p.stem() == "words" && p.extension() == ".txt");
  assert(!p.has_root_name() && p.has_root_directory() && p.has_root_path() && p.has_relative_path());
  assert(p.has_parent_path() && p.has_filename() && p.has_stem() && p.has_extension() && p.is_absolute());
  assert(path("a").is_relative() && path().empty() && path("a/").filename().empty());
  assert((partsOf(path("a//b/")) == std::vector<std::string>{"a", "b", ""}));
}

void changes() {
  path p = "a";
  p /= "a_component_that_is_long";
  p /= path("c.x");
  p /= std::string_view("d");
  assert(p == "a/a_component_that_is_long/c.x/d");
  p += ".y";
  p += path("z");
  p += std::string_view("w");
  assert(p.filename() == "d.yzw");
  assert(p.replace_extension("q").filename() == "d.q" && p.replace_extension().filename() == "d");
  assert(p.replace_filename("e").native() == "a/a_component_that_is_long/c.x/e");
  path copy;
  copy = p;
  assert(copy.remove_filename() == "a/a_component_that_is_long/c.x/" && p.filename() == "e");
  path other(copy);
  other = std::move(copy);
  other.swap(p);
  assert(p / "f" == path("a") / "a_component_that_is_long" / "c.x" / "f");
  p.clear();
  p = std::string("/x");
  assert(p.u8string() == u8"/x" && p.generic_string() == "/x");
}

void comparisons() {
  const path p = "a/b/../c";
  assert(p.compare("a/b") > 0 && p.compare(std::string_view("a/b/../c")) == 0 && p.compare(path("b")) < 0);
  assert(p.lexically_normal() == "a/c" && path("/a/d").lexically_relative("/a/b/c") == "../../d");
  assert(path("a/d").lexically_proximate("/b") == "a/d" && p < path("b") && p != path("a/c"));
  assert(hash_value(p) == hash_value(path("a//b/../c")));
}

}  // namespace

int main() {
  parts();
  changes();
  comparisons();
}
