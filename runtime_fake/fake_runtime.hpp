// A container runtime in memory that plays a script.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/call.hpp"
#include "runtime_fake/call_record.hpp"
#include "runtime_fake/container_life.hpp"
#include "runtime_fake/faults.hpp"
#include "runtime_fake/images.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/pod_snapshot.hpp"
#include "runtime_fake/script.hpp"
#include "runtime_fake/scripted_chances.hpp"

namespace podreel::runtime_fake {

/// Behaves like containerd behind CRI, as far as a kubelet can tell. Its calls run in the runtime: when the kubelet
/// that made one is killed, or has waited long enough, the runtime still finishes what it has begun. Only
/// StopContainer is given up then, before its SIGKILL.
///
/// What a call does, it does when its scripted latency has passed. While the runtime hangs, calls wait at its door.
class FakeRuntime final : public runtime::Runtime, public runtime::ChangeFeed {
 public:
  FakeRuntime(sim::Scheduler& scheduler, timing::Timing& timing, trace::Recorder& recorder, RuntimeScript script);

  // What happens from outside. Pods are named "namespace/name", or by name alone.

  /// The pod's age counts from now. Without this it counts from its first RunPodSandbox.
  void pod_created(const api::Pod& pod);
  /// The API server has forgotten the pod: the runtime's counts for it end with its last container.
  void pod_removed(const memory::Text& uid);

  /// What the runtime has of a pod that it knows.
  [[nodiscard]] std::shared_ptr<const PodSnapshot> snapshot(const memory::Text& uid) const;
  /// Has a pod, of which it has nothing yet, as another runtime has had it that had the same script; all its times are
  /// so much later, and what should have happened since then happens now.
  const PodEntry& restore(const api::Pod& pod, std::shared_ptr<const PodSnapshot> snapshot, sim::Duration later);

  // These return false if there is nothing of that kind to act on.

  /// The container ends by itself with this code; `reason` empty: "Completed" or "Error".
  bool exit_container(std::string_view pod, std::string_view container, std::int32_t exit_code,
                      std::string_view reason = {});
  /// The pod's sandbox is not ready any more; `kills_containers`: and what ran in it exits 137.
  bool kill_sandbox(std::string_view pod, bool kills_containers);
  /// The newest instance of the container, which must not run, is gone.
  bool remove_container(std::string_view pod, std::string_view container);
  /// Changes the stored hash of the newest instance.
  bool alter_hash(std::string_view pod, std::string_view container, std::uint64_t hash);
  /// Gives every container the hash that `rewrite` returns for what was stored with it; no value leaves it. False if
  /// all are as they were.
  bool rewrite_hashes(const std::function<std::optional<std::uint64_t>(const runtime::ContainerConfig&)>& rewrite);
  /// No call returns for this long.
  void hang(sim::Duration duration);
  /// The runtime ends, and is there again after that time. Meanwhile calls fail at once, as do those that are under
  /// way; `kills_containers`: what runs ends with it.
  void restart(sim::Duration down_for, bool kills_containers);
  [[nodiscard]] bool is_down() const noexcept { return process_.now() < down_until_; }
  /// Which of the container's processes the kernel kills because there is no memory left: `is_main`, or another one. A
  /// control group that is killed as a whole is so in any case, unless it is the `node` whose memory is out. False if
  /// there is no such container that runs.
  bool oom_kill(std::string_view pod, std::string_view container, bool is_main, bool of_node);
  /// The node goes down: what runs ends, and no call is answered any more.
  void go_down();
  /// The node is up again: the runtime finds what it had, and that nothing of it runs.
  void boot();
  /// What CRI Status answers from now on.
  void set_status(runtime::RuntimeStatus status);

  /// KubeletConfiguration.runtimeRequestTimeout of whoever calls from now on. RunPodSandbox gets twice as much,
  /// StopContainer and ExecSync this on top of their own timeout, PullImage has none (pkg/kubelet/cri/remote).
  void set_request_timeout(sim::Duration timeout) noexcept { request_timeout_ = timeout; }

  /// What there is, as it is at this instant.
  [[nodiscard]] const Inventory& inventory() const noexcept { return inventory_; }
  /// No value: the image is not on the node. Unlike ImageStatus, this is no call.
  [[nodiscard]] std::optional<runtime::ImageStatus> find_image(std::string_view image) { return images_.status(image); }
  /// A call that changes nothing, of which only matters when it answers and whether it fails; `pod_uid` and `container`
  /// are empty where it is about none.
  sim::Task<runtime::Result<>> ask(const sim::Process& caller, std::string_view call, const memory::Text& pod_uid,
                                   std::string_view container);
  /// Something of a call is left that has not returned, or of one whose caller has ended.
  [[nodiscard]] bool has_calls_under_way() const noexcept;

  /// A container runs in a pod whose name fits the pattern.
  [[nodiscard]] bool runs_container_in(std::string_view pods) const;

  /// Something is going to change by itself: a container's run ends, a sandbox dies, a hang is over.
  [[nodiscard]] bool has_scripted_changes() const;

  // runtime::Runtime

  sim::Task<runtime::Result<memory::Text>> run_pod_sandbox(const sim::Process& caller,
                                                           runtime::SandboxConfig config) override;
  sim::Task<runtime::Result<>> stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) override;
  sim::Task<runtime::Result<>> remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) override;
  sim::Task<runtime::Result<runtime::SandboxStatus>> pod_sandbox_status(const sim::Process& caller,
                                                                        memory::Text sandbox_id) override;
  sim::Task<runtime::Result<memory::Text>> create_container(const sim::Process& caller, memory::Text sandbox_id,
                                                            runtime::ContainerConfig config) override;
  sim::Task<runtime::Result<>> start_container(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<>> stop_container(const sim::Process& caller, memory::Text container_id,
                                              sim::Duration timeout) override;
  sim::Task<runtime::Result<>> remove_container(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<>> container_status(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<runtime::ExecResult>> exec_sync(const sim::Process& caller, memory::Text container_id,
                                                            std::vector<std::string> command,
                                                            sim::Duration timeout) override;
  sim::Task<runtime::Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                          api::LinuxResources resources) override;
  sim::Task<runtime::Result<>> update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                            api::LinuxResources resources) override;
  [[nodiscard]] runtime::MemoryUsage memory_usage(const memory::Text& pod_uid) const override;
  sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> image_status(const sim::Process& caller,
                                                                               memory::Text image) override;
  sim::Task<runtime::Result<memory::Text>> pull_image(const sim::Process& caller, memory::Text image,
                                                      api::PodPtr pod) override;
  sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> list_images(const sim::Process& caller) override;
  sim::Task<runtime::Result<>> remove_image(const sim::Process& caller, memory::Text image) override;
  [[nodiscard]] std::optional<runtime::FilesystemUsage> image_filesystem() const override { return images_.usage(); }
  [[nodiscard]] std::optional<runtime::NodeUsage> node_usage() const override;
  [[nodiscard]] std::vector<runtime::ContainerUsage> container_usage(const memory::Text& pod_uid) const override;
  [[nodiscard]] std::optional<sim::Time> next_usage_change() const override;
  sim::Task<runtime::Result<>> version(const sim::Process& caller) override;
  sim::Task<runtime::Result<runtime::RuntimeStatus>> status(const sim::Process& caller) override;
  sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> get_pods(const sim::Process& caller, bool all) override;
  sim::Task<runtime::Result<runtime::RunningPod>> get_pod(const sim::Process& caller, memory::Text pod_uid) override;
  sim::Task<runtime::Result<runtime::PodStatusPtr>> get_pod_status(const sim::Process& caller,
                                                                   memory::Text pod_uid) override;
  [[nodiscard]] std::optional<runtime::ContainerConfig> stored_config(std::string_view container_id) const override;
  sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id, NetworkProbe probe,
                                         sim::Duration timeout) override;
  [[nodiscard]] std::optional<SteadyAnswer<NetworkAnswer>> steady_network_answer(
      const memory::Text& container_id, NetworkProbe::Kind kind) const override;
  [[nodiscard]] std::optional<SteadyAnswer<runtime::ExecResult>> steady_exec_answer(
      const memory::Text& container_id, const std::vector<std::string>& command) const override;

  // runtime::ChangeFeed

  [[nodiscard]] std::uint64_t observable_version() const noexcept override { return inventory_.version(); }
  [[nodiscard]] bool relist_is_instant() const noexcept override {
    return !is_hung() && !is_down() && relists_are_instant_;
  }
  void on_observable_change(ChangeListener listener) override { inventory_.on_change(std::move(listener)); }
  [[nodiscard]] std::optional<std::vector<runtime::RunningPod>> pods_changed_since(
      std::uint64_t version) const override;

 private:
  template <class T>
  using ReplyPtr = std::shared_ptr<Reply<T>>;

  /// Of a call about `pod` (null: about none that is known), as `describe` tells it.
  template <class Describe>
  [[nodiscard]] CallRecordPtr record(const PodEntry* pod, const Describe& describe) {
    if (!recorder_.wants<trace::RuntimeCall>()) return nullptr;
    return std::make_unique<CallRecord>(recorder_, pod == nullptr ? std::string{} : full_name(*pod), describe());
  }
  [[nodiscard]] Verdict judge(std::string_view op, const PodEntry* pod, std::string_view container = {});
  /// GetPodStatus asks for every sandbox of the pod, then for every container, newest first, up to the first failure.
  [[nodiscard]] Verdict judge_pod_status(const memory::Text& uid);

  [[nodiscard]] static runtime::Result<> succeeds(CallRecord* /*record*/) { return {}; }
  /// A call that has returned.
  template <class T>
  [[nodiscard]] static sim::Task<runtime::Result<T>> answered(runtime::Result<T> result) {
    co_return result;
  }
  /// What the call answers that `work` makes of its record, unless the script lets it fail. The caller waits for at
  /// most `timeout`; zero: for ever.
  template <class T, class Work>
  [[nodiscard]] sim::Task<runtime::Result<T>> answer(const sim::Process& caller, CallRecordPtr record,
                                                     const Verdict& verdict, sim::Duration timeout, Work work) {
    auto result = [error = verdict.error, work = std::move(work)](CallRecord* told) -> runtime::Result<T> {
      if (error) return runtime::Error{*error};
      return work(told);
    };
    if (!is_hung() && verdict.takes == sim::Duration{}) {
      runtime::Result<T> now = result(record.get());
      if (record) record->tell(error_of(now), {});
      return answered(std::move(now));
    }
    const auto reply = std::make_shared<Reply<T>>(caller, process_, std::move(record));
    serve(reply, verdict.takes, [reply, result = std::move(result)] { reply->answer(result(reply->record())); });
    return Reply<T>::of(reply, timeout);
  }
  /// Does `work` when the runtime does not hang and `latency` has passed; now, if that is now.
  void serve(std::shared_ptr<Call> call, sim::Duration latency, sim::Callback work);
  [[nodiscard]] bool is_hung() const noexcept { return process_.now() < hung_until_; }
  /// No fault holds that a relist or a look at the runtime's status could meet, and all is well.
  [[nodiscard]] bool is_undisturbed() const noexcept;
  /// That may be otherwise now.
  void look_for_disturbances();

  /// It fails when the runtime restarts.
  void remember(const std::shared_ptr<Call>& call);
  /// Waits for the instant at which a container that runs has more in use than it may.
  void watch_memory(const Container& container);
  void run_out_of_memory(const memory::Text& container_id);
  /// Of a container that runs; `kills_all`: all its processes.
  void oom_kill(PodEntry& pod, Container& container, bool kills_all);

  /// Bytes that a running container has in use.
  [[nodiscard]] std::int64_t memory_of(const Container& container) const;
  [[nodiscard]] runtime::ContainerUsage usage_of(const Container& container) const;

  PodEntry& know(const api::Pod& pod);
  /// Its id.
  memory::Text add_sandbox(const runtime::SandboxConfig& config, bool ready);
  void let_sandbox_die(PodEntry& pod, sim::Time when);
  void sandbox_dies(const memory::Text& uid);
  void break_sandbox(PodEntry& pod, Sandbox& sandbox, bool kills_containers);
  void kill_all_in(PodEntry& pod, const memory::Text& sandbox_id, std::string_view why);
  [[nodiscard]] trace::RuntimeCall call_about(std::string_view op, const Container& container) const;

  [[nodiscard]] runtime::Result<memory::Text> make_container(const memory::Text& sandbox_id,
                                                             const runtime::ContainerConfig& config);
  [[nodiscard]] runtime::Result<> start(const memory::Text& container_id, const std::optional<std::string>& error);
  void stop(const ReplyPtr<void>& reply, const memory::Text& container_id, sim::Duration timeout);
  struct Drawn {
    sim::Duration takes{};
    bool fails = false;
  };
  /// How an answer of the container turns out this time.
  [[nodiscard]] Drawn draw(std::string_view what, const PodEntry& pod, const Container& container,
                           const ScriptedSpan& takes, const ScriptedOdds& fails);
  void execute(const ReplyPtr<runtime::ExecResult>& reply, const memory::Text& container_id,
               const std::vector<std::string>& command, sim::Duration timeout);
  /// When the pod's answers may turn; Time::max(): never.
  [[nodiscard]] sim::Time next_turn(const PodEntry& pod, const Container& container) const;
  static void finish_exec(const ReplyPtr<runtime::ExecResult>& reply, runtime::ExecResult result);

  RuntimeScript script_;
  sim::Process process_;
  sim::Time began_at_;
  timing::Timing& timing_;
  trace::Recorder& recorder_;
  Inventory inventory_;
  ContainerLife life_;
  Images images_;
  Faults faults_;
  ScriptedChances chances_{timing_};
  NamePool words_;
  /// Names of containers may be theirs.
  std::vector<std::shared_ptr<const PodSnapshot>> restored_;
  runtime::RuntimeStatus status_;
  bool relists_are_instant_ = true;
  sim::Time hung_until_{};
  sim::Time down_until_{};
  /// Calls that have not been answered, among others.
  std::vector<std::weak_ptr<Call>> under_way_;
  /// How often its node has gone down.
  std::uint32_t ends_ = 0;
  /// Containers that ran then; when they have ended is what the next boot says.
  std::vector<memory::Text> ended_with_node_;
  sim::Duration request_timeout_ = timing::runtime_request_timeout;
};

}  // namespace podreel::runtime_fake
