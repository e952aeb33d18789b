// Expectations of a scenario for its run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"

namespace podreel::format {

/// A partial tree (match.hpp).
using Pattern = nlohmann::json;

/// A record of the timeline that matches this, compared with the output of `podreel run -o jsonl`.
struct RecordPattern {
  /// "event", "call" or "record": the field in the input.
  std::string written_as;
  Pattern pattern;
};

/// State of a pod.
struct PodPattern {
  /// "namespace/name".
  std::string pod;
  /// Ignored if `exists` is false.
  Pattern matches = Pattern::object();
  /// If false, the API does not have such a pod (any more).
  bool exists = true;
};

/// Allowed number of matches.
struct Count {
  std::uint64_t at_least = 1;
  std::optional<std::uint64_t> at_most;
};

/// Part of a run, inclusive. Without `until`, to the end of the run.
struct Span {
  sim::Duration from{};
  std::optional<sim::Duration> until;
};

/// The pod matches at one instant, after all events of that instant.
struct PodAt {
  PodPattern pod;
  /// No value: at the end of the run.
  std::optional<sim::Duration> at;
};

/// The pod matches at some instant of the span.
struct PodReaches {
  PodPattern pod;
  Span span;
};

struct PodAlways {
  PodPattern pod;
  Span span;
};

struct PodNever {
  PodPattern pod;
  Span span;
};

/// Maximum total time in the span in which the pod does not match or is deleted, after it was first Ready.
struct PodDowntime {
  /// The pod is Ready.
  PodPattern pod;
  sim::Duration at_most{};
  Span span;
};

/// Number of matching records in the span. `never` is a count of at most 0.
struct Records {
  RecordPattern record;
  Span span;
  Count count;
};

/// Matching records occur in this order in the span; others may be between them.
struct Order {
  std::vector<RecordPattern> records;
  Span span;
};

/// An invariant of the library (scenarios/checks/invariants) holds in the whole run; known faults of releases are not
/// excused.
struct Keeps {
  std::string invariant;
};

struct Choice;

/// A question for the reader with exactly one right choice.
struct Question {
  /// The time of the question: nothing from that time on has been shown.
  sim::Duration at{};
  std::string ask;
  /// Two to four.
  std::vector<Choice> choices;
};

/// Runs to which an expectation applies; an empty condition applies to all.
struct When {
  /// The kubelet's release at the start is in one of these; empty: any release.
  std::vector<release::ReleaseRange> kubelet;
  /// Variables and their required values.
  std::map<std::string, std::string> variables;
};

struct Expectation {
  std::variant<PodAt, PodReaches, PodAlways, PodNever, PodDowntime, Records, Order, Keeps, Question> what;
  When when;
  /// Reason for the expectation, for the reader.
  std::string because;
  /// The source in one line.
  std::string text;
  api::Mark mark;
};

/// An answer to a question.
struct Choice {
  std::string answer;
  /// Holds in the run exactly if this is the right answer.
  Expectation right_if;
  /// Explains why it is right or wrong, for the reader.
  std::string because;
};

}  // namespace podreel::format
