// What pod workers tell of the syncs that they make.
#include <fmt/format.h>
#include <utility>

#include "engine/kubelet/explain/explanation.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"
#include "engine/kubelet/pod_workers.hpp"

namespace podreel::kubelet {

namespace {

/// "by then …": whether a sync at `tick` finds the back-offs over.
std::string what_awaits(const Explanation& explanation, std::optional<sim::Time> refused_until, sim::Time tick) {
  if (!refused_until) return "tried again then";
  if (*refused_until <= tick) return "tried again then, with no back-off in the way";
  return fmt::format("refused then, too, until {}", explanation.told(*refused_until));
}

}  // namespace

nlohmann::ordered_json PodSyncer::take_status_steps(const memory::Text& /*uid*/) {
  return nlohmann::ordered_json::array();
}

void PodWorkers::record_enter(const Worker& worker, WorkType type) {
  if (!recorder_.wants<trace::Sync>()) return;
  recorder_.record(worker.name(), trace::Sync{stage_of(worker, type) + "enter", {}, {}, nullptr});
}

void PodWorkers::record_exit(const Worker& worker, WorkType type, const StageOutcome& outcome) {
  if (recorder_.wants<trace::Sync>()) recorder_.record(worker.name(), exit_of(worker, type, outcome));
}

trace::Sync PodWorkers::exit_of(const Worker& worker, WorkType type, const StageOutcome& outcome) const {
  trace::Sync record{stage_of(worker, type) + "exit", {}, outcome.error, nullptr};
  if (type == WorkType::sync) record.terminal = outcome.is_terminal;
  return record;
}

SyncCause PodWorkers::end_of_pause(const memory::Text& uid) const {
  if (!rules_.explain_since) return {};
  const Worker* worker = find(uid);
  if (worker == nullptr) return {};
  return {.kind = worker->pauses_for, .since = worker->last_sync};
}

void PodWorkers::note_cause(const Worker& worker, WorkerUpdate& update, SyncCause cause) const {
  cause.at = process_.now();
  if (!update.story) update.story = std::make_shared<SyncStory>();
  if (worker.pending && worker.pending.get() != &update && worker.pending->story) {
    update.story->causes = std::move(worker.pending->story->causes);
  }
  std::vector<SyncCause>& causes = update.story->causes;
  constexpr std::size_t told_at_most = 16;
  if (causes.size() == told_at_most) causes.pop_back();
  causes.push_back(std::move(cause));
}

trace::Sync PodWorkers::explained_exit(const Worker& worker, WorkType type, const WorkerUpdate& update,
                                       const StageOutcome& outcome, std::optional<sim::Time> next) const {
  trace::Sync record = exit_of(worker, type, outcome);
  Explanation explanation{*rules_.explain_since};
  if (update.story) add_story(explanation, *update.story);
  explanation.append(syncer_.take_status_steps(worker.uid));
  std::optional<sim::Time> refused_until;
  if (outcome.explanation) {
    explanation.append(outcome.explanation->steps);
    refused_until = outcome.explanation->refused_until;
  }
  if (next && outcome.error) {
    const sim::Time tick = rules_.sync_ticker.at_or_after(*next);
    explanation.add({.rule = sync_rule::next_sync,
                     .found = fmt::format("the sync failed, and the next one is due at {}", explanation.told(tick)),
                     .effect = what_awaits(explanation, refused_until, tick)},
                    {{"nextSync", tick}});
  }
  record.explanation = explanation.take();
  return record;
}

}  // namespace podreel::kubelet
