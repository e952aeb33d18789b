// The statuses that the kubelet knows, on their way to the API server.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/api_client.hpp"
#include "engine/kubelet/pod_provider.hpp"
#include "engine/kubelet/status/pod_deletion_safety.hpp"
#include "engine/kubelet/status/pod_status_provider.hpp"
#include "engine/kubelet/status/status_notes.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/token_bucket.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// Is notified of reported statuses.
class PodStatusObserver {
 public:
  virtual ~PodStatusObserver() = default;
  /// The pod has another status, or none any more since it was deleted.
  virtual void on_status_reported(const memory::Text& uid) = 0;
};

/// pkg/kubelet/status/status_manager.go. A changed status is written as soon as the one before it has been: a writer
/// goes through all pods whose status is newer than what it wrote last. Every ten seconds it looks at everything again,
/// for what can be deleted by now or was changed by somebody else.
class StatusManager final : public PodStatusProvider, public sim::IdleSleeper {
 public:
  using StatusPtr = std::shared_ptr<const api::PodStatus>;

  struct Dependencies {
    const sim::Process& process;
    timing::Timing& timing;
    apiserver::ApiClient& api;
    const PodDeletionSafety& safety;
    const release::Behaviour& behaviour;
    /// The kubelet's pod manager.
    const PodProvider& pods;
    /// Every ten seconds; executed where a tick can find anything to do.
    Ticker ticker;
    sync::Rate api_rate{};
    /// As KubeletOptions has it.
    std::optional<sim::Time> explain_since{};
    sim::IdleWork idle_work = sim::IdleWork::skipped;
    /// False: the pods may be older than what was written. Empty: they never are.
    std::function<bool()> watches_own_writes = {};
  };

  explicit StatusManager(const Dependencies& dependencies);
  /// There is one at most, which must outlive the manager.
  void notify(PodStatusObserver& observer) noexcept { observer_ = &observer; }

  /// The status last set, until the next is set; null before the first.
  [[nodiscard]] const api::PodStatus* status_of(const memory::Text& uid) const override;

  /// Grows with every status that is set and differs from the one before; 0 before the first.
  [[nodiscard]] std::uint64_t version_of(const memory::Text& uid) const;

  /// Changes when there is another status, or none any more.
  [[nodiscard]] sim::IdleSource& reported_statuses() noexcept { return reported_statuses_; }

  /// Takes a status as built from the runtime's. Times of transitions and startTime are kept or set here.
  void set_pod_status(const api::PodPtr& pod, api::PodStatus&& status);

  /// Results of probes. `container_id` is the runtime's.
  void set_container_readiness(const memory::Text& uid, std::string_view container_id, bool ready);
  void set_container_startup(const memory::Text& uid, std::string_view container_id, bool started);

  /// The pod has ended: gives every container an end, and lets the API's pod be deleted if that was asked for.
  void terminate_pod(const api::PodPtr& pod);

  /// Forgets the pods that are not among these; `uids` is sorted.
  void remove_orphaned_statuses(const std::vector<memory::Text>& uids);

  /// The API's condition Ready is not what the pod's readiness gates make of it: somebody has set a gate's condition.
  /// NeedToReconcilePodReadiness.
  [[nodiscard]] bool needs_readiness_reconciliation(const api::Pod& pod) const;

  /// Somebody else may have changed a pod's status in the API, or deleted a pod: the next tick looks at it.
  void schedule_sync();

  /// The next tick looks at the pod's status.
  void invalidate(const memory::Text& uid) override;

  /// Returns what led to the pod's status being written, or not, since the last call; nothing unless the kubelet
  /// explains itself.
  [[nodiscard]] nlohmann::ordered_json take_notes(const memory::Text& uid);

  /// Does at once what a tick does, unless one is wanted or the writer is at work.
  void check_all();

 private:
  struct Entry {
    StatusPtr status;
    std::uint64_t version = 0;
    std::uint64_t written_version = 0;
    /// SyncTerminatedPod has completed.
    bool is_finished = false;
    bool is_static = false;
    /// Among those that a tick looks at.
    bool is_unsettled = false;
  };
  struct Write {
    memory::Text uid;
    StatusPtr status;
    std::uint64_t version = 0;
    bool is_finished = false;
  };

  [[nodiscard]] StatusPtr find(const memory::Text& uid) const;
  using SetBy = StatusNotes::SetBy;
  void update(const api::Pod& pod, api::PodStatus&& status, bool force, bool is_finished, SetBy by);
  /// The status that was set last; before, that of the API: of a static pod, its mirror pod's.
  [[nodiscard]] StatusPtr last_status(const api::Pod& pod) const;
  void wake();
  void enqueue(const memory::Text& uid, const Entry& entry);
  void sync_batch(bool all);
  void report_change(const memory::Text& uid);
  void check_unsettled();
  /// Throws if a tick had anything to do for a status that it does not look at.
  void check_settled() const;
  void unsettle(const memory::Text& uid, Entry& entry);
  /// Enqueues the status if the API should have it; true if it need not be looked at again until it, or its pod, is
  /// another one.
  bool settle(const memory::Text& uid, const Entry& entry);
  /// Leaves what is unwritten.
  void forget_written();
  [[nodiscard]] bool needs_sync(const memory::Text& uid, const Entry& entry) const;
  [[nodiscard]] bool awaits_reclamation(const memory::Text& uid) const;
  /// Returns whether the kubelet has not received the mirror pod of a static pod yet, to which the status is written.
  [[nodiscard]] bool awaits_mirror(const memory::Text& uid) const;
  [[nodiscard]] bool needs_reconciliation(const memory::Text& uid, const Entry& entry) const;
  /// Makes a request about a pod as soon as the client may: at once, if it need not wait.
  template <class Request>
  void ask(const memory::Text& uid, Request request);
  /// Writes `merged` unless the API's `pod` has it; the pod as it then is, null if it has gone. `holds_phase_back`: the
  /// pod is over, which `merged` does not say yet.
  api::PodPtr patch(const memory::Text& uid, const api::PodPtr& pod, api::PodStatus&& merged, bool holds_phase_back);
  void write_next();
  /// The pod has no status any more.
  void forget(const memory::Text& uid);
  /// GET, and then PATCH.
  void begin_write(Write next);
  /// `found_uid`: the pod that the GET before the PATCH has found in the API. A mirror pod may have been replaced
  /// since.
  void write(const Write& write, const memory::Text& found_uid);
  /// `written`: the pod as the API then has it; null if it has none.
  void note_written(const Write& write, const api::PodPtr& written);
  /// A static pod that comes back under its UID begins to count anew, and is not written until it has overtaken what
  /// was written to its mirror pod.
  [[nodiscard]] bool is_unwritten(const memory::Text& uid, const Entry& entry) const;
  [[nodiscard]] bool can_be_deleted(const api::Pod& pod, const api::PodStatus& status, bool is_finished) const;

  Dependencies deps_;
  memory::TextMap<Entry> entries_;
  /// Versions that were written last to the mirror pods, by their own UIDs: that outlives the statuses of their static
  /// pods.
  memory::TextMap<std::uint64_t> mirror_versions_;
  /// Pods that have changed since a tick looked at them last, or may change unnoticed. May have forgotten ones.
  std::vector<memory::Text> unsettled_;
  /// Contains all pods whose version is newer than what was written.
  std::set<memory::Text, std::less<>, memory::Recycler<memory::Text>> unwritten_;
  std::deque<Write> writes_;
  PodStatusObserver* observer_ = nullptr;
  sim::IdleSource reported_statuses_{"reported statuses"};
  timing::Stream writer_lag_;
  timing::Stream mirror_reads_;
  sync::TokenBucket requests_;
  std::optional<StatusNotes> notes_;
  bool is_writing_ = false;
  bool changed_while_writing_ = false;
  bool is_tick_scheduled_ = false;
};

}  // namespace podreel::kubelet
