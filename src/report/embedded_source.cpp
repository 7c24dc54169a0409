#include "report/embedded_source.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "base/files.h"
#include "core/system_files.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using Places = std::map<std::string, std::set<std::size_t>>;  // by file: lines

constexpr std::size_t kMostWhole = 300'000;  // bytes
constexpr std::size_t kAround = 12;          // lines before and after one of the execution

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Json piece(const std::vector<std::string_view>& lines, std::size_t first, std::size_t last) {
  Json text = Json::array();
  for (std::size_t i = first; i <= last; ++i) text.push_back(std::string(lines[i - 1]));
  return {{"first", first}, {"lines", std::move(text)}};
}

Json near(const std::vector<std::string_view>& lines, const std::set<std::size_t>& places) {
  Json pieces = Json::array();
  std::size_t first = 0, last = 0;  // of the piece that is being made
  const auto close = [&] {
    if (first != 0) pieces.push_back(piece(lines, first, last));
  };
  for (const std::size_t place : places) {
    if (place < 1 || place > lines.size()) continue;
    const std::size_t from = place > kAround ? place - kAround : 1;
    if (first == 0 || from > last + 1) {
      close();
      first = from;
    }
    last = std::min(place + kAround, lines.size());
  }
  close();
  return pieces;
}

}  // namespace

Json embeddedSource(const std::vector<std::string>& files, const std::vector<const core::Trace*>& traces) {
  Places places;
  for (const std::string& file : files) places[file];
  for (const core::Trace* const trace : traces) {
    if (trace->violation) places[trace->violation->place.file].insert(trace->violation->place.line);
    for (const core::TraceLine& line : trace->lines) places[line.place.file].insert(line.place.line);
  }
  Json sources = Json::object();
  for (const auto& [file, lines] : places) {
    if (file.empty()) continue;
    auto text = readFile(file);
    const bool isBinary = text && text->find('\0') != std::string::npos;
    if (!text || isBinary) continue;
    const std::vector<std::string_view> all = linesOf(*text);
    if (all.empty()) continue;
    const bool isWhole = text->size() <= kMostWhole && !core::isSystemFile(file);
    Json pieces = isWhole ? Json::array({piece(all, 1, all.size())}) : near(all, lines);
    if (!pieces.empty()) sources[file] = std::move(pieces);
  }
  return sources;
}

}  // namespace heddle::report
