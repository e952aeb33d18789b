// All probe workers of a kubelet, and what they found out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kubelet/prober/probe_result_provider.hpp"
#include "engine/kubelet/prober/probe_results.hpp"
#include "engine/kubelet/prober/probe_worker.hpp"
#include "engine/kubelet/prober/prober.hpp"
#include "engine/kubelet/status/pod_status_provider.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/prober/prober_manager.go.
class ProberManager final : public ProbeResultProvider, public sim::IdleSleeper, private ProbeWorkerOwner {
 public:
  struct Dependencies : sync::SyncDependencies {
    const PodStatusProvider& statuses;
    /// Workers that start less than a period after this sleep a random part of it first.
    sim::Time kubelet_started_at{};
    /// Treatment of probes that find nothing new.
    sim::IdleWork idle_work = sim::IdleWork::executed;
  };
  explicit ProberManager(const Dependencies& dependencies);

  /// A worker for every probe of the pod's containers and sidecars, up to the first that has one: upstream stops
  /// there, so a worker that has ended is replaced only if no worker of a probe before it is left.
  void add_pod(const api::PodPtr& pod);
  /// A pod that is terminating must not be restarted any more. Sidecars are probed until the pod is gone, as upstream
  /// has it.
  void stop_liveness_and_startup(const api::Pod& pod);
  /// The context in which the pod's workers were started has been cancelled: their commands are not run any more.
  void cancel_context(const memory::Text& pod_uid);
  void remove_pod(const api::Pod& pod);
  /// Ends the workers of pods that nobody wants; `desired_uids` is sorted.
  void clean_up_pods(const std::vector<memory::Text>& desired_uids);

  /// The pod's next probes are executed; those of all pods, if the UID is empty.
  void invalidate(const memory::Text& pod_uid) override;

  /// Runs these containers' readiness probes at once. Returns the time until the last of them begins.
  sim::Duration trigger_readiness(const api::Pod& pod, const std::vector<std::string>& containers);

  /// Grows whenever a worker comes or goes, or a result changes.
  [[nodiscard]] std::uint64_t version() const noexcept {
    return workers_version_ + liveness_.version() + readiness_.version() + startup_.version();
  }

  /// A probe of one of the pod's containers is under way.
  [[nodiscard]] bool is_probing(const memory::Text& pod_uid) const;

  [[nodiscard]] ProbeResultManager& liveness_results() noexcept { return liveness_; }
  [[nodiscard]] ProbeResultManager& readiness_results() noexcept { return readiness_; }
  [[nodiscard]] ProbeResultManager& startup_results() noexcept { return startup_; }

  [[nodiscard]] std::optional<ProbeResult> readiness(std::string_view container_id) const override;
  [[nodiscard]] std::optional<ProbeResult> startup(std::string_view container_id) const override;
  [[nodiscard]] bool probes_readiness(std::string_view pod_uid, std::string_view container_name) const override;
  [[nodiscard]] bool probes_startup(std::string_view pod_uid, std::string_view container_name) const override;

 private:
  struct Probed {
    std::string container;
    ProbeType type{};
    std::shared_ptr<ProbeWorker> worker;
  };
  /// Probes of one pod, in the order in which they were added.
  using PodProbes = std::vector<Probed>;

  /// False if one of its workers exists.
  bool add_container(const api::PodPtr& pod, const api::Container& container);
  void add_worker(const api::PodPtr& pod, const api::Container& container, ProbeType type);
  /// Null if there is none.
  [[nodiscard]] std::shared_ptr<ProbeWorker> find(const memory::Text& pod_uid, std::string_view container,
                                                  ProbeType type) const;
  void remove_worker(const memory::Text& pod_uid, std::string_view container, ProbeType type) override;
  void stop(const memory::Text& pod_uid, std::string_view container, ProbeType type);
  [[nodiscard]] ProbeResultManager& results_of(ProbeType type) noexcept;

  Dependencies deps_;
  Prober prober_;
  ProbeResultManager liveness_;
  ProbeResultManager readiness_;
  ProbeResultManager startup_;
  memory::TextMap<PodProbes> workers_;
  std::uint64_t workers_version_ = 0;
  std::uint64_t workers_made_ = 0;
};

}  // namespace podreel::kubelet
