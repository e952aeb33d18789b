// What the parts of one decision share: the input, the actions found so far, and the reasons if they are wanted.
#pragma once

#include <string>
#include <string_view>

#include "engine/decide/kill_reason.hpp"
#include "engine/decide/pod_actions.hpp"
#include "engine/decide/rules.hpp"

namespace podreel::decide {

class Decision {
 public:
  Decision(const Observed& observed, PodActions& actions, Reasons* reasons)
      : observed_(observed), actions_(actions), reasons_(reasons) {}

  [[nodiscard]] const Observed& observed() const noexcept { return observed_; }
  [[nodiscard]] const api::PodSpec& spec() const noexcept { return *observed_.pod.spec; }
  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return observed_.behaviour; }
  [[nodiscard]] PodActions& actions() noexcept { return actions_; }

  /// The newest instance of a container; null if there is none.
  [[nodiscard]] const runtime::ContainerStatus* status_of(const api::Container& container) const noexcept;
  [[nodiscard]] bool is_sidecar(const api::Container& init_container) const noexcept;
  [[nodiscard]] bool has_changed(const api::Container& container, const runtime::ContainerStatus& status) const;

  void kill(const runtime::ContainerStatus& container, std::string message, std::string_view reason);

  /// Writes a step down if reasons are wanted. `found` is called for its text only then.
  template <class Found>
  void because(std::string_view subject, const Rule& rule, std::string_view effect, Found found) {
    if (reasons_ != nullptr) add_reason(subject, rule, effect, std::string(found()));
  }

 private:
  void add_reason(std::string_view subject, const Rule& rule, std::string_view effect, std::string found);

  const Observed& observed_;
  PodActions& actions_;
  Reasons* reasons_;
};

/// A step as it is written down: with the release and the upstream change that brought its rule.
[[nodiscard]] Reason reason_of(const Rule& rule, const release::Behaviour& behaviour, std::string_view subject,
                               std::string found, std::string_view effect = {});

/// The result that a probe's manager holds for a container; null if it has none.
[[nodiscard]] const ProbeResult* find_result(const ProbeResults& results, std::string_view container_id);
[[nodiscard]] bool has_failed(const ProbeResults& results, std::string_view container_id);

/// "running", "exited with code 1 (OOMKilled)", "does not exist" …
[[nodiscard]] std::string describe(const runtime::ContainerStatus* container);
/// "exited with code 1, restartPolicy is Never".
[[nodiscard]] std::string describe(const runtime::ContainerStatus* container, api::RestartPolicy policy);

/// "there is no sandbox", "sb1 is ready", "sb1 is not ready, …".
[[nodiscard]] std::string describe_sandboxes(const runtime::PodStatus& status);

}  // namespace podreel::decide
