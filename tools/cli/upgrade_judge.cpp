#include "tools/cli/upgrade_judge.hpp"

#include <array>
#include <utility>

#include "engine/release/behaviour.hpp"
#include "tools/cli/upgrade_objects.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

struct ListOfKind {
  const char* name;
  api::ContainerKind kind;
};

constexpr std::array lists{
    ListOfKind{"initContainers", api::ContainerKind::init},
    ListOfKind{"containers", api::ContainerKind::regular},
    ListOfKind{"ephemeralContainers", api::ContainerKind::ephemeral},
};

bool is_finished(const json& pod) {
  const auto status = pod.find("status");
  if (status == pod.end() || !status->is_object()) return false;
  const std::string phase = status->value("phase", "");
  return phase == "Succeeded" || phase == "Failed";
}

}  // namespace

UpgradeJudge::UpgradeJudge(UpgradePath path) : path_(std::move(path)), policies_(path_.releases.size()) {
  for (const release::Release release : path_.releases) {
    hashers_.emplace_back(release);
    const release::Behaviour behaviour = release::behaviour_of(release);
    sidecars_restart_.push_back(behaviour.sidecars && behaviour.changed_sidecar_restarted);
  }
}

std::vector<std::vector<ContainerFate>> UpgradeJudge::judge(const api::ManifestPod& found, const std::string& file,
                                                            const std::map<std::string, std::uint64_t>& observed) {
  const UpgradeObjects objects{found.pod, path_};
  const json& metadata = found.pod.at("metadata");
  const bool finished = is_finished(found.pod);
  ContainerFate fate;
  fate.namespace_name = metadata.value("namespace", "default");
  fate.pod = metadata.value("name", "");
  fate.owner = owner_of(found);
  fate.file = shared(file);
  fate.line = found.mark.line;
  fate.column = found.mark.column;
  std::vector<std::vector<ContainerFate>> fates(path_.releases.size() - 1);
  for (const ListOfKind& list : lists) {
    fate.kind = list.kind;
    for (std::size_t index = 0; index < objects.count(list.name); ++index) {
      Running running = started_first(objects.container(0, list.name, index));
      fate.container = running.spec->value("name", "");
      const auto stored = observed.find(fate.container);
      fate.is_observed = stored != observed.end();
      if (fate.is_observed) running.hash = stored->second;
      for (std::size_t step = 1; step < path_.releases.size(); ++step) {
        ContainerFate& next = fates[step - 1].emplace_back(fate);
        follow(step, objects.container(step, list.name, index), finished, running, next);
      }
    }
  }
  return fates;
}

std::vector<ContainerFate> UpgradeJudge::judge_stored(const json& container) {
  std::vector<ContainerFate> fates;
  Running running = started_first(container);
  for (std::size_t step = 1; step < path_.releases.size(); ++step) {
    ContainerFate& fate = fates.emplace_back();
    fate.container = container.value("name", "");
    follow(step, container, false, running, fate);
  }
  return fates;
}

UpgradeJudge::Running UpgradeJudge::started_first(const json& spec) const {
  return {&spec, path_.releases.front(), hash_before(spec)};
}

void UpgradeJudge::follow(std::size_t step, const json& wanted, bool pod_is_finished, Running& running,
                          ContainerFate& fate) {
  const release::Release to = path_.releases[step];
  fate.after = hashers_[step].hash(wanted);
  fate.before = running.hash;
  if (path_.policy.kind == identity::PolicyKind::rewrite) running.hash = identity::rewritten_hash(*running.spec, to);
  fate.changed = takes_for_another(step, wanted, running, fate.after);
  fate.restarts = restarts(step, fate, wanted, pod_is_finished);
  if (fate.changed) {
    identity::Cause cause = identity::explain_change(*running.spec, running.kubelet, wanted, to);
    fate.cause = cause.kind;
    fate.rule = shared(std::move(cause.rule));
    fate.detail = std::move(cause.detail);
  }
  if (fate.restarts) running = {&wanted, to, fate.after};
}

bool UpgradeJudge::takes_for_another(std::size_t step, const json& wanted, const Running& running, std::uint64_t hash) {
  if (running.hash == hash) return false;
  const bool asks_the_hash_alone =
      path_.policy.kind == identity::PolicyKind::upstream || path_.policy.kind == identity::PolicyKind::rewrite;
  if (asks_the_hash_alone) return true;
  // Started afresh now and then, so that what they remember stays small.
  constexpr int questions_each = 1000;
  if (questions_++ % questions_each == 0) policies_.assign(policies_.size(), nullptr);
  if (!policies_[step]) policies_[step] = identity::make_policy(path_.policy, path_.releases[step]);
  api::Container container;
  container.stored = std::make_shared<const json>(wanted);
  runtime::ContainerStatus status;
  status.hash = running.hash;
  if (path_.policy.kind == identity::PolicyKind::serialized_spec) {
    status.stored_spec = std::make_shared<const json>(*running.spec);
  }
  return policies_[step]->compare(container, status).changed;
}

bool UpgradeJudge::restarts(std::size_t step, const ContainerFate& fate, const json& container,
                            bool pod_is_finished) const {
  if (!fate.changed || pod_is_finished) return false;
  if (fate.kind == api::ContainerKind::init) {
    return sidecars_restart_[step] && container.value("restartPolicy", "") == "Always";
  }
  return fate.kind == api::ContainerKind::regular;
}

std::shared_ptr<const std::string> UpgradeJudge::shared(std::string text) {
  if (const auto known = texts_.find(text); known != texts_.end()) return known->second;
  auto shared_text = std::make_shared<const std::string>(text);
  texts_.emplace(std::move(text), shared_text);
  return shared_text;
}

}  // namespace podreel::cli
