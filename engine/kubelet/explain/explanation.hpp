// What led to a record, step by step.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/decide/pod_actions.hpp"
#include "engine/decide/rules.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// A step: what was found, which rule applied, and what followed. `subject` is a container, empty for the pod.
struct Step {
  const decide::Rule& rule;
  std::string subject{};
  std::string found{};
  std::string effect{};
  /// Further members of the step, for programs.
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();
};

/// Collects the steps of one record, each as decide::to_json() has it, with its "sentence". Instants stand in "times",
/// by name: seconds since the start of the run, as `t` of a record.
class Explanation {
 public:
  /// Instants are counted from there.
  explicit Explanation(sim::Time start) noexcept : start_{start} {}

  void add(const decide::Reason& reason);
  void add(Step step);
  /// The same with instants.
  void add(Step step, std::initializer_list<std::pair<const char*, sim::Time>> times);
  /// Steps of another one.
  void append(const nlohmann::ordered_json& steps);

  /// "10.219s".
  [[nodiscard]] std::string told(sim::Time time) const;
  /// "1m20s", "89ms": without what is finer than a millisecond.
  [[nodiscard]] static std::string told(sim::Duration span);
  /// As a number of seconds.
  [[nodiscard]] static nlohmann::ordered_json seconds(sim::Duration span);

  [[nodiscard]] const nlohmann::ordered_json& steps() const noexcept { return steps_; }
  /// Null if there is no step.
  [[nodiscard]] std::shared_ptr<const nlohmann::ordered_json> take();

 private:
  void add(const decide::Reason& reason, nlohmann::ordered_json facts);

  sim::Time start_;
  nlohmann::ordered_json steps_ = nlohmann::ordered_json::array();
};

/// What a sync says of itself to the worker, which adds what it knows.
struct ExplainedSync {
  nlohmann::ordered_json steps;
  /// When the last of the back-offs ends that kept the sync from doing something; no value if there was none.
  std::optional<sim::Time> refused_until{};
};

}  // namespace podreel::kubelet
