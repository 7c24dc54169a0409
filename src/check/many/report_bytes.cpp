#include "check/many/report_bytes.h"

// Found by the containers of bytes.h where these are instantiated: in the namespaces of the types.
#include "check/many/bytes.h"

namespace heddle::core {

using check::all;
using check::fields;

template <typename Archive>
void fields(Archive& archive, Place& place) {
  auto& [file, line, column, function] = place;
  all(archive, file, line, column, function);
}
template <typename Archive>
void fields(Archive& archive, GraphNode& node) {
  auto& [kind, index, reads, rf, co, later, location] = node;
  all(archive, kind, index, reads, rf, co, later, location);
}
template <typename Archive>
void fields(Archive& archive, TraceLine& line) {
  auto& [thread, place, op, object, order, value, note, visible, culprit, matters, library, isInternal, step, node,
         sw] = line;
  all(archive, thread, place, op, object, order, value, note, visible, culprit, matters, library, isInternal, step,
      node, sw);
}
template <typename Archive>
void fields(Archive& archive, Caller& caller) {
  auto& [place, through] = caller;
  all(archive, place, through);
}
template <typename Archive>
void fields(Archive& archive, CallPath& path) {
  auto& [what, thread, place, through, callers] = path;
  all(archive, what, thread, place, through, callers);
}
template <typename Archive>
void fields(Archive& archive, Explained& explained) {
  auto& [kind, message, place, thread, through, callers, others] = explained;
  all(archive, kind, message, place, thread, through, callers, others);
}
template <typename Archive>
void fields(Archive& archive, Stopped& stopped) {
  auto& [message, place] = stopped;
  all(archive, message, place);
}
template <typename Archive>
void fields(Archive& archive, ScheduleStep& step) {
  auto& [thread, choice, stops] = step;
  all(archive, thread, choice, stops);
}
template <typename Archive>
void fields(Archive& archive, Trace& trace) {
  auto& [lines, blocks, output, violation, stopped, schedule, isGraph] = trace;
  all(archive, lines, blocks, output, violation, stopped, schedule, isGraph);
}
template <typename Archive>
void fields(Archive& archive, Violation& violation) {
  auto& [kind, message, site, thread, addr, size, steps] = violation;
  all(archive, kind, message, site, thread, addr, size, steps);
}
template <typename Archive>
void fields(Archive& archive, Step& step) {
  auto& [thread, stops, choice] = step;
  all(archive, thread, stops, choice);
}
template <typename Archive>
void fields(Archive& archive, Found& found) {
  auto& [violation, schedule, executions, isGraph, isWhole] = found;
  all(archive, violation, schedule, executions, isGraph, isWhole);
}
template <typename Archive>
void fields(Archive& archive, ExecutionCounts& counts) {
  auto& [complete, blocked, violated, redundant, cut] = counts;
  all(archive, complete, blocked, violated, redundant, cut);
}
template <typename Archive>
void fields(Archive& archive, Broken& broken) {
  auto& [assumption, site, why, addr, bytes] = broken;
  all(archive, assumption, site, why, addr, bytes);
}
template <typename Archive>
void fields(Archive& archive, SetAside& setAside) {
  auto& [rule, accesses, stayPlain, functions] = setAside;
  all(archive, rule, accesses, stayPlain, functions);
}
template <typename Archive>
void fields(Archive& archive, Outcome& outcome) {
  auto& [verdict, found, executions, sampled, why, limitations, remarks, guarantee, whyCut, stopSchedule, stopIsGraph,
         broken, isUnfinished, expected, evidence, madePartsVoid, mustBeOnePart, seconds] = outcome;
  all(archive, verdict, found, executions, sampled, why, limitations, remarks, guarantee, whyCut, stopSchedule,
      stopIsGraph, broken, isUnfinished, expected, evidence, madePartsVoid, mustBeOnePart, seconds);
}

}  // namespace heddle::core

namespace heddle::report {

using check::all;
using check::fields;

template <typename Archive>
void fields(Archive& archive, PhaseSeconds& phase) {
  auto& [name, seconds] = phase;
  all(archive, name, seconds);
}
template <typename Archive>
void fields(Archive& archive, Finding& finding) {
  auto& [trace, executions] = finding;
  all(archive, trace, executions);
}
template <typename Archive>
void fields(Archive& archive, Bounded::Look& look) {
  auto& [depth, threads, seconds, conflicts, bytes, decisions, nodes] = look;
  all(archive, depth, threads, seconds, conflicts, bytes, decisions, nodes);
}
template <typename Archive>
void fields(Archive& archive, Bounded& bounded) {
  auto& [depth, isOfEach, encoding, solver, looks] = bounded;
  all(archive, depth, isOfEach, encoding, solver, looks);
}
template <typename Archive>
void fields(Archive& archive, Test& test) {
  auto& [name, place, expects, program] = test;
  all(archive, name, place, expects, program);
}
template <typename Archive>
void fields(Archive& archive, nlohmann::ordered_json& json) {
  std::string text;
  if constexpr (!Archive::kReads) text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  fields(archive, text);
  if constexpr (Archive::kReads) json = nlohmann::ordered_json::parse(text, nullptr, false);
}
template <typename Archive>
void fields(Archive& archive, Report& report) {
  auto& [test, files, flags, flagsOfFiles, search, model, isDecidedByCode, isGuided, promises, notes, setAside, options,
         seconds, outcome, findings, stop, replayFile, checkpointFile, bounded, isResumedToEnd, isCached, exitCode,
         directory, repository] = report;
  all(archive, test, files, flags, flagsOfFiles, search, model, isDecidedByCode, isGuided, promises, notes, setAside);
  fields(archive, options);
  all(archive, seconds, outcome, findings, stop, replayFile, checkpointFile, bounded, isResumedToEnd, isCached,
      exitCode, directory, repository);
}

}  // namespace heddle::report

namespace heddle::check {

std::string toBytes(report::Report report) {
  Writer writer;
  fields(writer, report);
  return writer.take();
}

std::optional<report::Report> reportFrom(std::string_view bytes) {
  Reader reader(bytes);
  report::Report report;
  fields(reader, report);
  if (!reader.isWhole()) return std::nullopt;
  return report;
}

}  // namespace heddle::check
