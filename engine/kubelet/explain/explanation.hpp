// Explanations of records, as data.
#pragma once

#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "engine/decide/pod_actions.hpp"
#include "engine/decide/rules.hpp"
#include "engine/sim/time.hpp"
#include "engine/trace/explanation_text.hpp"

namespace podreel::kubelet {

/// One step: the facts, the rule that applied to them, and the outcome. `subject` is a container, empty for the pod.
struct ExplanationStep {
  const decide::Rule& rule;
  trace::StepKind kind = trace::StepKind::decision;
  std::string subject{};
  std::string found{};
  std::string effect{};
  /// Left out of the timeline as text.
  bool is_detail = false;
  /// Further members of the step, for programs.
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();
};

/// Collects the steps of one record, as decide::to_json() has them, each with its "kind" and "sentence". "times" are
/// seconds since the start of the run, as `t` of a record.
class Explanation {
 public:
  /// Times are counted from `start`.
  explicit Explanation(sim::Time start) noexcept : start_{start} {}

  using Times = std::initializer_list<std::pair<const char*, sim::Time>>;

  /// Adds a step of a decision.
  void add(const decide::Reason& reason, bool is_detail = false);
  void add(ExplanationStep step, Times times = {});
  /// Adds steps of another explanation.
  void append(const nlohmann::ordered_json& steps);

  /// "10.219s".
  [[nodiscard]] std::string time_text(sim::Time time) const;
  /// "1m20s", "89ms": rounded down to milliseconds.
  [[nodiscard]] static std::string duration_text(sim::Duration span);
  /// Number of seconds.
  [[nodiscard]] static nlohmann::ordered_json seconds(sim::Duration span);

  [[nodiscard]] const nlohmann::ordered_json& steps() const noexcept { return steps_; }
  /// Null if there is no step.
  [[nodiscard]] std::shared_ptr<const nlohmann::ordered_json> take();

 private:
  void add(const decide::Reason& reason, trace::StepKind kind, bool is_detail, const nlohmann::ordered_json& facts);

  sim::Time start_;
  nlohmann::ordered_json steps_ = nlohmann::ordered_json::array();
};

/// The back-off that refused a start or a pull, and ends last.
struct PendingBackOff {
  std::string container;
  sim::Time ends{};
};

/// The explanation of a sync, to which its worker adds causes and the next sync.
struct ExplainedSync {
  nlohmann::ordered_json steps;
  std::optional<PendingBackOff> back_off{};
};

}  // namespace podreel::kubelet
