// The node as a timeline changes it, as far as that is known before the timeline is run.
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

/// What the checks of actions ask and change.
class PlannedNode {
 public:
  /// Reports what of the settings the first kubelet does not start with, or does not obey. `reading` must outlive the
  /// planned node.
  PlannedNode(const language::NodeSettings& node, language::Reading& reading);

  /// The step whose action is checked next; steps come in the order of their times.
  void begin_step(api::Mark mark, std::string path, sim::Duration at);
  /// Reports what is wrong with this step.
  void problem(const std::string& message) const;
  /// Tells what of this step has no effect.
  void warning(const std::string& message) const;
  /// After the last step: warns of what no kubelet of the timeline obeys.
  void finish() const;

  void created(const std::string& pod, const nlohmann::json& object);
  /// All pods that are ever created ("namespace/name", static pods as the API shows them), with all that they ever
  /// have.
  using Pods = std::map<std::string, PodFacts, std::less<>>;
  [[nodiscard]] Pods pods_ever() const;
  /// Some kubelet removes images for their age alone.
  [[nodiscard]] bool removes_old_images() const noexcept { return removes_old_images_; }

  /// This step takes the node down, after `takes` at the latest, and for good, or until it boots with its kubelet.
  void go_down(sim::Duration takes, std::optional<sim::Duration> down_for);
  /// This step cuts the node off from the API server for so long.
  void cut_network(sim::Duration duration);
  /// The kubelet runs, or may do so while its node shuts down.
  [[nodiscard]] bool kubelet_may_run() const noexcept { return kubelet_runs || (is_down_ && at_ <= goes_down_until_); }

  /// This step's action `start` starts a kubelet with the settings as they are by now; which of them are its own?
  void start_kubelet(std::string_view start, bool has_release_or_gates, bool has_config);

  language::KubeletSettings kubelet;
  bool kubelet_runs;
  bool api_server_runs = true;
  PlannedPatches patches;
  /// Those whose names are taken.
  std::set<std::string, std::less<>> pods{};
  /// By path.
  std::set<std::string, std::less<>> static_pods{};
  /// What steps give to pods that are there, by pod.
  std::map<std::string, PodFacts, std::less<>> changes{};

 private:
  void report_settings(const std::string& gates_path);

  language::Reading& reading_;
  api::Mark mark_{};
  std::string path_{};
  sim::Duration at_{};
  /// Or on its way there.
  bool is_down_ = false;
  sim::Duration goes_down_until_{};
  std::optional<sim::Duration> boots_at_{};
  /// When the last cut ends.
  sim::Duration cut_until_{};
  Pods created_{};
  bool is_told_container_events_ = false;
  bool removes_old_images_ = false;
  bool adds_service_account_volume_;
  /// Where the KubeletConfiguration in force is written.
  std::string config_path_ = "spec.node.kubelet.config";
};

}  // namespace podreel::actions
