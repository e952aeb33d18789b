// What a scenario expects of its run.
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

namespace podreel::language {

/// A partial tree (match.hpp).
using Pattern = nlohmann::json;

/// A record of the timeline that looks like this: compared with the record as `podreel run -o jsonl` writes it.
struct RecordPattern {
  /// "event", "call" or "record": how it was written.
  std::string written_as;
  Pattern pattern;
};

/// How a pod is.
struct PodPattern {
  /// "namespace/name".
  std::string pod;
  /// Not looked at if `exists` is false.
  Pattern matches = Pattern::object();
  /// False: the API has no such pod (any more).
  bool exists = true;
};

/// How often something must be found.
struct Count {
  std::uint64_t at_least = 1;
  std::optional<std::uint64_t> at_most;
};

/// Part of a run, its ends included. No `until`: to the end of the run.
struct Span {
  sim::Duration from{};
  std::optional<sim::Duration> until;
};

/// The pod is so at one instant, after all that happens at that instant.
struct PodAt {
  PodPattern pod;
  /// No value: at the end of the run.
  std::optional<sim::Duration> at;
};

/// The pod has been so at some instant of the span.
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

/// From when the pod is Ready for the first time on, it is otherwise, or gone, for so long in all; of that what lies in
/// the span.
struct PodDowntime {
  /// That it is Ready.
  PodPattern pod;
  sim::Duration at_most{};
  Span span;
};

/// So many records in the span look like this. `never` is a count of at most 0.
struct Records {
  RecordPattern record;
  Span span;
  Count count;
};

/// Records like these follow one another in the span, others between them allowed.
struct Order {
  std::vector<RecordPattern> records;
  Span span;
};

/// An invariant of the library (scenarios/checks/invariants) holds in the whole run; what releases are known to get
/// wrong is no excuse.
struct Keeps {
  std::string invariant;
};

struct Choice;

/// What people are asked before they look: exactly one of the choices is right.
struct Question {
  /// When it is asked: nothing has been shown of what comes then or later.
  sim::Duration at{};
  std::string ask;
  /// Two to four.
  std::vector<Choice> choices;
};

/// In which runs an expectation is judged; an empty condition holds in all.
struct When {
  /// The kubelet's release at the start is in any of these; empty: any release.
  std::vector<release::ReleaseRange> kubelet;
  /// Variables with the values that they must have.
  std::map<std::string, std::string> variables;
};

struct Expectation {
  std::variant<PodAt, PodReaches, PodAlways, PodNever, PodDowntime, Records, Order, Keeps, Question> what;
  When when;
  /// Why it is expected, for people.
  std::string because;
  /// As it is written, in one line.
  std::string text;
  api::Mark mark;
};

/// An answer to a question.
struct Choice {
  std::string answer;
  /// What the run shows if this is the right one, and only then.
  Expectation right_if;
  /// Why it is right, or why it is not, for people.
  std::string because;
};

}  // namespace podreel::language
