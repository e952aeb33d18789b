// The state of one decision: its input, the actions found so far, and the reasons if they are wanted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/decide/kill_reason.hpp"
#include "engine/decide/pod_actions.hpp"
#include "engine/decide/rules.hpp"
#include "engine/memory/text.hpp"

namespace podreel::decide {

class Decision {
 public:
  Decision(const Observed& observed, PodActions& actions, Reasons* reasons)
      : observed_(observed), actions_(actions), reasons_(reasons), first_(reasons == nullptr ? 0 : reasons->size()) {}

  [[nodiscard]] const Observed& observed() const noexcept { return observed_; }
  [[nodiscard]] const api::PodSpec& spec() const noexcept { return *observed_.pod.spec; }
  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return observed_.behaviour; }
  [[nodiscard]] PodActions& actions() noexcept { return actions_; }

  /// The newest instance of a container; null if there is none.
  [[nodiscard]] const runtime::ContainerStatus* status_of(const api::Container& container) const noexcept;
  [[nodiscard]] bool is_sidecar(const api::Container& init_container) const noexcept;
  [[nodiscard]] bool has_changed(const api::Container& container, const runtime::ContainerStatus& status) const;

  void kill(const runtime::ContainerStatus& container, std::string message, std::string_view reason);

  /// Changes the steps that start a container, since it is not started after all.
  void withdraw_start(std::string_view container);

  /// Adds a step if reasons are wanted; only then `found` is called for its text.
  template <class Found>
  void because(std::string_view subject, const Rule& rule, std::string_view effect, Found found) {
    if (reasons_ != nullptr) add_reason(subject, rule, effect, memory::Text{found()});
  }

  /// Sets the effect of this decision's first step, where it depends on the steps after it.
  void settle_first(std::string_view effect);

 private:
  void add_reason(std::string_view subject, const Rule& rule, std::string_view effect, memory::Text found);

  const Observed& observed_;
  PodActions& actions_;
  Reasons* reasons_;
  /// Index of the decision's first step in `reasons_`.
  std::size_t first_;
};

/// Returns a step with the release and the upstream change that brought its rule.
[[nodiscard]] Reason reason_of(const Rule& rule, const release::Behaviour& behaviour, std::string_view subject,
                               memory::Text found, std::string_view effect = {});

/// The result that a probe's manager holds for a container; null if it has none.
[[nodiscard]] const ProbeResult* find_result(const ProbeResults& results, std::string_view container_id);
[[nodiscard]] bool has_failed(const ProbeResults& results, std::string_view container_id);

/// Effect of starting a container whose newest instance is `container`: "started" or "restarted".
[[nodiscard]] std::string_view start_effect(const runtime::ContainerStatus* container) noexcept;

/// "running", "exited 1, OOMKilled", "does not exist" …
[[nodiscard]] memory::Text describe(const runtime::ContainerStatus* container);
/// "exited 1; restartPolicy Never".
[[nodiscard]] memory::Text describe(const runtime::ContainerStatus* container, api::RestartPolicy policy);

/// "none exists", "sandbox sb1 is ready", "sandbox sb1 is not ready, …".
[[nodiscard]] memory::Text describe_sandboxes(const runtime::PodStatus& status);

}  // namespace podreel::decide
