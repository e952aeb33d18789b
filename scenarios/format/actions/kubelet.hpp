// stopKubelet, startKubelet.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "scenarios/format/actions/action.hpp"

namespace podreel::actions {

class StopKubelet final : public Kind<StopKubelet> {
 public:
  static constexpr std::string_view kind = "stopKubelet";
  /// A crash (SIGKILL) instead of SIGTERM.
  bool kill = false;

  void check(PlannedNode& node) const override;
  void perform(ActionContext& context) const override;
};

/// Settings that are not given stay unchanged.
class StartKubelet final : public Kind<StartKubelet> {
 public:
  static constexpr std::string_view kind = "startKubelet";
  std::optional<release::Release> version{};
  std::optional<release::FeatureGates> feature_gates{};
  std::optional<decide::PolicySettings> identity_policy{};
  std::optional<kubelet::KubeletConfiguration> config{};
  std::optional<api::ResourceList> allocatable{};

  void check(PlannedNode& node) const override;
  void perform(ActionContext& context) const override;

  /// Applies the given settings.
  void change(format::KubeletSettings& settings) const;
};

/// Returns the release that `action` gives a new kubelet; no value if it starts none, or keeps the release.
[[nodiscard]] std::optional<release::Release> started_release(const Action& action);

/// Returns the settings of the kubelet that `action` starts after one with `before`; no value if it starts none.
[[nodiscard]] std::optional<format::KubeletSettings> started_kubelet(const Action& action,
                                                                     format::KubeletSettings before);

/// Returns the fields of a startKubelet that only a simulated kubelet obeys, such as "allocatable"; none for other
/// actions.
[[nodiscard]] std::vector<std::string_view> simulated_settings(const Action& action);

/// Returns whether `action` changes nothing of the node but its kubelet and the kubelet's settings.
[[nodiscard]] bool replaces_kubelet(const Action& action);

/// Stops it with SIGTERM.
[[nodiscard]] ActionPtr stop_kubelet();
/// Starts it with unchanged settings.
[[nodiscard]] ActionPtr start_kubelet();
/// Starts it with that release.
[[nodiscard]] ActionPtr start_kubelet(release::Release version);

}  // namespace podreel::actions
