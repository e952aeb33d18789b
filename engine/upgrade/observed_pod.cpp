#include "engine/upgrade/observed_pod.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/decide/policy.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

namespace {

using api::Cursor;
using nlohmann::json;
using runtime::ContainerState;
using runtime::ContainerStatus;

std::optional<api::RestartPolicy> restart_policy_in(const Cursor& object) {
  return api::parse_restart_policy(object["restartPolicy"].text());
}

/// Init containers end; a sidecar runs on, also where the kubelet does not know that it is one.
bool is_meant_to_run(api::ContainerKind kind, const api::Container& container) {
  return kind != api::ContainerKind::init || api::is_restartable_init_container(container);
}

ContainerStatus instance(const std::string& name, ContainerState state, std::int32_t exit_code = 0) {
  ContainerStatus made;
  made.id = name;
  made.name = name;
  made.state = state;
  made.exit_code = exit_code;
  return made;
}

ContainerStatus ended(const std::string& name, const Cursor& terminated) {
  return instance(name, ContainerState::exited, static_cast<std::int32_t>(terminated["exitCode"].integer()));
}

Cursor reported_status(const Cursor& status, const char* list, std::string_view name) {
  Cursor found;
  status[list].for_each_item([&](const Cursor& reported, std::size_t) {
    if (reported["name"].text() == name) found = reported;
  });
  return found;
}

/// The container's newest instance; none if it was never started.
std::optional<ContainerStatus> found_instance(const json& pod, const ContainerList& list,
                                              const api::Container& container) {
  const Cursor status = Cursor{pod}["status"];
  const Cursor reported = reported_status(status, list.statuses, container.name);
  const bool is_unknown_to_kubelet = list.kind == api::ContainerKind::ephemeral && status;
  if (!reported && (phase_of(pod) == "Pending" || is_unknown_to_kubelet)) return std::nullopt;
  const Cursor state = reported["state"];
  if (const Cursor terminated = state["terminated"]) return ended(container.name, terminated);
  if (state["waiting"]) {
    const Cursor terminated = reported["lastState"]["terminated"];
    return terminated ? std::optional{ended(container.name, terminated)} : std::nullopt;
  }
  const bool runs = state["running"] || is_meant_to_run(list.kind, container);
  return instance(container.name, runs ? ContainerState::running : ContainerState::exited);
}

std::vector<api::Container>& containers_of(api::PodSpec& spec, api::ContainerKind kind) {
  if (kind == api::ContainerKind::init) return spec.init_containers;
  return kind == api::ContainerKind::regular ? spec.containers : spec.ephemeral_containers;
}

}  // namespace

ObservedPod::ObservedPod(const json& pod) {
  const Cursor spec{pod.at("spec")};
  auto made = std::make_shared<api::PodSpec>();
  made->restart_policy = restart_policy_in(spec).value_or(api::RestartPolicy::always);
  status_.sandboxes.push_back({.id = "sandbox", .ip = "10.0.0.1"});
  for (const ContainerList& list : container_lists) {
    spec[list.name].for_each_item([&](const Cursor& object, std::size_t) {
      api::Container& container = containers_of(*made, list.kind).emplace_back();
      container.name = object["name"].text();
      container.restart_policy = restart_policy_in(object);
      if (auto found = found_instance(pod, list, container)) status_.containers.push_back(*std::move(found));
    });
  }
  spec_ = std::move(made);
  pod_.spec = spec_;
}

void ObservedPod::show(const json& pod) {
  pod_.metadata = api::metadata_from_json(pod.at("metadata"));
  spec_->stored = std::make_shared<const json>(pod.at("spec"));
}

void ObservedPod::set_requested(std::size_t place, const json& stored_container) {
  for (auto* list : {&spec_->init_containers, &spec_->containers, &spec_->ephemeral_containers}) {
    if (place >= list->size()) {
      place -= list->size();
      continue;
    }
    api::Container asked = api::container_from_json(std::make_shared<const json>(stored_container));
    api::Container& container = (*list)[place];
    container.requests = std::move(asked.requests);
    container.limits = std::move(asked.limits);
    container.resize_policy = std::move(asked.resize_policy);
    return;
  }
}

/// One kubelet's decisions, and what becomes of them. An instance's hash says whether the kubelet takes it for another.
class ObservedPod::Takeover {
 public:
  Takeover(ObservedPod& found, const release::Behaviour& behaviour, const std::vector<bool>& changed,
           bool has_resource_record, const decide::Policy* policy)
      : spec_{*found.pod_.spec},
        status_{found.status_},
        policy_{policy == nullptr ? upstream : *policy},
        observed_{found.pod_, found.status_, no_results, no_results, upstream, behaviour},
        effects_(changed.size()) {
    if (!has_resource_record) observed_.actuated = &given_;
    for (ContainerStatus& found_one : status_.containers) found_one.hash = changed[place_of(found_one.name)] ? 1 : 0;
  }

  /// Each round starts something for the first time, or puts something in the place of another, or is the last.
  std::vector<TakeoverEffect> run() {
    do {
      goes_on_ = false;
      if (policy_.decide(actions_, observed_, nullptr) || actions_.kill_pod) break;
      if (std::ranges::any_of(actions_.containers_to_kill, [this](const auto& each) { return is_ephemeral(each); }))
        break;
      for (const decide::ContainerToKill& killed : actions_.containers_to_kill) kill(killed.name);
      start(actions_.ephemeral_containers_to_start, spec_.ephemeral_containers, api::ContainerKind::ephemeral);
      start(actions_.init_containers_to_start, spec_.init_containers, api::ContainerKind::init);
      start(actions_.containers_to_start, spec_.containers, api::ContainerKind::regular);
    } while (goes_on_);
    return std::move(effects_);
  }

 private:
  static constexpr std::int32_t killed_exit_code = 137;
  static const inline decide::ProbeResults no_results;
  static const inline decide::HashPolicy upstream{[](const api::Container&) { return 0; }};

  /// Only a kubelet that does not know them kills these. It does not find their specs, and its sync fails.
  [[nodiscard]] bool is_ephemeral(const decide::ContainerToKill& killed) const {
    return std::ranges::find(spec_.ephemeral_containers, killed.name, &api::Container::name) !=
           spec_.ephemeral_containers.end();
  }

  [[nodiscard]] std::size_t place_of(std::string_view name) const {
    std::size_t place = 0;
    for (const auto* list : {&spec_.init_containers, &spec_.containers, &spec_.ephemeral_containers}) {
      const auto found = std::ranges::find(*list, name, &api::Container::name);
      place += static_cast<std::size_t>(found - list->begin());
      if (found != list->end()) break;
    }
    return place;
  }

  ContainerStatus* find(std::string_view name) {
    const auto found = std::ranges::find(status_.containers, name, &ContainerStatus::name);
    return found == status_.containers.end() ? nullptr : &*found;
  }

  void kill(const std::string& name) {
    *find(name) = instance(name, ContainerState::exited, killed_exit_code);
    effects_[place_of(name)] = TakeoverEffect::killed;
  }

  void start(const std::vector<std::size_t>& indices, const std::vector<api::Container>& list,
             api::ContainerKind kind) {
    for (const std::size_t index : indices) start(list[index], kind);
  }

  void start(const api::Container& container, api::ContainerKind kind) {
    TakeoverEffect& effect = effects_[place_of(container.name)];
    ContainerStatus* known = find(container.name);
    if (effect == TakeoverEffect::none) effect = TakeoverEffect::started;
    if (effect == TakeoverEffect::killed) effect = TakeoverEffect::restarted;
    if (known && effect == TakeoverEffect::started) return;
    if (!known) known = &status_.containers.emplace_back();
    const bool runs = is_meant_to_run(kind, container);
    given_.insert_or_assign(container.name, api::amounts_of(container));
    *known = instance(container.name, runs ? ContainerState::running : ContainerState::exited);
    goes_on_ = true;
  }

  const api::PodSpec& spec_;
  runtime::PodStatus& status_;
  const decide::Policy& policy_;
  decide::Observed observed_;
  decide::PodActions actions_;
  /// By this kubelet.
  decide::ActuatedResources given_;
  std::vector<TakeoverEffect> effects_;
  bool goes_on_ = false;
};

std::vector<TakeoverEffect> ObservedPod::take_over(const release::Behaviour& behaviour,
                                                   const std::vector<bool>& changed, bool has_resource_record,
                                                   const decide::Policy* policy) {
  return Takeover{*this, behaviour, changed, has_resource_record, policy}.run();
}

}  // namespace podreel::upgrade
