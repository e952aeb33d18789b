#include "tests/support/situation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "engine/decide/explain.hpp"
#include "engine/decide/policy.hpp"
#include "engine/decide/restart_all.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::testing {

namespace {

constexpr std::uint64_t wanted_hash = 1111;
constexpr std::uint64_t stored_hash = 2222;

api::Container named(std::string name) {
  api::Container container;
  container.name = std::move(name);
  container.image = "busybox";
  return container;
}

}  // namespace

Situation::Situation() {
  pod_.metadata.name = "web";
  pod_.metadata.uid = "u1";
  runtime::SandboxStatus sandbox;
  sandbox.id = "sb";
  sandbox.ip = "10.0.0.1";
  status_.sandboxes.push_back(sandbox);
}

Situation& Situation::policy(api::RestartPolicy policy) {
  spec_.restart_policy = policy;
  return *this;
}

Situation& Situation::deleted() {
  pod_.metadata.deletion_timestamp = sim::from_unix_seconds(1);
  return *this;
}

Situation& Situation::static_pod() {
  pod_.metadata.annotations["kubernetes.io/config.source"] = "file";
  return *this;
}

Situation& Situation::host_network() {
  spec_.host_network = true;
  return *this;
}

Situation& Situation::app(std::string name) {
  spec_.containers.push_back(named(std::move(name)));
  return *this;
}

Situation& Situation::init(std::string name) {
  spec_.init_containers.push_back(named(std::move(name)));
  return *this;
}

Situation& Situation::sidecar(std::string name) {
  init(std::move(name));
  spec_.init_containers.back().restart_policy = api::RestartPolicy::always;
  return *this;
}

Situation& Situation::ephemeral(std::string name) {
  spec_.ephemeral_containers.push_back(named(std::move(name)));
  return *this;
}

api::Container& Situation::container(std::string_view name) {
  for (auto* containers : {&spec_.init_containers, &spec_.containers, &spec_.ephemeral_containers}) {
    for (api::Container& container : *containers) {
      if (container.name == name) return container;
    }
  }
  throw std::invalid_argument(fmt::format("no container {}", name));
}

Situation& Situation::no_sandbox() {
  status_.sandboxes.clear();
  return *this;
}

runtime::SandboxStatus& Situation::sandbox() {
  return status_.sandboxes.front();
}

Situation& Situation::dead_sandbox() {
  sandbox().state = runtime::SandboxState::not_ready;
  return *this;
}

Situation& Situation::older_sandbox(runtime::SandboxState state) {
  runtime::SandboxStatus older = sandbox();
  older.id = "sb-older";
  older.state = state;
  ++sandbox().attempt;
  status_.sandboxes.push_back(std::move(older));
  return *this;
}

Situation& Situation::add(std::string_view name, runtime::ContainerState state) {
  const auto earlier = std::count_if(status_.containers.begin(), status_.containers.end(),
                                     [&](const auto& container) { return container.name == name; });
  runtime::ContainerStatus container;
  container.id = fmt::format("{}-{}", name, earlier);
  container.name = name;
  container.state = state;
  container.hash = wanted_hash;
  status_.containers.insert(status_.containers.begin(), std::move(container));
  return *this;
}

Situation& Situation::created(std::string_view name) {
  return add(name, runtime::ContainerState::created);
}

Situation& Situation::running(std::string_view name) {
  return add(name, runtime::ContainerState::running);
}

Situation& Situation::exited(std::string_view name, std::int32_t code, std::string_view reason) {
  add(name, runtime::ContainerState::exited);
  newest(name).exit_code = code;
  newest(name).reason = reason;
  return *this;
}

Situation& Situation::unknown(std::string_view name) {
  return add(name, runtime::ContainerState::unknown);
}

runtime::ContainerStatus& Situation::newest(std::string_view name) {
  const auto found = std::find_if(status_.containers.begin(), status_.containers.end(),
                                  [&](const auto& container) { return container.name == name; });
  if (found == status_.containers.end()) throw std::invalid_argument(fmt::format("no instance of {}", name));
  return *found;
}

Situation& Situation::changed(std::string_view name) {
  changed_.emplace(name);
  newest(name).hash = stored_hash;
  return *this;
}

Situation& Situation::liveness(std::string_view name, decide::ProbeResult result) {
  liveness_[newest(name).id] = result;
  return *this;
}

Situation& Situation::startup(std::string_view name, decide::ProbeResult result) {
  startup_[newest(name).id] = result;
  return *this;
}

template <class Ask>
auto Situation::ask(const std::string& label, Ask ask) const {
  api::Pod pod = pod_;
  pod.spec = std::make_shared<const api::PodSpec>(spec_);
  const release::Behaviour behaviour = behaviour_of_label(label);
  const decide::HashPolicy policy{[](const api::Container&) { return wanted_hash; }};
  const bool restart_all = decide::should_all_containers_restart(pod, status_, behaviour);
  return ask(decide::Observed{pod, status_, liveness_, startup_, policy, behaviour, restart_all});
}

decide::PodActions Situation::actions(const std::string& label, decide::Reasons* reasons) const {
  return ask(label, [&](const decide::Observed& observed) { return compute_pod_actions(observed, reasons).value(); });
}

bool Situation::panics(const std::string& label) const {
  return ask(label, [&](const decide::Observed& observed) { return compute_pod_actions(observed).has_error(); });
}

bool Situation::panics(const std::string& label, decide::PodActions& actions) const {
  return ask(label,
             [&](const decide::Observed& observed) { return compute_pod_actions_into(actions, observed).has_value(); });
}

decide::PodContainerChanges Situation::changes(const std::string& label) const {
  return ask(label, [&](const decide::Observed& observed) { return compute_pod_container_changes(observed); });
}

std::string Situation::on(const std::string& label) const {
  return in_short(actions(label));
}

std::string Situation::in_short(const decide::PodActions& actions) const {
  return decide::in_short(actions, spec_);
}

}  // namespace podreel::testing
