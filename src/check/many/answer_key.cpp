#include "check/many/answer_key.h"

#include <elf.h>
#include <link.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/TargetParser/Host.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "check/many/bytes.h"
#include "runtime/bind.h"

// Structured bindings name all members: one that is added does not compile until somebody has decided here whether the
// answer depends on it.

namespace heddle::core {

template <typename Archive>
void fields(Archive& archive, Word& word) {
  auto& [addr, bytes] = word;
  check::all(archive, addr, bytes);
}

}  // namespace heddle::core

namespace heddle::transform {

using check::all;
using check::fields;

template <typename Archive>
void fields(Archive& archive, LoopBound& bound) {
  auto& [file, line, column, iterations] = bound;
  all(archive, file, line, column, iterations);
}
template <typename Archive>
void fields(Archive& archive, LoopOptions& options) {
  auto& [purity, dynamicPurity, awaits, rolledBack, speculation, separateWords, orderedPublication, racelessIterations,
         groupLocks, statistics, testedInputs, loneAccesses, plainAccessesRace, unroll, unrollLoops, watchEvery] =
      options;
  all(archive, purity, dynamicPurity, awaits, rolledBack, speculation, separateWords, orderedPublication,
      racelessIterations, groupLocks, statistics, testedInputs, loneAccesses, plainAccessesRace, unroll, unrollLoops,
      watchEvery);
}
template <typename Archive>
void fields(Archive& archive, Suppression& suppression) {
  auto& [of, glob] = suppression;
  all(archive, of, glob);
}
template <typename Archive>
void fields(Archive& archive, RacyCode& racy) {
  auto& [volatileIsRelaxed, file, suppressions] = racy;
  all(archive, volatileIsRelaxed, suppressions);
  static_cast<void>(file);  // read
}

}  // namespace heddle::transform

namespace heddle::frontend {

using check::all;
using check::fields;

template <typename Archive>
void fields(Archive& archive, Source& source) {
  auto& [files, clangFlags, flagsOf, database, notes, test, bitcode, errorLabel, mustStop, argumentsOf, racy,
         forDebugger, messages] = source;
  // The report names files and flags.
  all(archive, files, clangFlags, flagsOf, notes, test, errorLabel, racy, forDebugger);
  static_cast<void>(database);  // read: flagsOf
  static_cast<void>(bitcode);   // what is linked
  static_cast<void>(mustStop);
  static_cast<void>(argumentsOf);  // Heddle's own
  static_cast<void>(messages);
}

}  // namespace heddle::frontend

namespace heddle::runtime {

using check::all;
using check::fields;

template <typename Archive>
void fields(Archive& archive, Options& options) {
  auto& [plain, stepLimit, eventLimit, stackBytes, heapBytes, exitStatusCounts, quickCode, forDebugger, zeroNetEffect,
         boundThreads, spuriousWakeups, waitsAreTested, prefersWriters, nondetRange, mustStop, settledWords, learnt,
         mustBeSettled, slice, readsAreAtomic, peeked, readersApart, sandbox, arguments, inputFile, input,
         allowExternal, linkFlags] = options;
  std::string read = *input;
  all(archive, plain, stepLimit, eventLimit, stackBytes, heapBytes, exitStatusCounts, forDebugger, zeroNetEffect,
      boundThreads, spuriousWakeups, waitsAreTested, prefersWriters, nondetRange, settledWords, mustBeSettled,
      readersApart, sandbox, arguments, inputFile, read, allowExternal, linkFlags);
  static_cast<void>(quickCode);
  static_cast<void>(mustStop);
  // Nothing at the start of a check.
  static_cast<void>(learnt);
  static_cast<void>(slice);
  static_cast<void>(readsAreAtomic);
  static_cast<void>(peeked);
}

}  // namespace heddle::runtime

namespace heddle::explore {

using check::all;
using check::fields;

template <typename Archive>
void fields(Archive& archive, SearchOptions& options) {
  auto& [seed, executions, depth, preemptionBound, dependence, plainAccessesRace, pruneWrites, program, model,
         staleReads, inPlace, speculative] = options;
  all(archive, seed, executions, depth, preemptionBound, plainAccessesRace, pruneWrites, staleReads, inPlace,
      speculative);
  // check::Options has their names.
  static_cast<void>(dependence);
  static_cast<void>(program);
  static_cast<void>(model);
}

}  // namespace heddle::explore

namespace heddle::check {

template <typename Archive>
void fields(Archive& archive, Options& options) {
  auto& [source, test, loops, runtime, search, model, areDefaults, isSearchFree, tuning, boundExecutions, timeLimit,
         memoryLimit, keepGoing, deadlocks, checkpoint, checkpointEvery, resume, dependence, neverPrunes, peek, shorten,
         sample, jobs, jobsNow, areJobsAsked, secondsAlone, isByRanks, rankTimeout, ranks, estimates] = options;
  all(archive, source, loops, runtime, search, model, areDefaults, isSearchFree, tuning, boundExecutions, timeLimit,
      memoryLimit, keepGoing, deadlocks, checkpoint, resume, dependence, neverPrunes, peek, shorten, sample,
      areJobsAsked, isByRanks, estimates);
  static_cast<void>(test);  // what is expected of the answer; which test it is, the source says
  // How many processes find it out.
  static_cast<void>(jobs);
  static_cast<void>(jobsNow);
  static_cast<void>(secondsAlone);
  static_cast<void>(rankTimeout);
  static_cast<void>(ranks);
  static_cast<void>(checkpointEvery);
}

namespace {

constexpr char kVersion[] = "1";  // of what is in the key, and of what an entry has

std::string stampOf(const std::string& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return file + ":?";
  return file + ":" + std::to_string(info.st_size) + ":" + std::to_string(info.st_mtim.tv_sec) + ":" +
         std::to_string(info.st_mtim.tv_nsec);
}

// The linker's hash of the contents; empty if there is none.
std::string buildIdOf(const dl_phdr_info& object) {
  for (unsigned i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const char*>(object.dlpi_addr + segment.p_vaddr);
    const char* const end = at + segment.p_memsz;
    const auto padded = [](std::size_t size) { return (size + 3) & ~std::size_t{3}; };
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* const name = at + sizeof note;
      const char* const contents = name + padded(note.n_namesz);
      if (contents + note.n_descsz > end) break;
      if (note.n_type == NT_GNU_BUILD_ID && std::string_view(name, note.n_namesz) == std::string_view("GNU", 4))
        return {contents, note.n_descsz};
      at = contents + padded(note.n_descsz);
    }
  }
  return {};
}

// Heddle and all libraries that are loaded: the program calls some of them. Where one has no such hash, the file as it
// is.
std::string loadedObjects() {
  std::vector<std::string> objects;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* to) {
        const std::string name = object->dlpi_name;
        std::string id = buildIdOf(*object);
        if (id.empty()) id = stampOf(name.empty() ? "/proc/self/exe" : name);
        static_cast<std::vector<std::string>*>(to)->push_back(std::move(id));
        return 0;
      },
      &objects);
  std::ranges::sort(objects);
  std::string all;
  for (const std::string& object : objects) all += std::to_string(object.size()) + ":" + object;
  return all;
}

// What locales, time zones and the C library as a whole go by.
constexpr std::array<std::string_view, 8> kOfLibrary{
    "LC_", "LANG", "LOCPATH=", "NLSPATH=", "TZ=", "TZDIR=", "GLIBC_", "MALLOC_"};

std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto begins = [&](std::string_view name) { return text.starts_with(name); };
    if (std::ranges::any_of(kOfLibrary, begins)) variables.emplace_back(text);
  }
  std::ranges::sort(variables);
  return variables;
}

}  // namespace

std::string answerKey(const Options& options, const std::string& linkedBitcode) {
  static const std::string objects = loadedObjects();
  Writer writer;
  std::string version = kVersion, loaded = objects, processor = llvm::sys::getHostCPUName().str(),
              program = linkedBitcode;
  std::vector<std::string> variables = environment();
  Options all = options;
  check::all(writer, version, loaded, processor, variables, all, program);
  llvm::BLAKE3 hash;
  hash.update(writer.take());
  const auto bytes = hash.final();
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

Result<std::string> answerKey(const Options& options) {
  frontend::Source source = options.source;
  source.argumentsOf = runtime::argumentsOf;
  auto program = frontend::linkedBitcode(source);
  if (!program) return program.problem();
  return answerKey(options, *program);
}

}  // namespace heddle::check
