// Explanations of records as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::trace {

/// Role of a step in the explanation of a record; its "kind" as data.
enum class StepKind : std::uint8_t { trigger, wait, decision, back_off, status, next_sync };

/// "trigger", "wait", "decision", "backOff", "status", "nextSync".
[[nodiscard]] std::string_view to_string(StepKind kind) noexcept;

/// One step of an explanation: the outcome, the rule that led to it, and the facts that the rule used. Empty parts are
/// left out of the text.
struct ExplainedStep {
  StepKind kind = StepKind::decision;
  /// A container; empty for the pod.
  std::string_view subject{};
  std::string_view outcome{};
  std::string_view rule{};
  std::string_view facts{};
  /// "1.17.0, KEP-950": the release and the upstream change that brought the rule.
  std::string_view since{};
};

/// Returns the step as one line: "app: restarted: restartPolicy allows it. (exited 1)",
/// "sync triggered by PLEG: the relist at 10.307s saw app exit".
[[nodiscard]] std::string to_sentence(const ExplainedStep& step);

/// Returns the lines of an explanation: outcomes first, one per container, then what triggered the sync, then what
/// comes next. Steps that are marked as a detail are left out.
[[nodiscard]] std::vector<std::string> lines_of(const nlohmann::ordered_json& explanation);

/// The part of a sync's explanation that decides whether it repeats the sync before.
struct SyncOutcomeText {
  /// Lines about what was done.
  std::vector<std::string> lines{};
  /// Only the worker's timer has triggered the sync.
  bool is_timed = false;
  /// A back-off kept the sync from starting a container.
  bool is_in_back_off = false;
};

[[nodiscard]] SyncOutcomeText outcome_of(const nlohmann::ordered_json& explanation);

/// Breaks a line between words, at most `width` characters each; later lines are indented by two. A word that is longer
/// than a line is broken.
[[nodiscard]] std::vector<std::string> wrap_line(std::string_view line, std::size_t width);

}  // namespace podreel::trace
