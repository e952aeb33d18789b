// A container runtime in memory that plays a script.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/composed_runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/call_server.hpp"
#include "runtime_fake/container_life.hpp"
#include "runtime_fake/container_service.hpp"
#include "runtime_fake/exec_service.hpp"
#include "runtime_fake/image_service.hpp"
#include "runtime_fake/image_store.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/oom_killer.hpp"
#include "runtime_fake/pod_listing.hpp"
#include "runtime_fake/pod_snapshot.hpp"
#include "runtime_fake/sandbox_service.hpp"
#include "runtime_fake/script.hpp"
#include "runtime_fake/usage_stats.hpp"

namespace podreel::runtime_fake {

/// Behaves like containerd behind CRI, as far as a kubelet can observe. Its calls run in the runtime: when the kubelet
/// that made one is killed, or has waited long enough, the runtime still finishes what it has begun. Only
/// StopContainer is given up then, before its SIGKILL.
///
/// A call takes effect when its scripted latency has passed. While the runtime hangs, calls wait.
///
/// CRI's calls are answered by services: SandboxService, ContainerService, ExecService, ImageService, UsageStats and
/// PodListing. They share the Inventory of what exists, the ContainerLife that runs containers, and the CallServer,
/// which decides when calls are answered and which of them fail.
class FakeRuntime final : public runtime::ComposedRuntime, public runtime::ChangeFeed {
 public:
  FakeRuntime(sim::Scheduler& scheduler, timing::Timing& timing, trace::Recorder& recorder, RuntimeScript script);

  // Pods as the API server has them.

  /// The pod's age counts from now, or from `at`. Without this it counts from its first RunPodSandbox.
  void pod_created(const api::Pod& pod, std::optional<sim::Time> at = std::nullopt);
  /// The API server has forgotten the pod: the runtime's counts for it end with its last container.
  void pod_removed(const memory::Text& uid);

  // Actions of scenarios. Pods are named "namespace/name", or by name alone. These return false if there is nothing of
  // that kind to act on.

  /// The container ends by itself with this code; `reason` empty: "Completed" or "Error".
  bool exit_container(std::string_view pod, std::string_view container, std::int32_t exit_code,
                      std::string_view reason = {});
  /// The pod's sandbox is not ready any more; `kills_containers`: and what ran in it exits 137.
  bool kill_sandbox(std::string_view pod, bool kills_containers);
  using ComposedRuntime::remove_container;
  /// The newest instance of the container, which must not run, is gone.
  bool remove_container(std::string_view pod, std::string_view container);
  /// Changes the stored hash of the newest instance.
  bool alter_hash(std::string_view pod, std::string_view container, std::uint64_t hash);
  /// Gives every container the hash that `rewrite` returns for what was stored with it; no value leaves it. False if
  /// all are as they were.
  bool rewrite_hashes(const std::function<std::optional<std::uint64_t>(const runtime::ContainerConfig&)>& rewrite);
  /// The kernel kills one of the container's processes because there is no memory left: `is_main`, or another one. A
  /// control group that is killed as a whole is so in any case, unless it is the `node` whose memory is out. False if
  /// there is no such container that runs.
  bool oom_kill(std::string_view pod, std::string_view container, bool is_main, bool of_node);
  /// Sets the memory limit of the pod's control group, in bytes; no value: unlimited.
  void limit_pod_memory(const memory::Text& pod_uid, std::optional<std::int64_t> limit) {
    oom_killer_.limit_pod(pod_uid, limit);
  }

  // Outages of the runtime and of its node.

  /// No call returns for this long.
  void hang(sim::Duration duration) { server_.hang(duration); }
  /// The runtime ends, and is there again after that time. Meanwhile calls fail at once, as do those that are under
  /// way; `kills_containers`: what runs ends with it.
  void restart(sim::Duration down_for, bool kills_containers);
  /// The node goes down: what runs ends, and no call is answered any more.
  void go_down();
  /// The node is up again: the runtime finds what it had, and that nothing of it runs.
  void boot();
  /// Sets the answer of CRI Status.
  void set_status(runtime::RuntimeStatus status) { server_.set_status(std::move(status)); }
  /// KubeletConfiguration.runtimeRequestTimeout of whoever calls from now on. RunPodSandbox gets twice as much,
  /// StopContainer and ExecSync this on top of their own timeout, PullImage has none (pkg/kubelet/cri/remote).
  void set_request_timeout(sim::Duration timeout) noexcept { server_.set_request_timeout(timeout); }

  // State that is available without a call.

  /// Contents at this instant.
  [[nodiscard]] const Inventory& inventory() const noexcept { return inventory_; }
  /// No value: the image is not on the node. Unlike ImageStatus, this is no call.
  [[nodiscard]] std::optional<runtime::ImageStatus> find_image(std::string_view image) { return images_.status(image); }
  [[nodiscard]] bool is_down() const noexcept { return server_.is_down(); }
  /// Something of a call is left that has not returned, or of one whose caller has ended.
  [[nodiscard]] bool has_calls_under_way() const noexcept { return server_.has_calls_under_way(); }
  /// A container runs in a pod whose name fits the pattern.
  [[nodiscard]] bool runs_container_in(std::string_view pods) const;
  /// Something is going to change by itself: a container's run ends, a sandbox dies, a hang is over.
  [[nodiscard]] bool has_scripted_changes() const;

  // Snapshots.

  /// Returns what the runtime has of a pod that it knows.
  [[nodiscard]] std::shared_ptr<const PodSnapshot> snapshot(const memory::Text& uid) const;
  /// Has a pod, of which it has nothing yet, as another runtime has had it that had the same script; all its times are
  /// so much later, and what should have happened since then happens now.
  const PodEntry& restore(const api::Pod& pod, std::shared_ptr<const PodSnapshot> snapshot, sim::Duration later);

  // runtime::Runtime: what no service answers. `ask` is a call that changes nothing, of which only matters when it
  // answers and whether it fails; `pod_uid` and `container` are empty where it is about none.

  sim::Task<runtime::Result<>> ask(const sim::Process& caller, std::string_view call, const memory::Text& pod_uid,
                                   std::string_view container);
  sim::Task<runtime::Result<>> version(const sim::Process& caller) override { return server_.version(caller); }
  sim::Task<runtime::Result<runtime::RuntimeStatus>> status(const sim::Process& caller) override {
    return server_.status(caller);
  }

  // runtime::ChangeFeed

  [[nodiscard]] std::uint64_t observable_version() const noexcept override { return inventory_.changes().version(); }
  [[nodiscard]] bool relist_is_instant() const noexcept override { return server_.relist_is_instant(); }
  void on_observable_change(ChangeListener listener) override { inventory_.changes().subscribe(std::move(listener)); }
  [[nodiscard]] std::optional<std::vector<runtime::RunningPod>> pods_changed_since(
      std::uint64_t version) const override {
    return listing_.pods_changed_since(version);
  }

 private:
  /// The newest instance of a container and its pod; null if there is none.
  [[nodiscard]] Inventory::FoundContainer find_newest(std::string_view pod, std::string_view container) noexcept;

  const RuntimeScript script_;
  sim::Process process_;
  trace::Recorder& recorder_;

  Inventory inventory_;
  ContainerLife life_;
  ImageStore images_;
  CallServer server_;
  UsageStats stats_;
  OomKiller oom_killer_;
  SandboxService sandboxes_;
  ContainerService containers_;
  ExecService commands_;
  ImageService image_service_;
  PodListing listing_;

  /// Names of containers may be theirs.
  std::vector<std::shared_ptr<const PodSnapshot>> restored_;
  /// Containers that ran when the node went down: they have ended when it boots, as the runtime says then.
  std::vector<memory::Text> ended_with_node_;
};

}  // namespace podreel::runtime_fake
