// One simulated node: the clock, the API server with its pods, the runtime, and the current kubelet.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/decide/policy.hpp"
#include "engine/kubelet/config/static_pod_folder.hpp"
#include "engine/kubelet/kubelet.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/scheduler.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/fake_volumes.hpp"
#include "scenarios/format/actions/action_context.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/api_server_process.hpp"
#include "scenarios/simulation/attach_detach_controller.hpp"
#include "scenarios/simulation/node_lifecycle.hpp"
#include "scenarios/simulation/outside_kubelet.hpp"
#include "scenarios/simulation/rollout.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::simulation {

/// Start time of scenarios, up to the fraction of a second that "start-phase" chooses: 2024-01-01T00:00:00Z.
inline constexpr sim::Time epoch = sim::from_unix_seconds(1'704'067'200);

/// Assembles all parts; the only place that does.
class Node final : public actions::ActionContext {
 public:
  /// `scenario` and `timing` must outlive the node. The kubelet already runs when the scenario begins: at `start`, or
  /// at start_time(timing).
  Node(const format::Scenario& scenario, timing::Timing& timing, std::optional<sim::Time> start = std::nullopt);
  ~Node() override;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] sim::Scheduler& scheduler() noexcept { return scheduler_; }
  /// Start time of the scenario.
  [[nodiscard]] sim::Time start_time() const noexcept { return start_time_; }
  /// Start time of a scenario with this timing.
  [[nodiscard]] static sim::Time start_time(timing::Timing& timing);

  /// The releases of the kubelets that ran here, the current one last; a restart with the same release adds none.
  [[nodiscard]] const std::vector<release::Release>& kubelet_releases() const noexcept { return kubelet_releases_; }

  /// False: also executes relists that cannot observe anything.
  void skip_idle_work(bool skip) noexcept { skip_idle_work_ = skip; }

  /// True: records have their triggers, and those of syncs their decisions and reasons.
  void explain(bool wanted) noexcept { explain_ = wanted; }

  /// Sets the factory of the kubelets' policies; empty: those that the scenario names, from `shared`, if that is not
  /// null.
  void use_policies(decide::PolicyFactory policies, decide::SharedPolicies* shared = nullptr) {
    policies_ = std::move(policies);
    shared_policies_ = shared;
  }

  /// Whether it shuts down, boots, or its volumes change without a further step.
  [[nodiscard]] bool is_changing() const noexcept {
    return shutdown_ || is_booting_ || api_server_.is_cut_off() || volumes_.is_changing();
  }

  /// Uses this runtime for the kubelet from its start on, instead of the scenario's, which is then unused. It must
  /// outlive the node's kubelets.
  void use_runtime(runtime::Runtime& runtime) noexcept {
    kubelets_runtime_ = &runtime;
    changes_ = &silent_;
    files_.logs.hide_text();
  }

  /// Uses this running kubelet instead of the node's own. It must outlive the node. The node only starts and stops it:
  /// neither the node's power nor requests to a kubelet reach it.
  void use_kubelet(OutsideKubelet& kubelet) noexcept { outside_ = &kubelet; }

  /// Sets a callback for every change of a pod in the API.
  void observe(std::function<void(const apiserver::ApiServer::PodChange&)> observer) {
    observer_ = std::move(observer);
  }

  /// Adds the pods from before the scenario, unless the kubelet is external: sinks must have been added to the
  /// recorder, and ConfigMaps and Secrets be in their initial state.
  void settle(SettledPods& settled);

  /// Starts the API server, and the kubelet if there are no settled pods. Sinks must have been added to the recorder.
  void boot();

  /// Prepares the steps of the scenario's timeline, settles its pods and boots.
  void begin(SettledPods& settled);

  // Implementation of actions.

  [[nodiscard]] apiserver::ApiServer& api_server() noexcept override { return api_server_; }
  void start_api_server() override { api_server_process_.start(); }
  void stop_api_server() override { api_server_process_.stop(); }
  [[nodiscard]] runtime_fake::FakeRuntime& runtime() noexcept override { return runtime_; }
  [[nodiscard]] kubelet::StaticPodFolder& static_pods() noexcept override { return static_pods_; }
  [[nodiscard]] kubelet::KubeletFiles& kubelet_files() noexcept override { return files_; }
  [[nodiscard]] trace::Recorder& recorder() noexcept override { return recorder_; }
  [[nodiscard]] const std::string& node_name() const noexcept override { return scenario_.node.name; }
  [[nodiscard]] kubelet::NodeDescription& description() noexcept override { return description_; }
  [[nodiscard]] format::KubeletSettings& kubelet_settings() noexcept override { return settings_; }
  [[nodiscard]] bool kubelet_runs() const override {
    if (outside_ != nullptr) return outside_->runs();
    return !kubelets_.empty() && kubelets_.back()->runs();
  }
  [[nodiscard]] bool is_down() const override { return is_down_; }
  void start_kubelet() override;
  void stop_kubelet(std::string_view signal) override;
  void reboot(sim::Duration down_for) override;
  void shut_down(std::optional<sim::Duration> down_for, std::optional<sim::Duration> inhibit_delay_max) override;
  void restart_rollout(const std::string& pods, actions::RolloutStrategy strategy) override;
  void cut_network(sim::Duration duration) override;
  void report_system_oom(std::string_view process) override;
  void relieve_disk_pressure() override;
  void list_pods_of_kubelet() override { kubelets_.back()->list_pods(); }
  [[nodiscard]] std::shared_ptr<const decide::Policy> policy_of(const format::KubeletSettings& settings) const override;

 private:
  /// Ends the delay of the node's shutdown.
  void release_shutdown();
  void go_down(std::string_view signal, std::optional<sim::Duration> down_for);
  void start_after_boot();
  void start_kubelet_up_since(sim::Duration up_since);
  std::unique_ptr<lifecycle::EventGenerator> make_pleg(const sim::Process& process, kubelet::PodCache& cache,
                                                       const release::Behaviour& behaviour,
                                                       std::optional<sim::Duration> starts_after);
  [[nodiscard]] kubelet::ReadStaticPod reader_of_static_pods();
  void pod_changed(const apiserver::ApiServer::PodChange& change);
  void settle(const format::NamedPod& pod, const SettledPod& settled);
  void settle_volumes(const api::PodPtr& pod);

  const format::Scenario& scenario_;
  timing::Timing& timing_;
  sim::Time start_time_;
  sim::Scheduler scheduler_;
  sim::Process context_;
  trace::Recorder recorder_;
  runtime_fake::FakeRuntime runtime_;
  runtime::SilentFeed silent_;
  /// The kubelet's runtime.
  runtime::Runtime* kubelets_runtime_ = &runtime_;
  runtime::ChangeFeed* changes_ = &runtime_;
  apiserver::ApiServer api_server_;
  ApiServerProcess api_server_process_;
  runtime_fake::FakeVolumes volumes_;
  AttachDetachController attach_detach_;
  kubelet::StaticPodFolder static_pods_;
  kubelet::KubeletFiles files_;
  format::KubeletSettings settings_;
  kubelet::NodeDescription description_;
  /// Null without a controller for lost nodes.
  std::unique_ptr<NodeLifecycle> lifecycle_;
  /// Includes finished ones.
  std::vector<std::unique_ptr<Rollout>> rollouts_;
  /// The last one is current; earlier ones have ended.
  std::vector<std::unique_ptr<kubelet::Kubelet>> kubelets_;
  /// Replaces these kubelets; null without an external one.
  OutsideKubelet* outside_ = nullptr;
  std::vector<release::Release> kubelet_releases_;
  std::function<void(const apiserver::ApiServer::PodChange&)> observer_;
  decide::PolicyFactory policies_;
  decide::SharedPolicies* shared_policies_ = nullptr;
  bool skip_idle_work_ = true;
  bool explain_ = false;
  struct Shutdown {
    std::optional<sim::Duration> down_for;
    bool is_released = false;
  };
  /// Set while the node shuts down.
  std::optional<Shutdown> shutdown_;
  bool is_down_ = false;
  /// It is down and will boot.
  bool is_booting_ = false;
  sim::EventId boot_{};
};

}  // namespace podreel::simulation
