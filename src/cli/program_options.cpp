// Options about the program under test: its files, what it may do, what it reads.
#include "cli/command_options.h"
#include "cli/option_kinds.h"
#include "core/layout.h"

namespace heddle::cli {
namespace {

using core::layout::kKiB;

constexpr char kGroup[] = "Program under test";
constexpr std::uint64_t kLeastStack = 16 * kKiB, kLeastHeap = 64 * kKiB;

void addSizes(CLI::App& command, runtime::Options& options) {
  const auto count = countsOf(command, kGroup);
  count("--step-limit", options.stepLimit, "Loop iterations between two visible operations", 1, kMost64);
  count("--max-events", options.eventLimit, "Visible operations of one execution", 1, 8'000'000);
  count("--stack-size", options.stackBytes, "Bytes of stack of each thread", kLeastStack, core::layout::kMostStack);
  count("--heap", options.heapBytes, "Bytes that each thread may allocate", kLeastHeap, core::layout::kMostHeap);
  count("--bound-threads", options.boundThreads,
        "Each thread starts at most N threads, and these again\nthreads for N generations (0: no bound)", 0,
        kMaxThreads);
}

void addWaiting(CLI::App& command, runtime::Options& options) {
  countsOf(command, kGroup)("--spurious-wakeups", options.spuriousWakeups,
                            "How often each thread may return from a wait at a condition\nvariable that nobody has "
                            "signalled (by itself: once, if a\nwait is in no loop that tests again)",
                            0, 100);
  command
      .add_flag("--prefer-writers", options.prefersWriters,
                "Read-write locks let nobody read while somebody waits to write")
      ->group(kGroup);
}

void addCalls(CLI::App& command, runtime::Options& options) {
  command
      .add_option("--allow-external", options.allowExternal,
                  "Call this function although Heddle does not know it\n(may be repeated)")
      ->allow_extra_args(false)
      ->group(kGroup)
      ->type_name("NAME");
  command
      .add_flag_function(
          "--no-sandbox", [&options](std::int64_t) { options.sandbox = false; },
          "Let the program make any system call: also those that change\nfiles, start processes or use the network")
      ->group(kGroup);
}

}  // namespace

void addSource(CLI::App& command, frontend::Source& source) {
  command.add_option("FILE", source.files, "Source files (.c .cpp ...), or .bc / .ll");
  command
      .add_option(
          "-p,--compile-commands", source.database,
          "A compile_commands.json, or the directory that has it:\nthe files are compiled with its -I, -D, -std "
          "and the like")
      ->group(kGroup)
      ->type_name("PATH");
  command.footer(
      "-I -D -U -std= -O2 -Wall -g and the like, and everything after --, go to clang;\n"
      "everything after --args to the program.\n"
      "Exit code: 0 safe, 1 violation, 2 bad usage or input, 3 inconclusive.");
}

void addProgramOptions(CLI::App& command, CheckOptions& options) {
  static const std::map<std::string, runtime::PlainPolicy> kPolicies{{"race", runtime::PlainPolicy::Race},
                                                                     {"interleave", runtime::PlainPolicy::Interleave}};
  addNamed(command, "--plain", options.runtime.plain, kPolicies,
           "Plain accesses: race (default; report unordered ones) or\ninterleave (explore their orders)")
      ->group(kGroup)
      ->type_name("POLICY");
  addSizes(command, options.runtime);
  command
      .add_flag("--exit-status", options.runtime.exitStatusCounts,
                "An exit status other than 0 (exit(1), return 1 of main)\nis a violation")
      ->group(kGroup);
  countsOf(command, kGroup)("--nondet-range", options.runtime.nondetRange,
                            "Values of __VERIFIER_nondet_int and the like: 0 .. N-1", 1, 1U << 20);
  command.add_option("--stdin", options.runtime.inputFile, "What the program reads from standard input")
      ->group(kGroup)
      ->type_name("FILE");
  addWaiting(command, options.runtime);
  addCalls(command, options.runtime);
  addRacyOptions(command, options.source.racy, kGroup);
}

void addRacyOptions(CLI::App& command, transform::RacyCode& racy, const std::string& group) {
  static const std::map<std::string, bool> kVolatile{{"plain", false}, {"relaxed", true}};
  addNamed(command, "--volatile", racy.volatileIsRelaxed, kVolatile,
           "Volatile accesses: plain (default; those that are unordered are\ndata races) or relaxed (they are relaxed "
           "atomic accesses)")
      ->group(group)
      ->type_name("POLICY");
  command
      .add_option("--suppressions", racy.file,
                  "Lines race:function:GLOB and race:file:GLOB: plain accesses\nthere are relaxed atomic ones")
      ->group(group)
      ->type_name("FILE");
}

}  // namespace heddle::cli
