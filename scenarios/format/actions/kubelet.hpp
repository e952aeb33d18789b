// stopKubelet, startKubelet.
#pragma once

#include <optional>

#include "scenarios/format/actions/action.hpp"

namespace podreel::actions {

class StopKubelet final : public Kind<StopKubelet> {
 public:
  static constexpr std::string_view kind = "stopKubelet";
  /// A crash (SIGKILL) instead of SIGTERM.
  bool kill = false;

  void check(PlannedNode& node) const override;
  void perform(World& world) const override;
};

/// What is not said stays as it was before the kubelet stopped.
class StartKubelet final : public Kind<StartKubelet> {
 public:
  static constexpr std::string_view kind = "startKubelet";
  std::optional<release::Release> version{};
  std::optional<release::FeatureGates> feature_gates{};
  std::optional<decide::PolicySettings> identity_policy{};
  std::optional<kubelet::KubeletConfiguration> config{};
  std::optional<api::ResourceList> allocatable{};

  void check(PlannedNode& node) const override;
  void perform(World& world) const override;

  /// What it says, in the place of what was.
  void change(language::KubeletSettings& settings) const;
};

/// The release that a new kubelet has; nothing where `action` starts none, or one as it was.
[[nodiscard]] std::optional<release::Release> started_release(const Action& action);

/// The kubelet that `action` starts where the last one was `before`; nothing where it starts none.
[[nodiscard]] std::optional<language::KubeletSettings> started_kubelet(const Action& action,
                                                                       language::KubeletSettings before);

/// By SIGTERM.
[[nodiscard]] ActionPtr stop_kubelet();
/// As it was.
[[nodiscard]] ActionPtr start_kubelet();
/// Of that release.
[[nodiscard]] ActionPtr start_kubelet(release::Release version);

}  // namespace podreel::actions
