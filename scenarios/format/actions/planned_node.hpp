// State of the node during a timeline, as far as it is known before the run.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/actions/planned_patches.hpp"
#include "scenarios/format/actions/pod_facts.hpp"
#include "scenarios/format/settings/node_settings.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::actions {

/// State that the checks of actions use and change.
class PlannedNode {
 public:
  /// Reports settings with which the first kubelet does not start, or which it ignores. `reading` must outlive the
  /// planned node.
  PlannedNode(const format::NodeSettings& node, format::Reading& reading);

  /// Sets the step whose action is checked next; steps are in order of time.
  void begin_step(api::Mark mark, std::string path, sim::Duration at);
  /// Reports a problem of this step.
  void problem(const std::string& message) const;
  /// Warns that a part of this step has no effect.
  void warning(const std::string& message) const;
  /// Called after the last step: warns of settings that all kubelets of the timeline ignore.
  void finish() const;

  void created(const std::string& pod, const nlohmann::json& object);
  /// All pods that are ever created ("namespace/name", static pods as in the API), with everything that they ever have.
  using Pods = std::map<std::string, PodFacts, std::less<>>;
  [[nodiscard]] Pods pods_ever() const;
  /// Whether some kubelet removes images only because of their age.
  [[nodiscard]] bool removes_old_images() const noexcept { return removes_old_images_; }

  /// This step shuts the node down within `takes`, forever, or until it boots with its kubelet.
  void go_down(sim::Duration takes, std::optional<sim::Duration> down_for);
  /// This step disconnects the node from the API server for that time.
  void cut_network(sim::Duration duration);
  /// Whether the kubelet runs, or may run while its node shuts down.
  [[nodiscard]] bool kubelet_may_run() const noexcept { return kubelet_runs || (is_down_ && at_ <= goes_down_until_); }

  /// This step's action `start` starts a kubelet with the present settings; the flags name those that it sets itself.
  void start_kubelet(std::string_view start, bool has_release_or_gates, bool has_config);

  format::KubeletSettings kubelet;
  bool kubelet_runs;
  bool api_server_runs = true;
  PlannedPatches patches;
  /// Names in use.
  std::set<std::string, std::less<>> pods{};
  /// By path.
  std::set<std::string, std::less<>> static_pods{};
  /// Changes that steps make to existing pods, by pod.
  std::map<std::string, PodFacts, std::less<>> changes{};

 private:
  void report_settings(const std::string& gates_path);

  format::Reading& reading_;
  api::Mark mark_{};
  std::string path_{};
  sim::Duration at_{};
  /// Includes a shutdown in progress.
  bool is_down_ = false;
  sim::Duration goes_down_until_{};
  std::optional<sim::Duration> boots_at_{};
  /// End of the last disconnection.
  sim::Duration cut_until_{};
  Pods created_{};
  bool receives_container_events_ = false;
  bool removes_old_images_ = false;
  bool adds_service_account_volume_;
  /// Path of the current KubeletConfiguration.
  std::string config_path_ = "spec.node.kubelet.config";
};

}  // namespace podreel::actions
