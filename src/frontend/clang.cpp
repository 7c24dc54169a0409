// Up to four stages of compiler runs:
//   1  build missing precompiled headers, some of them in the background;
//      compile all that need not wait for one
//   2  compile with the headers just built
//   3  compile again, without, whatever a precompiled header had spoilt
//   4  compile C files again whose functions have a name that a header has taken
// Usually all but the first are empty.
#include "frontend/clang.h"

#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <thread>

#include "frontend/foreign_types.h"
#include "frontend/leading_includes.h"
#include "frontend/taken_names.h"

namespace heddle::frontend {
namespace {

struct Unit {
  const Input* input = nullptr;
  std::vector<std::string> flags;  // without files
  std::optional<Pch> pch;
  Adapted adapted;  // compiled in place of what is in the file, if it is changed
  std::vector<TakenName> taken = {};
  Outcome outcome;
  bool done = false;
};

bool usesLibcxx(const Unit& unit) { return std::ranges::find(unit.flags, "-stdlib=libc++") != unit.flags.end(); }

class Compilation {
 public:
  Compilation(std::string clang, const PchCache& cache, const MustStop& mustStop)
      : clang_(std::move(clang)),
        cache_(cache),
        mustStop_(mustStop),
        atOnce_(std::max(1U, std::thread::hardware_concurrency())) {}

  void add(const Input& input, const std::vector<std::string>& flags, Bodies bodies) {
    Unit unit;
    unit.input = &input;
    unit.flags = allFlags(input.language, flags, bodies);
    if (input.language == Language::Cxx && !input.preprocessed) unit.pch = pchFor(input, flags, unit.flags);
    if (input.language == Language::C) unit.adapted = adapt(input);
    units_.push_back(std::move(unit));
  }

  void run() {
    firstStage();
    compile([](const Unit& unit) { return !unit.done; });
    const auto spoilt = [](const Unit& unit) { return unit.pch && rejectedPch(unit.outcome); };
    for (Unit& unit : units_) {
      if (spoilt(unit)) cache_.discard(*unit.pch);
    }
    // With libc++, clang 19 may not recognise a va_list after a precompiled header.
    const auto mayBeSpoilt = [](const Unit& unit) {
      return unit.pch && unit.pch->present && usesLibcxx(unit) && !unit.outcome.succeeded();
    };
    compile([&](const Unit& unit) { return spoilt(unit) || mayBeSpoilt(unit); }, false);
    giveOwnNames();
  }

  const std::vector<Unit>& units() const { return units_; }
  LatePchs takeLate() { return std::move(late_); }

 private:
  std::optional<Pch> pchFor(const Input& input, const std::vector<std::string>& userFlags,
                            const std::vector<std::string>& flags) const {
    auto text = llvm::MemoryBuffer::getFile(input.file);
    if (!text) return std::nullopt;
    const std::vector<std::string> headers = leadingStandardHeaders((*text)->getBuffer().str());
    if (!pchSafe(userFlags, headers)) return std::nullopt;
    return cache_.find({headers, clang_, flags});
  }

  static Adapted adapt(const Input& input) {
    auto text = llvm::MemoryBuffer::getFile(input.file);
    return text ? adaptTypes((*text)->getBuffer()) : Adapted{};  // clang says why it cannot be read
  }

  Command compileCommand(const Unit& unit, bool withPch) const {
    Command command;
    command.arguments.push_back(clang_);
    command.arguments.insert(command.arguments.end(), unit.flags.begin(), unit.flags.end());
    if (withPch && unit.pch && unit.pch->present) {
      command.arguments.emplace_back("-include-pch");
      command.arguments.push_back(unit.pch->path);
    }
    if (unit.adapted.isChanged) {
      command.input = unit.adapted.text;
      for (const std::string& argument : {std::string("-Xclang"), std::string("-remap-file"), std::string("-Xclang"),
                                          unit.input->file + ";/dev/stdin"})
        command.arguments.push_back(argument);
    }
    for (const std::string& argument : {std::string("-o"), std::string("-"), unit.input->file}) {
      command.arguments.push_back(argument);
    }
    return command;
  }

  void firstStage() {
    std::map<std::string, std::vector<Unit*>> missing;
    for (Unit& unit : units_) {
      if (unit.pch && !unit.pch->present) missing[unit.pch->path].push_back(&unit);
    }
    buildLate(missing);
    std::vector<Command> commands;
    for (const auto& [path, waiting] : missing) {
      commands.push_back(cache_.buildCommand(*waiting.front()->pch, clang_));
    }
    std::vector<Unit*> ready;
    for (Unit& unit : units_) {
      const bool mustWait = unit.pch && missing.contains(unit.pch->path);
      if (!mustWait) ready.push_back(&unit);
    }
    for (const Unit* unit : ready) commands.push_back(compileCommand(*unit, true));

    std::vector<Outcome> outcomes = runAll(commands, atOnce_, mustStop_);
    std::size_t next = 0;
    for (auto& [path, waiting] : missing) {
      const bool built = cache_.publish(*waiting.front()->pch, outcomes[next++].succeeded());
      // Its words may ask for another one.
      for (Unit* unit : waiting)
        if (built) unit->pch = cache_.find({unit->pch->headers, clang_, unit->flags});
    }
    for (Unit* unit : ready) finish(*unit, std::move(outcomes[next++]));
    if (!missing.empty()) cache_.evict();
  }

  // A header that only one file waits for is built beside that file's ordinary
  // compilation, if there is a second core to do so: it takes a little longer,
  // so nobody waits for it now.
  void buildLate(std::map<std::string, std::vector<Unit*>>& missing) {
    if (atOnce_ == 1) return;
    std::erase_if(missing, [&](const auto& header) {
      if (header.second.size() > 1) return false;
      const Unit& unit = *header.second.front();
      late_.push_back(std::make_unique<LatePch>(cache_, *unit.pch, clang_, mustStop_));
      return true;
    });
  }

  // If that is all that is wrong.
  void giveOwnNames() {
    std::vector<Unit> again;
    std::vector<std::size_t> places;
    std::vector<Command> commands;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const Unit& failed = units_[i];
      if (failed.outcome.status != 1 || failed.input->language != Language::C || failed.adapted.isChanged) continue;
      std::vector<TakenName> taken = takenNames(failed.outcome.errors);
      auto text = llvm::MemoryBuffer::getFile(failed.input->file);
      if (taken.empty() || !text) continue;
      Unit unit = failed;
      unit.taken = std::move(taken);
      unit.adapted.isChanged = true;
      unit.adapted.text = withOwnNames((*text)->getBuffer(), unit.input->file, unit.taken);
      commands.push_back(compileCommand(unit, false));
      places.push_back(i);
      again.push_back(std::move(unit));
    }
    std::vector<Outcome> outcomes = runAll(commands, atOnce_, mustStop_);
    for (std::size_t i = 0; i < again.size(); ++i) {
      if (!outcomes[i].succeeded()) continue;
      finish(again[i], std::move(outcomes[i]));
      units_[places[i]] = std::move(again[i]);
    }
  }

  template <typename Which>
  void compile(Which which, bool withPch = true) {
    std::vector<Unit*> chosen;
    std::vector<Command> commands;
    for (Unit& unit : units_) {
      if (!which(unit)) continue;
      chosen.push_back(&unit);
      commands.push_back(compileCommand(unit, withPch));
    }
    std::vector<Outcome> outcomes = runAll(commands, atOnce_, mustStop_);
    for (std::size_t i = 0; i < chosen.size(); ++i) finish(*chosen[i], std::move(outcomes[i]));
  }

  static void finish(Unit& unit, Outcome outcome) {
    unit.outcome = std::move(outcome);
    unit.done = true;
  }

  std::string clang_;
  const PchCache& cache_;
  const MustStop& mustStop_;
  unsigned atOnce_;
  std::vector<Unit> units_;
  LatePchs late_;
};

}  // namespace

Result<std::string> findClang() {
  const char* chosen = std::getenv("HEDDLE_CLANG");
  const std::string name = chosen != nullptr && chosen[0] != '\0' ? chosen : "clang-19";
  const auto path = llvm::sys::findProgramByName(name);
  if (path && llvm::sys::fs::can_execute(*path)) return *path;
  return Diagnostic{fmt::format(
      "cannot find {}: install it (Debian: apt-get install clang-19) or let HEDDLE_CLANG name a clang 19", name)};
}

void Messages::show(const std::string& message) {
  if (message.empty() || !shown_.insert(message).second) return;
  if (before) before();
  std::fwrite(message.data(), 1, message.size(), stderr);
}

namespace {

bool isSource(const Input& input) { return input.language == Language::C || input.language == Language::Cxx; }

// Where Debian's packages, and a build of LLVM, have the headers of libc++.
bool hasLibcxx(const std::string& clang) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(clang, error);
  const std::filesystem::path besideClang = real.parent_path().parent_path() / "include";
  return std::ranges::any_of(std::array{besideClang, std::filesystem::path("/usr/include")}, [&](const auto& include) {
    return std::filesystem::exists(include / "c++" / "v1" / "__config", error);
  });
}

// A header of libc++ was not found because there are none.
bool needsLibcxx(const Unit& unit, const std::string& clang) {
  return usesLibcxx(unit) && unit.outcome.errors.find("file not found") != std::string::npos && !hasLibcxx(clang);
}

// What has come of the next `inputs.size()` compilations, or fewer: LLVM files need none.
Result<Bitcode> collect(const std::vector<Input>& inputs, std::vector<Unit>::const_iterator& unit,
                        const std::string& clang, Messages& messages) {
  Bitcode bitcode;
  std::string failed;
  bool lacksLibcxx = false;
  for (const Input& input : inputs) {
    std::string& output = bitcode.ofInput.emplace_back();
    if (!isSource(input)) continue;
    lacksLibcxx = lacksLibcxx || needsLibcxx(*unit, clang);
    if (!lacksLibcxx) messages.show(unit->outcome.errors);
    if (!unit->outcome.succeeded()) failed += (failed.empty() ? "" : ", ") + input.file;
    if (unit->adapted.was32Bit)
      bitcode.notes.push_back(
          fmt::format("{} is of a system with 32 bits; here its long and its pointers have 64", input.file));
    for (const TakenName& taken : unit->taken)
      bitcode.notes.push_back(fmt::format("{} has a {} of its own, other than that of {}; here it is called {}_",
                                          input.file, taken.name, taken.header, taken.name));
    output = unit->outcome.output;
    ++unit;
  }
  if (lacksLibcxx)
    return Diagnostic{fmt::format(
        "{} does not compile: -stdlib=libc++ needs the headers of libc++ (Debian: apt-get install libc++-19-dev "
        "libc++abi-19-dev)",
        failed)};
  if (!failed.empty()) return Diagnostic{fmt::format("{} does not compile", failed)};
  return bitcode;
}

}  // namespace

Result<BitcodeOfEach> compileEach(const std::vector<ToCompile>& programs, const PchCache& cache,
                                  const MustStop& mustStop, Bodies bodies, Messages* messages) {
  const bool hasSources = std::ranges::any_of(
      programs, [](const ToCompile& program) { return std::ranges::any_of(program.inputs, isSource); });
  Result<std::string> clang = hasSources ? findClang() : std::string();
  if (!clang) return clang.problem();
  if (const std::string own = includeDirectory(); hasSources && !llvm::sys::fs::exists(own + "/heddle/heddle.h"))
    return Diagnostic{
        fmt::format("cannot find Heddle's own headers, neither in share/heddle/include beside the folder of "
                    "the executable nor in {}: install it again",
                    own)};
  Compilation compilation(*clang, cache, mustStop);
  for (const ToCompile& program : programs)
    for (const Input& input : program.inputs) {
      std::vector<std::string> flags = input.flags;
      flags.insert(flags.end(), program.userFlags.begin(), program.userFlags.end());
      if (isSource(input)) compilation.add(input, flags, bodies);
    }
  if (hasSources) compilation.run();

  if (hasSources && mustStop && mustStop()) return Diagnostic{"clang was stopped"};
  for (const Unit& unit : compilation.units())
    if (unit.outcome.status < 0) return Diagnostic{fmt::format("cannot run {}: {}", *clang, unit.outcome.errors)};
  Messages once;
  BitcodeOfEach each;
  auto unit = compilation.units().begin();
  for (const ToCompile& program : programs)
    each.ofProgram.push_back(collect(program.inputs, unit, *clang, messages != nullptr ? *messages : once));
  each.late = compilation.takeLate();
  return each;
}

Result<Bitcode> compileToBitcode(const std::vector<Input>& inputs, const std::vector<std::string>& userFlags,
                                 const PchCache& cache, const MustStop& mustStop, Bodies bodies, Messages* messages) {
  auto each = compileEach({{inputs, userFlags}}, cache, mustStop, bodies, messages);
  if (!each) return each.problem();
  Result<Bitcode> only = std::move(each->ofProgram.front());
  if (only) only->late = std::move(each->late);
  return only;
}

}  // namespace heddle::frontend
