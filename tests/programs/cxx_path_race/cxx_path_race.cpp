#include <filesystem>
#include <thread>

static std::filesystem::path path = "/usr/share";

int main() {
  std::thread appends([] { path /= "words"; });
  const std::filesystem::path parent = path.parent_path();
  appends.join();
  return parent.empty();
}
