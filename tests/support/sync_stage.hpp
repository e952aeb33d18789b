// A pod, a runtime and a kubelet's SyncPod between them, for tests by situation.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/scheduler.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/container_log_manager.hpp"
#include "engine/sync/container_logs.hpp"
#include "engine/sync/image_puller.hpp"
#include "engine/sync/kill.hpp"
#include "engine/sync/pod_cgroups.hpp"
#include "engine/sync/sync_pod.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/batch/scripted_runtime.hpp"

namespace podreel::testing {

/// The pod "web" (uid "uid", restartPolicy Always, 30 s of grace) with the ready sandbox "sb" and no containers.
/// Instance n of container `x` is called "x-n". Images are there unless taken away. The clock begins at 1,000 s.
class SyncStage : private sync::PodStateProvider, private sync::RuntimeHelper {
 public:
  explicit SyncStage(const std::string& kubelet_label, std::set<std::string> images = {"app:1", "init:1", "proxy:1"},
                     sync::Rate registry = {}, api::CgroupVersion version = api::CgroupVersion::v2);
  ~SyncStage() override;
  SyncStage(const SyncStage&) = delete;
  SyncStage& operator=(const SyncStage&) = delete;

  api::Container& app(std::string name = "app");
  api::Container& init(std::string name = "init");
  api::Container& sidecar(std::string name = "proxy");
  /// Adds a newest instance of the container.
  runtime::ContainerStatus& instance(std::string_view name, runtime::ContainerState state);
  runtime::ContainerStatus& running(std::string_view name) { return instance(name, runtime::ContainerState::running); }
  runtime::ContainerStatus& exited(std::string_view name) { return instance(name, runtime::ContainerState::exited); }

  /// Makes calls of `op` about `match` fail once, or take time.
  void fail(std::string op, std::string error, std::string match = "");
  void delay(std::string op, sim::Duration latency, std::string match = "");

  /// One SyncPod, or one kill of the whole pod, until nothing is under way any more.
  sync::PodSyncResult sync();
  sync::PodSyncResult kill(std::optional<std::int64_t> grace_override = {});
  /// Of a pod of which only the runtime knows, with a grace period that it keeps.
  sync::PodSyncResult kill_unknown(std::int64_t stored_grace_period_seconds);
  /// One resize of the pod's containers, in `cgroups`, noted in `actuated`.
  std::optional<sync::SyncFailure> resize(std::vector<decide::ContainerToResize> containers);
  /// Several pods at once: this one under other UIDs.
  void sync_copies(int count);
  void pass(sim::Duration duration) { scheduler.run_until(scheduler.now() + duration); }

  /// "4s StopContainer app 26": when after the start of the last sync, which operation, about what.
  [[nodiscard]] std::vector<std::string> calls() const;
  /// The same without reads and times.
  [[nodiscard]] std::vector<std::string> actions() const;
  /// "Killing spec.containers{app}: Stopping container app".
  [[nodiscard]] const std::vector<std::string>& events() const { return recorder.events; }

  api::Pod pod;
  api::PodSpec spec;
  runtime::PodStatus status;
  decide::ProbeResults liveness;
  decide::ProbeResults startup;
  bool is_terminating = false;
  /// The last sync found nothing to do.
  bool was_idle = false;
  std::optional<std::string> problem_of_config;
  /// What the pod's endpoints answer to hooks, and what they were asked last.
  runtime::Runtime::NetworkAnswer endpoint;
  runtime::Runtime::NetworkProbe asked;

  /// Of the node, with control groups of the given version.
  sync::PodCgroups cgroups;
  sync::ActuatedResources actuated;
  /// "app-0 512/50000/0", "sb 512/50000/0": the CPU shares, the CPU quota and the memory that the last resize gave.
  std::vector<std::string> given;

  /// Containers that back-offs alone kept the last sync from starting.
  std::vector<std::string> in_back_off;

  /// Files of a kubelet before this one.
  sync::PullRecords pull_records;
  sync::ContainerLogs logs;

  sim::Scheduler scheduler{sim::from_unix_seconds(1000)};
  sim::Process process{scheduler};

 private:
  sync::PodSyncResult kill_pod(api::PodPtr known, std::optional<std::int64_t> grace_override);

  struct Recorder final : sync::EventRecorder {
    void record(const api::Pod& pod, std::string_view field_path, sync::EventType type, std::string_view reason,
                std::string message) override;
    std::vector<std::string> events;
  };
  class Runtime final : public batch::ScriptedRuntime {
   public:
    explicit Runtime(SyncStage& stage, std::set<std::string> images);
    [[nodiscard]] std::optional<runtime::ContainerConfig> stored_config(std::string_view container_id) const override;
    sim::Task<runtime::Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                            api::LinuxResources resources) override;
    sim::Task<runtime::Result<>> update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                              api::LinuxResources resources) override;
    sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id, NetworkProbe probe,
                                           sim::Duration timeout) override;

   private:
    SyncStage& stage_;
  };
  struct Delay {
    std::string op;
    std::string match;
    sim::Duration latency{};
  };

  bool is_termination_requested(const memory::Text& /*uid*/) const override { return is_terminating; }
  bool should_content_be_removed(const memory::Text& /*uid*/) const override { return false; }
  [[nodiscard]] std::optional<std::string> config_problem(const api::Pod& /*pod*/,
                                                          const api::Container& /*container*/) const override {
    return problem_of_config;
  }

  api::Container& add(std::vector<api::Container>& list, std::string name, memory::Text image);
  [[nodiscard]] sim::Duration latency_of(const nlohmann::json& record) const;
  void begin();
  void finish();

  release::Behaviour behaviour_;
  timing::Timing timing_{sim::Choices{1}, timing::Model::ideal};
  std::vector<batch::InjectedFault> faults_;
  /// Answer to UpdatePodSandboxResources, which batches of cases do not have.
  std::optional<std::string> sandbox_update_error_;
  std::vector<Delay> delays_;
  Runtime runtime_;
  Recorder recorder;
  sync::Backoff backoff_{process};
  trace::Recorder trace_{scheduler};
  sync::SyncDependencies environment_;
  sync::ImagePuller images_;
  sync::ContainerLogManager log_manager_{environment_, logs};
  sync::SyncContext context_;
  sim::Time began_{};
  std::int64_t stored_grace_period_seconds_ = 0;
};

}  // namespace podreel::testing
