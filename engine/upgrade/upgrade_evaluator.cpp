#include "engine/upgrade/upgrade_evaluator.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/enum_names.hpp"
#include "engine/api/json_member.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/invariant.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/upgrade/observed_pod.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "engine/upgrade/staged_pod.hpp"

namespace podreel::upgrade {

using api::string_member;
using nlohmann::json;

namespace {

bool is_meant_to_run(api::ContainerKind kind, std::string_view restart_policy) {
  const bool is_sidecar = kind == api::ContainerKind::init && restart_policy == "Always";
  return is_sidecar || kind == api::ContainerKind::regular;
}

bool records_resources(const release::Behaviour& behaviour) {
  return behaviour.has(release::in_place_resize) && behaviour.has(release::resize_from_actuated_record);
}

}  // namespace

std::string_view to_string(Effect effect) noexcept {
  constexpr auto names = api::enum_names<Effect>("stays", "changed, left alone", "restarts", "may restart");
  return names[effect];
}

UpgradeEvaluator::UpgradeEvaluator(Path path) : path_(std::move(path)) {
  if (path_.policy.kind == decide::PolicyKind::custom && !path_.policies) {
    path_.policies = [policy = path_.policy](release::Release release, const release::FeatureGates& /*gates*/) {
      return decide::make_policy(policy, release);
    };
  }
  bool is_recorded = false;
  for (const release::Release release : path_.releases) {
    Kubelet& kubelet = kubelets_.emplace_back(
        Kubelet{release, identity::ContainerHasher{release}, release::behaviour_of(release, path_.gates)});
    kubelet.has_resource_record = is_recorded || !records_resources(kubelet.behaviour);
    is_recorded = is_recorded || records_resources(kubelet.behaviour);
  }
}

std::vector<std::vector<ContainerForecast>> UpgradeEvaluator::evaluate(const manifests::ManifestPod& found,
                                                                       const std::string& file,
                                                                       const StoredHashes& observed) {
  const StagedPod stages{found.pod, path_};
  std::vector<Container> containers = containers_of(found, file, stages, observed);
  std::optional<ObservedPod> pod;
  if (!is_over(found.pod)) pod.emplace(found.pod);
  if (pod && path_.policies) pod->show(found.pod);
  std::vector<std::vector<ContainerForecast>> steps;
  for (std::size_t step = 1; step < kubelets_.size(); ++step) {
    for (std::size_t place = 0; place < containers.size(); ++place) {
      compare(step, stages.container(step, place), containers[place]);
    }
    if (pod) take_over(step, stages, *pod, containers);
    std::vector<ContainerForecast>& forecasts = steps.emplace_back();
    for (const Container& container : containers) forecasts.push_back(container.forecast);
  }
  return steps;
}

std::vector<UpgradeEvaluator::Container> UpgradeEvaluator::containers_of(const manifests::ManifestPod& found,
                                                                         const std::string& file,
                                                                         const StagedPod& stages,
                                                                         const StoredHashes& observed) {
  ContainerForecast forecast;
  forecast.namespace_name = manifests::namespace_of(found.pod);
  forecast.pod = string_member(found.pod.at("metadata"), "name");
  forecast.owner = owner_of(found);
  forecast.node = node_of(found.pod);
  forecast.file = file;
  forecast.mark = found.mark;
  const bool runs = !is_over(found.pod);
  std::vector<Container> containers;
  for (std::size_t place = 0; place < stages.size(); ++place) {
    Container& container = containers.emplace_back(Container{first_instance(stages.container(0, place)), forecast});
    container.forecast.kind = stages.kind(place);
    container.forecast.is_meant_to_run =
        runs && is_meant_to_run(container.forecast.kind, string_member(*container.instance.spec, "restartPolicy"));
    container.forecast.container = string_member(*container.instance.spec, "name");
    const auto stored = observed.find(container.forecast.container.view());
    container.forecast.is_observed = stored != observed.end();
    if (container.forecast.is_observed) container.instance.hash = stored->second;
  }
  return containers;
}

void UpgradeEvaluator::take_over(std::size_t step, const StagedPod& stages, ObservedPod& pod,
                                 std::vector<Container>& containers) {
  const Kubelet& kubelet = kubelets_[step];
  std::vector<bool> changed;
  for (std::size_t place = 0; place < containers.size(); ++place) {
    changed.push_back(containers[place].forecast.effect != Effect::stays);
    if (!kubelet.has_resource_record) pod.set_requested(place, stages.container(step, place));
  }
  const decide::Policy* policy = path_.policies ? &policy_of(step) : nullptr;
  const std::vector<TakeoverEffect> effects =
      pod.take_over(kubelet.behaviour, changed, kubelet.has_resource_record, policy);
  PODREEL_INVARIANT(effects.size() == containers.size(), "a takeover has an effect on every container of the pod");
  for (std::size_t place = 0; place < containers.size(); ++place) {
    Container& container = containers[place];
    const TakeoverEffect effect = effects[place];
    if (effect == TakeoverEffect::killed || effect == TakeoverEffect::restarted) {
      container.forecast.effect = Effect::restarts;
      if (!changed[place]) blame_resize_policy(step, container.forecast);
    }
    if (effect == TakeoverEffect::started || effect == TakeoverEffect::restarted) {
      container.instance = {&stages.container(step, place), kubelet.release, container.forecast.after};
    }
  }
}

void UpgradeEvaluator::blame_resize_policy(std::size_t step, ContainerForecast& forecast) const {
  forecast.cause = identity::CauseKind::resize_policy;
  const std::string after = minor_string(kubelets_[step].release);
  const std::string before = minor_string(kubelets_[step - 1].release);
  forecast.rule =
      fmt::format("{} cannot know the resources that {} actuated ({} keeps no record of them)", after, before, before);
  forecast.detail = "this container has the resizePolicy RestartContainer, so a resize restarts it";
}

std::vector<ContainerForecast> UpgradeEvaluator::evaluate_stored(const json& stored) {
  std::vector<ContainerForecast> forecasts;
  Container container{first_instance(stored), {}};
  container.forecast.container = string_member(stored, "name");
  for (std::size_t step = 1; step < kubelets_.size(); ++step) {
    compare(step, stored, container);
    if (container.forecast.effect != Effect::stays) {
      container.forecast.effect = Effect::restarts;
      container.instance = {&stored, kubelets_[step].release, container.forecast.after};
    }
    forecasts.push_back(container.forecast);
  }
  return forecasts;
}

UpgradeEvaluator::Instance UpgradeEvaluator::first_instance(const json& spec) {
  return {&spec, kubelets_.front().release, hash_of(0, spec)};
}

std::uint64_t UpgradeEvaluator::hash_of(std::size_t step, const json& spec) {
  if (!path_.policies) return kubelets_[step].hasher.hash(spec);
  const api::Container container = api::container_from_json(std::make_shared<const json>(spec));
  return policy_of(step).hash_container(container);
}

void UpgradeEvaluator::compare(std::size_t step, const json& wanted, Container& container) {
  const Kubelet& kubelet = kubelets_[step];
  Instance& instance = container.instance;
  ContainerForecast& forecast = container.forecast;
  forecast.after = hash_of(step, wanted);
  forecast.before = instance.hash;
  if (path_.policy.kind == decide::PolicyKind::rewrite) {
    instance.hash = decide::rewritten_hash(*instance.spec, kubelet.release);
  }
  const bool changed = is_changed(step, wanted, instance, forecast.after);
  identity::Cause cause;
  if (changed) cause = explain_change(kubelet, wanted, instance, forecast);
  forecast.cause = cause.kind;
  forecast.rule = cause.rule;
  forecast.detail = cause.detail;
  forecast.effect = changed ? Effect::left_alone : Effect::stays;
}

identity::Cause UpgradeEvaluator::explain_change(const Kubelet& kubelet, const json& wanted, const Instance& instance,
                                                 const ContainerForecast& forecast) const {
  const bool are_upstreams =
      !path_.policies || (forecast.after == kubelet.hasher.hash(wanted) &&
                          forecast.before == identity::container_hash(*instance.spec, instance.kubelet));
  if (are_upstreams) return identity::explain_change(*instance.spec, instance.kubelet, wanted, kubelet.release);
  return {.kind = identity::CauseKind::formula,
          .rule = "the policy hashes the container differently",
          .detail = {},
          .fields = {}};
}

bool UpgradeEvaluator::is_changed(std::size_t step, const json& wanted, const Instance& instance, std::uint64_t hash) {
  if (instance.hash == hash) return false;
  const bool asks_the_hash_alone =
      path_.policy.kind == decide::PolicyKind::upstream || path_.policy.kind == decide::PolicyKind::rewrite;
  if (asks_the_hash_alone || path_.policies) return true;
  const api::Container container = api::container_from_json(std::make_shared<const json>(wanted));
  runtime::ContainerStatus status;
  status.hash = instance.hash;
  if (path_.policy.kind == decide::PolicyKind::serialized_spec) {
    status.stored_spec = std::make_shared<const json>(*instance.spec);
  }
  return policy_of(step).compare(container, status).changed;
}

const decide::Policy& UpgradeEvaluator::policy_of(std::size_t step) {
  // Recreated from time to time, so that caches stay small.
  constexpr int max_comparisons = 1000;
  if (comparisons_++ % max_comparisons == 0) {
    for (Kubelet& kubelet : kubelets_) kubelet.policy = nullptr;
  }
  Kubelet& kubelet = kubelets_[step];
  if (!kubelet.policy && path_.policies) kubelet.policy = path_.policies(kubelet.release, path_.gates);
  if (!kubelet.policy) kubelet.policy = decide::make_policy(path_.policy, kubelet.release);
  return *kubelet.policy;
}

}  // namespace podreel::upgrade
