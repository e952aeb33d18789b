#include "scenarios/language/pod_judge.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::language {

namespace {

/// A pod during part of a span: from when on, and how it was (null: there was none).
struct Phase {
  sim::Time since{};
  const nlohmann::json* object = nullptr;
};

/// How the pod was in the span: first as it was when the span began, then every version of it.
std::vector<Phase> phases(const PodPattern& pod, sim::Time from, sim::Time until, const RunHistory& history) {
  std::vector<Phase> result{{from, nullptr}};
  const auto found = history.pods.find(pod.pod);
  if (found == history.pods.end()) return result;
  for (const PodVersion& version : found->second) {
    if (version.since > until) break;
    if (version.since <= from) {
      result.front().object = version.object.get();
    } else {
      result.push_back({version.since, version.object.get()});
    }
  }
  return result;
}

std::vector<Phase> phases(const PodPattern& pod, const Span& span, const RunHistory& history) {
  const sim::Time until = span.until ? std::min(history.start + *span.until, history.end) : history.end;
  return phases(pod, history.start + span.from, until, history);
}

/// What is otherwise than expected; empty if nothing.
std::vector<Difference> differences_of(const PodPattern& pod, const Phase& phase) {
  const bool exists = phase.object != nullptr;
  if (!exists && !pod.exists) return {};
  if (exists != pod.exists) return {{"", pod.exists ? "a pod" : "no pod", exists ? "a pod" : "no pod"}};
  return differences(pod.matches, *phase.object);
}

Verdict held() {
  Verdict verdict;
  verdict.held = true;
  return verdict;
}

Verdict otherwise(std::string seen, std::vector<Difference> found) {
  Verdict verdict;
  verdict.seen = std::move(seen);
  verdict.differences = std::move(found);
  return verdict;
}

/// Whether the pod came to be so after the span, and when.
std::string when_reached(const PodReaches& expected, const RunHistory& history) {
  constexpr const char* never = "it never was so";
  if (!expected.span.until) return never;
  const sim::Time end_of_span = history.start + *expected.span.until;
  for (const Phase& phase : phases(expected.pod, end_of_span, history.end, history)) {
    if (!differences_of(expected.pod, phase).empty()) continue;
    return fmt::format("it was so only from {} on", time_text(phase.since, history));
  }
  return never;
}

}  // namespace

Verdict judge_pod(const PodAt& expected, const RunHistory& history) {
  const sim::Time at = expected.at ? history.start + *expected.at : history.end;
  if (at > history.end) {
    return otherwise(
        fmt::format("the run ended at {}, before {}", time_text(history.end, history), time_text(at, history)), {});
  }
  std::vector<Difference> found = differences_of(expected.pod, phases(expected.pod, at, at, history).front());
  if (found.empty()) return held();
  return otherwise(fmt::format("at {} it was otherwise", time_text(at, history)), std::move(found));
}

Verdict judge_pod(const PodReaches& expected, const RunHistory& history) {
  std::optional<Phase> nearest;
  std::vector<Difference> fewest;
  for (const Phase& phase : phases(expected.pod, expected.span, history)) {
    std::vector<Difference> found = differences_of(expected.pod, phase);
    if (found.empty()) return held();
    if (nearest && found.size() > fewest.size()) continue;
    nearest = phase;
    fewest = std::move(found);
  }
  return otherwise(
      fmt::format("{}; the nearest, from {} on", when_reached(expected, history), time_text(nearest->since, history)),
      std::move(fewest));
}

Verdict judge_pod(const PodAlways& expected, const RunHistory& history) {
  for (const Phase& phase : phases(expected.pod, expected.span, history)) {
    std::vector<Difference> found = differences_of(expected.pod, phase);
    if (found.empty()) continue;
    return otherwise(fmt::format("from {} on it was otherwise", time_text(phase.since, history)), std::move(found));
  }
  return held();
}

Verdict judge_pod(const PodNever& expected, const RunHistory& history) {
  for (const Phase& phase : phases(expected.pod, expected.span, history)) {
    if (!differences_of(expected.pod, phase).empty()) continue;
    return otherwise(fmt::format("from {} on it was so", time_text(phase.since, history)), {});
  }
  return held();
}

}  // namespace podreel::language
