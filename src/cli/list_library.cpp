#include "cli/list_library.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <nlohmann/json.hpp>

#include "core/library.h"

namespace heddle::cli {

const char* const kLibraryColumns =
    "SYMBOL    as the linker knows it; sem_* are all that begin so and have no line\n"
    "          of their own, the longest holds\n"
    "FAMILY    the file of src/core/library that has its row\n"
    "BY        who answers a call: a model of Heddle's; the library's own code\n"
    "          (native), with the memory it is given checked; a source of Heddle's,\n"
    "          which is compiled with the program; a hook, which only\n"
    "          instrumented code calls; nobody, it is refused\n"
    "EFFECT    on memory, and on what the thread knows of others\n"
    "LOOP      what it is in a loop: acts (an effect of its own), events (accesses to\n"
    "          the word of a lock, which are seen as such), or nothing that makes an\n"
    "          iteration count\n"
    "BLOCKS    whether the thread may have to wait for others\n"
    "CAPTURES  whether it may keep a pointer that it is given, and which, from 0\n"
    "TELLS     whether it tells what others did without synchronising with them\n"
    "CLOSED    whether it keeps nothing that other threads would find\n"
    "\n"
    "What has no line may do anything, and is refused when it is called.";

namespace {

using core::library::Arguments;
using core::library::Effect;
using core::library::Facts;
using core::library::Implementation;
using core::library::InLoop;
using core::library::Row;

const char* nameOf(Implementation implementation) {
  switch (implementation) {
    case Implementation::Refused: return "nobody";
    case Implementation::Model: return "model";
    case Implementation::Native: return "native";
    case Implementation::Checked: return "checked";
    case Implementation::Source: return "source";
    case Implementation::Hook: return "hook";
  }
  return "";
}

const char* nameOf(Effect effect) {
  switch (effect) {
    case Effect::Unknown: return "unknown";
    case Effect::None: return "none";
    case Effect::Writes: return "writes";
    case Effect::Prints: return "prints";
    case Effect::Tells: return "tells";
    case Effect::Synchronises: return "synchronises";
    case Effect::Joins: return "joins";
    case Effect::Starts: return "starts thread";
    case Effect::EndsThread: return "ends thread";
    case Effect::Allocates: return "allocates";
    case Effect::Frees: return "frees";
    case Effect::ErrorNumber: return "errno";
  }
  return "";
}

const char* nameOf(InLoop inLoop) {
  switch (inLoop) {
    case InLoop::Acts: return "acts";
    case InLoop::TakesTime: return "takes time";
    case InLoop::Sleeps: return "sleeps";
    case InLoop::Chooses: return "chooses";
    case InLoop::Assumes: return "assumes";
    case InLoop::Tries: return "tries";
    case InLoop::Checks: return "checks";
  }
  return "";
}

const char* yesOrNo(bool is) { return is ? "yes" : "no"; }

const char* inLoop(const Facts& facts) {
  const bool prints = facts.printsText || facts.effect == Effect::Prints;
  if (facts.inLoop != InLoop::Acts) return nameOf(facts.inLoop);
  return prints ? "prints" : facts.isEvents ? "events" : "acts";
}

const char* blocks(const Row& row) {
  const bool isKnown = row.implementation != Implementation::Refused || row.facts.effect != Effect::Unknown;
  return isKnown ? yesOrNo(row.facts.mayBlock) : "may";
}

std::string captures(const Facts& facts) {
  if (facts.effect == Effect::Starts) return fmt::format("{}", facts.argument);
  if (facts.effect != Effect::Unknown && facts.effect != Effect::EndsThread) return "no";
  std::string kept;
  for (unsigned argument = 0; argument < Arguments::kMost; ++argument)
    if (facts.borrows.contains(argument)) kept += fmt::format("{}{}", kept.empty() ? "not " : ",", argument);
  return kept.empty() ? "may" : kept;
}

const char* tells(const Facts& facts) {
  return facts.effect == Effect::Unknown ? "may" : yesOrNo(facts.effect == Effect::Tells);
}

// By the names of the columns, as lower case.
struct Columns {
  std::string_view symbol, family;
  const char *by, *effect, *loop, *blocks;
  std::string captures;
  const char *tells, *closed;
};

Columns columnsOf(const core::library::Family& family, const Row& row) {
  return {row.symbol,  family.name,         nameOf(row.implementation), nameOf(row.facts.effect),   inLoop(row.facts),
          blocks(row), captures(row.facts), tells(row.facts),           yesOrNo(row.facts.isClosed)};
}

template <typename... Column>
std::string line(const Column&... columns) {
  return fmt::format("{:<36} {:<15} {:<7} {:<13} {:<10} {:<6} {:<8} {:<5} {}\n", columns...);
}

}  // namespace

std::string listedLibrary() {
  std::string text = line("SYMBOL", "FAMILY", "BY", "EFFECT", "LOOP", "BLOCKS", "CAPTURES", "TELLS", "CLOSED");
  for (const core::library::Family& family : core::library::families())
    for (const Row& row : family.rows) {
      const Columns is = columnsOf(family, row);
      text += line(is.symbol, is.family, is.by, is.effect, is.loop, is.blocks, is.captures, is.tells, is.closed);
    }
  return text;
}

std::string listedLibraryJson() {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const core::library::Family& family : core::library::families())
    for (const Row& row : family.rows) {
      const Columns is = columnsOf(family, row);
      nlohmann::ordered_json& json = rows.emplace_back();
      json = {{"symbol", is.symbol},     {"family", is.family}, {"by", is.by},
              {"effect", is.effect},     {"loop", is.loop},     {"blocks", is.blocks},
              {"captures", is.captures}, {"tells", is.tells},   {"closed", is.closed}};
      if (const std::string name = llvm::demangle(is.symbol); name != is.symbol) json["name"] = name;
      if (row.facts.why != nullptr) json["why"] = row.facts.why;
    }
  return rows.dump(1) + "\n";
}

}  // namespace heddle::cli
