#include "scenarios/batch/sync_session.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/invariant.hpp"
#include "engine/sync/container_log_manager.hpp"
#include "engine/sync/image_puller.hpp"
#include "engine/sync/sync_pod.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/batch/sync_record.hpp"

namespace podreel::batch {

namespace {

class EventList final : public sync::EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view field_path, sync::EventType type, std::string_view reason,
              std::string message) override {
    events.push_back({{"type", to_string(type)}, {"reason", reason}, {"object", field_path}, {"message", message}});
  }
  std::vector<nlohmann::json> events;
};

/// Provides the pod's state of the case.
struct GivenPodStates final : sync::PodStateProvider {
  bool is_termination_requested(const memory::Text& /*uid*/) const override { return termination_requested; }
  bool should_content_be_removed(const memory::Text& /*uid*/) const override { return false; }
  bool termination_requested = false;
};

sim::Task<> sync_to_end(sync::SyncContext& context, const sync::SyncRequest& request, sync::SyncOutcome& outcome,
                        bool& has_ended) {
  co_await sync::sync_pod(context, request, outcome);
  has_ended = true;
}

}  // namespace

/// Shared state of the steps of one id, and the parts to run one.
class SyncSession::PodSession {
 public:
  PodSession(const Decider& kubelet, const SyncCase& first)
      : scheduler_{first.now},
        process_{scheduler_},
        runtime_{{first.images.begin(), first.images.end()}},
        environment_{process_, timing_, runtime_, kubelet.behaviour, events_, recorder_},
        crash_backoff_{process_},
        images_{environment_, pull_records_, {}},
        context_{environment_,    crash_backoff_, images_, liveness_,   startup_,
                 *kubelet.policy, pod_states_,    helper_, log_manager_} {
    set_back_offs(first);
  }
  ~PodSession() { scheduler_.clear(); }
  PodSession(const PodSession&) = delete;
  PodSession& operator=(const PodSession&) = delete;

  SyncAnswer run(const SyncCase& sync_case);

 private:
  void set_back_offs(const SyncCase& first);

  sim::Scheduler scheduler_;
  sim::Process process_;
  // In a recorded SyncPod, no time passes.
  timing::Timing timing_{sim::Choices{1}, timing::Model::ideal};
  ScriptedRuntime runtime_;
  EventList events_;
  trace::Recorder recorder_{scheduler_};
  sync::SyncDependencies environment_;
  sync::Backoff crash_backoff_;
  sync::PullRecords pull_records_;
  sync::ImagePuller images_;
  decide::ProbeResults liveness_;
  decide::ProbeResults startup_;
  GivenPodStates pod_states_;
  sync::RuntimeHelper helper_;
  sync::ContainerLogs logs_;
  sync::ContainerLogManager log_manager_{environment_, logs_};
  sync::SyncContext context_;
};

/// Sets back-offs to their states after the exits that led to them.
void SyncSession::PodSession::set_back_offs(const SyncCase& first) {
  const api::Pod& pod = first.situation.pod;
  for (const GivenBackOff& given : first.back_offs) {
    const api::FoundContainer found = api::find_container(*pod.spec, given.container);
    if (found.container == nullptr) continue;
    const memory::Text key = sync::crash_backoff_key(context_, pod, *found.container);
    for (sim::Duration before{-1}; crash_backoff_.get(key) < given.delay && crash_backoff_.get(key) != before;) {
      before = crash_backoff_.get(key);
      crash_backoff_.next(key, first.now);
    }
  }
}

SyncAnswer SyncSession::PodSession::run(const SyncCase& sync_case) {
  const auto pod = std::make_shared<const api::Pod>(sync_case.situation.pod);
  auto status =
      std::make_shared<runtime::PodStatus>(with_hashes(sync_case.situation.observed, *pod->spec, context_.policy));
  status->uid = pod->metadata.uid;
  status->name = pod->metadata.name;
  status->namespace_name = pod->metadata.namespace_name;
  liveness_ = sync_case.situation.liveness;
  startup_ = sync_case.situation.startup;
  pod_states_.termination_requested = sync_case.termination_requested;
  runtime_.reset(*status, sync_case.faults);
  events_.events.clear();
  if (sync_case.now > scheduler_.now()) scheduler_.run_until(sync_case.now);

  SyncAnswer answer;
  const bool restart_all = decide::should_all_containers_restart(*pod, *status, context_.behaviour);
  const sync::SyncRequest request{pod, status, restart_all, &answer.reasons};
  sync::SyncOutcome outcome;
  bool has_ended = false;
  sim::spawn(process_, sync_to_end(context_, request, outcome, has_ended));
  while (scheduler_.run_one()) {
  }
  PODREEL_INVARIANT(has_ended, "a sync ends");
  answer.record = sync_record(sync_case, outcome, runtime_, std::move(events_.events));
  for (const InjectedFault& fault : runtime_.unmet_faults()) {
    answer.unmet_faults.push_back(
        fmt::format("the fault injected into {} (match \"{}\") never occurred", fault.op, fault.match));
  }
  return answer;
}

SyncSession::SyncSession(Decider kubelet) : kubelet_{std::move(kubelet)} {}

SyncSession::~SyncSession() = default;

SyncAnswer SyncSession::run(const SyncCase& sync_case) {
  PODREEL_INVARIANT(sync_case.step < sync_case.steps, "a step is within its case's steps");
  const std::string id = sync_case.situation.id.dump();
  std::unique_ptr<PodSession>& session = sessions_[id];
  if (!session || sync_case.step == 0) session = std::make_unique<PodSession>(kubelet_, sync_case);
  SyncAnswer answer = session->run(sync_case);
  if (sync_case.step + 1 == sync_case.steps) sessions_.erase(id);
  return answer;
}

}  // namespace podreel::batch
