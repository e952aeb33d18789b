#include "tests/support/sync_stage.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/release/go_text.hpp"
#include "engine/sync/resize.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

std::string spaced(const json& record, const char* key) {
  const auto found = record.find(key);
  if (found == record.end()) return {};
  return " " + (found->is_string() ? found->get<std::string>() : found->dump());
}

std::string in_short(const json& record) {
  const bool has_name = record.contains("name") && record["op"] != "RunPodSandbox";
  return record["op"].get<std::string>() + (has_name ? spaced(record, "name") : spaced(record, "id")) +
         (has_name ? "" : spaced(record, "image")) + spaced(record, "attempt") + spaced(record, "timeout");
}

std::string in_short(const memory::Text& id, const api::LinuxResources& given) {
  return fmt::format("{} {}/{}/{}", id.view(), given.cpu_shares, given.cpu_quota, given.memory);
}

bool is_read(const json& record) {
  return record["op"] == "ImageStatus" || record["op"] == "PodSandboxStatus" || record["op"] == "ContainerStatus";
}

template <class T>
sim::Task<> into(sim::Task<T> task, T& result) {
  T done = co_await std::move(task);
  result = std::move(done);
}

const decide::HashPolicy stage_policy{
    [](const api::Container& container) { return container.image.size() + container.name.size(); }};

}  // namespace

SyncStage::SyncStage(const std::string& kubelet_label, std::set<std::string> images, sync::Rate registry,
                     api::CgroupVersion version)
    : cgroups{version},
      behaviour_{behaviour_of_label(kubelet_label)},
      runtime_{*this, std::move(images)},
      environment_{process, timing_, runtime_, behaviour_, recorder, trace_},
      images_{environment_, pull_records, {.registry = registry}},
      context_{environment_, backoff_, images_, liveness, startup, stage_policy, *this, *this, log_manager_} {
  context_.logs = &logs;
  pod.metadata.name = "web";
  pod.metadata.uid = "uid";
  runtime::SandboxStatus sandbox;
  sandbox.id = "sb";
  sandbox.ip = "10.0.0.1";
  status.uid = "uid";
  status.name = "web";
  status.namespace_name = "default";
  status.sandboxes.push_back(std::move(sandbox));
}

SyncStage::~SyncStage() {
  scheduler.clear();
}

api::Container& SyncStage::add(std::vector<api::Container>& list, std::string name, memory::Text image) {
  api::Container container;
  container.name = std::move(name);
  container.image = std::move(image);
  return list.emplace_back(std::move(container));
}

api::Container& SyncStage::app(std::string name) {
  return add(spec.containers, std::move(name), "app:1");
}
api::Container& SyncStage::init(std::string name) {
  return add(spec.init_containers, std::move(name), "init:1");
}
api::Container& SyncStage::sidecar(std::string name) {
  api::Container& container = add(spec.init_containers, std::move(name), "proxy:1");
  container.restart_policy = api::RestartPolicy::always;
  return container;
}

runtime::ContainerStatus& SyncStage::instance(std::string_view name, runtime::ContainerState state) {
  runtime::ContainerStatus container;
  const runtime::ContainerStatus* previous = status.find(name);
  container.restart_count = previous == nullptr ? 0 : previous->restart_count + 1;
  container.id = fmt::format("{}-{}", name, container.restart_count);
  container.name = name;
  container.sandbox_id = "sb";
  container.state = state;
  const api::FoundContainer found = api::find_container(spec, name);
  container.hash = found.container == nullptr ? 0 : stage_policy.hash_container(*found.container);
  return *status.containers.insert(status.containers.begin(), std::move(container));
}

void SyncStage::fail(std::string op, std::string error, std::string match) {
  if (op == "UpdatePodSandboxResources") {
    sandbox_update_error_ = std::move(error);
    return;
  }
  faults_.push_back({std::move(op), std::move(match), std::move(error), 1});
}

void SyncStage::delay(std::string op, sim::Duration latency, std::string match) {
  delays_.push_back({std::move(op), std::move(match), latency});
}

SyncStage::Runtime::Runtime(SyncStage& stage, std::set<std::string> images)
    : ScriptedRuntime{std::move(images), [&stage](const json& record) { return stage.latency_of(record); }},
      stage_{stage} {}

std::optional<runtime::ContainerConfig> SyncStage::Runtime::stored_config(std::string_view container_id) const {
  const auto found = std::ranges::find(stage_.status.containers, container_id, &runtime::ContainerStatus::id);
  if (found == stage_.status.containers.end()) return std::nullopt;
  runtime::ContainerConfig config;
  config.pod = std::make_shared<const api::Pod>(stage_.pod);
  config.name = found->name;
  config.pod_termination_grace_period_seconds = stage_.stored_grace_period_seconds_;
  config.pod_deletion_grace_period_seconds = stage_.pod.metadata.deletion_grace_period_seconds;
  config.pre_stop = api::find_container(stage_.spec, found->name).container->lifecycle.pre_stop;
  return config;
}

sim::Task<runtime::Result<>> SyncStage::Runtime::update_container_resources(const sim::Process& caller,
                                                                            memory::Text container_id,
                                                                            api::LinuxResources resources) {
  stage_.given.push_back(in_short(container_id, resources));
  return ScriptedRuntime::update_container_resources(caller, std::move(container_id), resources);
}

sim::Task<runtime::Result<>> SyncStage::Runtime::update_pod_sandbox_resources(const sim::Process& /*caller*/,
                                                                              memory::Text sandbox_id,
                                                                              api::LinuxResources resources) {
  stage_.given.push_back(in_short(sandbox_id, resources));
  if (stage_.sandbox_update_error_) co_return runtime::Error{*stage_.sandbox_update_error_};
  co_return runtime::Result<>{};
}

sim::Task<runtime::Runtime::NetworkAnswer> SyncStage::Runtime::probe_network(const sim::Process& /*caller*/,
                                                                             memory::Text /*container_id*/,
                                                                             NetworkProbe probe,
                                                                             sim::Duration /*timeout*/) {
  stage_.asked = std::move(probe);
  co_return stage_.endpoint;
}

sim::Duration SyncStage::latency_of(const json& record) const {
  for (const Delay& delay : delays_) {
    if (delay.op == record["op"].get_ref<const std::string&>() &&
        in_short(record).find(delay.match) != std::string::npos)
      return delay.latency;
  }
  return sim::Duration::zero();
}

void SyncStage::begin() {
  pod.spec = std::make_shared<const api::PodSpec>(spec);
  runtime_.reset(status, std::exchange(faults_, {}));
  recorder.events.clear();
  began_ = scheduler.now();
}

void SyncStage::finish() {
  while (scheduler.run_one()) {
  }
}

sync::PodSyncResult SyncStage::sync() {
  begin();
  sync::SyncOutcome outcome;
  const sync::SyncRequest request{std::make_shared<const api::Pod>(pod),
                                  std::make_shared<const runtime::PodStatus>(status),
                                  decide::should_all_containers_restart(pod, status, behaviour_, nullptr), nullptr};
  sim::spawn(process, sync::sync_pod(context_, request, outcome));
  finish();
  in_back_off.clear();
  for (const sync::InBackOff& held : outcome.in_back_off) {
    REQUIRE(sync::is_still_in_back_off(context_, held));
    in_back_off.push_back(held.container->name);
  }
  was_idle = outcome.is_idle;
  return std::move(outcome.result);
}

std::optional<sync::SyncFailure> SyncStage::resize(std::vector<decide::ContainerToResize> containers) {
  begin();
  context_.cgroups = &cgroups;
  context_.actuated = &actuated;
  given.clear();
  std::optional<sync::SyncFailure> failure;
  sync::PodResize resize{std::make_shared<const api::Pod>(pod), "sb", std::move(containers)};
  sim::spawn(process, into(sync::resize_pod(context_, std::move(resize)), failure));
  finish();
  return failure;
}

sync::PodSyncResult SyncStage::kill(std::optional<std::int64_t> grace_override) {
  begin();
  return kill_pod(std::make_shared<const api::Pod>(pod), grace_override);
}

sync::PodSyncResult SyncStage::kill_unknown(std::int64_t stored_grace_period_seconds) {
  stored_grace_period_seconds_ = stored_grace_period_seconds;
  begin();
  return kill_pod(nullptr, {});
}

sync::PodSyncResult SyncStage::kill_pod(api::PodPtr known, std::optional<std::int64_t> grace_override) {
  sync::PodSyncResult result;
  sim::spawn(process,
             into(sync::kill_pod(context_, std::move(known), sync::running_pod_of(status), grace_override), result));
  finish();
  return result;
}

void SyncStage::sync_copies(int count) {
  begin();
  std::deque<sync::SyncRequest> requests;
  std::deque<sync::SyncOutcome> outcomes;
  for (int copy = 0; copy < count; ++copy) {
    auto copied = std::make_shared<api::Pod>(pod);
    copied->metadata.uid = fmt::format("uid-{}", copy);
    requests.push_back({.pod = std::move(copied), .status = std::make_shared<const runtime::PodStatus>(status)});
    sim::spawn(process, sync::sync_pod(context_, requests.back(), outcomes.emplace_back()));
  }
  finish();
}

std::vector<std::string> SyncStage::calls() const {
  std::vector<std::string> calls;
  for (const batch::ScriptedRuntime::Call& call : runtime_.calls()) {
    calls.push_back(release::go_duration(call.at - began_) + " " + in_short(call.record));
  }
  return calls;
}

std::vector<std::string> SyncStage::actions() const {
  std::vector<std::string> actions;
  for (const batch::ScriptedRuntime::Call& call : runtime_.calls()) {
    if (!is_read(call.record)) actions.push_back(in_short(call.record));
  }
  return actions;
}

void SyncStage::Recorder::record(const api::Pod& /*pod*/, std::string_view field_path, sync::EventType /*type*/,
                                 std::string_view reason, std::string message) {
  events.push_back(fmt::format("{}{}{}: {}", reason, field_path.empty() ? "" : " ", field_path, message));
}

}  // namespace podreel::testing
