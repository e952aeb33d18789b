#include "scenarios/simulation/node.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/apiserver/volume_names.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/invariant.hpp"
#include "engine/kubelet/config/static_pod.hpp"
#include "engine/kubelet/volumes/volume_sources.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/sim/random.hpp"
#include "engine/timing/table.hpp"
#include "pleg/event_watcher.hpp"
#include "pleg/evented_pleg.hpp"
#include "scenarios/simulation/node_description.hpp"
#include "scenarios/simulation/reported_resources.hpp"
#include "scenarios/simulation/settled_status.hpp"

namespace podreel::simulation {

namespace {

runtime_fake::RuntimeScript script_of(const format::Scenario& scenario) {
  runtime_fake::RuntimeScript script = scenario.runtime;
  script.reports_resources = reports_resources(scenario);
  return script;
}

release::Behaviour control_plane_behaviour(const format::NodeSettings& node) {
  return release::behaviour_of(format::api_server_release(node), node.kubelet.feature_gates);
}

}  // namespace

Node::Node(const format::Scenario& scenario, timing::Timing& timing, std::optional<sim::Time> start)
    : scenario_{scenario},
      timing_{timing},
      start_time_{start ? *start : start_time(timing)},
      scheduler_{start_time_},
      context_{scheduler_},
      recorder_{scheduler_},
      runtime_{scheduler_, timing_, recorder_, script_of(scenario)},
      api_server_{
          context_,
          recorder_,
          {.version = format::api_server_release(scenario.node),
           .feature_gates = scenario.node.kubelet.feature_gates,
           .node = scenario.node.name,
           .adds_service_account_volume = scenario.node.api_server.adds_service_account_volume,
           .default_tolerations = scenario.node.lifecycle.has_value(),
           .node_allocatable = scenario.node.allocatable,
           .has_all_field_labels = scenario.node.api_server.has_all_field_labels || !scenario.node.api_server.version}},
      api_server_process_{context_, api_server_, runtime_, scenario.node.api_server},
      volumes_{context_, timing_, scenario.volumes},
      attach_detach_{context_, timing_, recorder_, api_server_, volumes_, control_plane_behaviour(scenario.node)},
      files_{.cgroups = sync::PodCgroups{scenario.runtime.cgroup_version},
             .logs = sync::ContainerLogs{scenario.runtime.writes_logs ? sync::LogText::scripted : sync::LogText::none}},
      settings_{scenario.node.kubelet},
      description_{description_of(scenario.node)} {
  files_.cgroups.on_memory_limit(
      [this](const memory::Text& uid, std::optional<std::int64_t> limit) { runtime_.limit_pod_memory(uid, limit); });
  api_server_.observe([this](const apiserver::ApiServer::PodChange& change) { pod_changed(change); });
  if (scenario.node.lifecycle) {
    lifecycle_ = std::make_unique<NodeLifecycle>(
        NodeLifecycle::Dependencies{context_, timing_, recorder_, api_server_, description_,
                                    control_plane_behaviour(scenario.node)},
        *scenario.node.lifecycle);
  }
  api_server_.on_reachability([this] {
    if (!kubelets_.empty()) kubelets_.back()->connection_changed();
  });
}

sim::Time Node::start_time(timing::Timing& timing) {
  return epoch + timing.draw(timing::start_phase);
}

Node::~Node() {
  scheduler_.clear();
}

void Node::pod_changed(const apiserver::ApiServer::PodChange& change) {
  using apiserver::ApiServer;
  if (change.kind == ApiServer::ChangeKind::added && !change.pod->is_mirror()) runtime_.pod_created(*change.pod);
  const bool is_here = change.kind == ApiServer::ChangeKind::added && !api_server_.is_elsewhere(*change.pod);
  const bool is_new_here = is_here || change.kind == ApiServer::ChangeKind::bound;
  if (is_new_here) attach_detach_.pod_added(change.pod);
  if (observer_) observer_(change);
  if (lifecycle_ && is_new_here) lifecycle_->pod_added(*change.pod);
  if (lifecycle_ && change.kind == ApiServer::ChangeKind::deleted) lifecycle_->pod_removed(api::full_name(*change.pod));
  for (const auto& rollout : rollouts_) rollout->pod_changed();
  if (change.kind != ApiServer::ChangeKind::deleted) return;
  attach_detach_.pod_removed(*change.pod);
  runtime_.pod_removed(change.pod->metadata.uid);
}

void Node::settle(SettledPods& settled) {
  if (outside_ != nullptr || !scenario_.node.settled) return;
  SettledLives& lives = settled.on(scenario_, api_server_.config_objects());
  for (const format::NamedPod& pod : scenario_.node.settled->pods) {
    settle(pod, *lives.of(pod.name, pod.object, description_));
  }
  api_server_process_.skip_wait();
}

void Node::settle(const format::NamedPod& pod, const SettledPod& settled) {
  const sim::Duration later = sim::truncated_to_seconds(start_time_) - settled.left_at;
  api::Pod here{.metadata = settled.pod->metadata, .spec = settled.pod->spec, .status = {}};
  const std::size_t slash = pod.name.find('/');
  here.metadata.namespace_name = pod.name.substr(0, slash);
  here.metadata.name = pod.name.substr(slash + 1);
  here.metadata.uid = api_server_.new_uid(pod.name);
  here.metadata.creation_timestamp += later;
  const runtime_fake::PodEntry& entry = runtime_.restore(here, settled.runtime, later);
  here.status = status_of(settled, here.metadata, entry, later);
  kubelet::add_files(here.metadata.uid, settled.files, files_);
  if (!scenario_.volumes.empty()) settle_volumes(std::make_shared<const api::Pod>(here));
  api_server_.settle(std::move(here), pod.object);
}

void Node::settle_volumes(const api::PodPtr& pod) {
  files_.mounts.boot(description_.boot_id);
  for (const std::string& volume : kubelet::mounted_volumes(*pod->spec)) {
    files_.mounts.add(pod, volume);
    api_server_.volumes_attached().insert(apiserver::attached_name(*pod, volume));
  }
}

void Node::boot() {
  api_server_.set_boot_id(description_.boot_id);
  if (outside_ != nullptr) return kubelet_releases_.push_back(settings_.version);
  if (scenario_.node.settled) {
    recorder_.record("", trace::KubeletProcess{.what = "stop", .signal = "terminated"});
    return kubelet_releases_.push_back(settings_.version);
  }
  start_kubelet_up_since(timing::up_before_scenario);
}

void Node::begin(SettledPods& settled) {
  for (const format::Step& step : scenario_.timeline) step.action->prepare(*this);
  settle(settled);
  boot();
}

void Node::start_kubelet() {
  if (outside_ == nullptr) return start_kubelet_up_since({});
  recorder_.record("", trace::KubeletProcess{.what = "start", .version = outside_->version_of(settings_)});
  outside_->start(settings_);
  if (kubelet_releases_.back() != settings_.version) kubelet_releases_.push_back(settings_.version);
}

std::shared_ptr<const decide::Policy> Node::policy_of(const format::KubeletSettings& settings) const {
  if (policies_) return policies_(settings.version, settings.feature_gates);
  return shared_policies_ != nullptr ? shared_policies_->of(settings.identity_policy, settings.version)
                                     : decide::make_policy(settings.identity_policy, settings.version);
}

void Node::start_kubelet_up_since(sim::Duration up_since) {
  PODREEL_INVARIANT(kubelets_.empty() || !kubelets_.back()->runs(), "one kubelet at a time runs on a node");
  PODREEL_INVARIANT(!is_down_, "a kubelet starts on a node that is up");
  if (!kubelets_.empty()) timing_.begin_life();
  kubelet::KubeletOptions options;
  options.version = settings_.version;
  options.feature_gates = settings_.feature_gates;
  options.overrides = settings_.overrides;
  options.config = settings_.config;
  options.policy = policy_of(settings_);
  options.up_since = up_since;
  if (explain_) options.explain_since = start_time_;
  options.read_static_pod = reader_of_static_pods();
  options.skip_idle_work = skip_idle_work_;
  options.reports_node_status = scenario_.node.reports_status || lifecycle_;
  runtime_.set_request_timeout(settings_.config.runtime_request_timeout);
  kubelet::Kubelet::Dependencies dependencies{
      scheduler_,
      timing_,
      recorder_,
      *kubelets_runtime_,
      *changes_,
      api_server_,
      static_pods_,
      files_,
      description_,
      volumes_,
      [this](const sim::Process& process, kubelet::PodCache& cache, const release::Behaviour& behaviour,
             std::optional<sim::Duration> setup) { return make_pleg(process, cache, behaviour, setup); }};
  kubelets_.push_back(std::make_unique<kubelet::Kubelet>(std::move(dependencies), std::move(options)));
  kubelets_.back()->start();
  if (kubelet_releases_.empty() || kubelet_releases_.back() != settings_.version) {
    kubelet_releases_.push_back(settings_.version);
  }
}

std::unique_ptr<lifecycle::EventGenerator> Node::make_pleg(const sim::Process& process, kubelet::PodCache& cache,
                                                           const release::Behaviour& behaviour,
                                                           std::optional<sim::Duration> starts_after) {
  // A kubelet whose runtime sends no events falls back to relists after five consecutive attempts, which take no time.
  const bool sends_events = scenario_.runtime.container_events.sent && !changes_->is_silent();
  if (behaviour.has(release::evented_pleg) && sends_events) {
    pleg::EventedPlegOptions options;
    options.starts_after = starts_after;
    options.dates_events_in_the_future = behaviour.has(release::evented_pleg_takes_nanoseconds_for_seconds);
    options.event_delay = scenario_.runtime.container_events.delay;
    options.skip_idle_relists = skip_idle_work_;
    return std::make_unique<pleg::EventedPleg>(process, runtime_, runtime_, cache, timing_, recorder_, options);
  }
  pleg::GenericPlegOptions options;
  options.starts_after = starts_after;
  options.skip_idle_relists = skip_idle_work_;
  options.leaves_out_vanished = behaviour.has(release::vanished_objects_are_left_out);
  if (behaviour.has(release::events_request_relists) && sends_events) {
    return std::make_unique<pleg::EventWatcher>(process, runtime_, runtime_, cache, timing_, recorder_,
                                                scenario_.runtime.container_events.delay, options);
  }
  return std::make_unique<pleg::GenericPleg>(process, *kubelets_runtime_, *changes_, cache, timing_, recorder_,
                                             options);
}

kubelet::ReadStaticPod Node::reader_of_static_pods() {
  kubelet::ManifestReader reader{settings_.version, settings_.feature_gates, scenario_.node.name, settings_.overrides};
  return [this, reader = std::move(reader)](const std::string& path, const nlohmann::json& manifest) {
    auto read = kubelet::read_static_pod(manifest, reader, path, context_.now());
    if (const api::PodPtr* pod = std::get_if<api::PodPtr>(&read)) runtime_.pod_created(**pod);
    return read;
  };
}

void Node::stop_kubelet(std::string_view signal) {
  if (outside_ != nullptr) {
    recorder_.record("", trace::KubeletProcess{.what = "stop", .signal = std::string{signal}});
    return outside_->stop(signal);
  }
  kubelets_.back()->stop(signal);
  release_shutdown();
}

void Node::restart_rollout(const std::string& pods, actions::RolloutStrategy strategy) {
  rollouts_.push_back(std::make_unique<Rollout>(context_, timing_, api_server_, strategy));
  rollouts_.back()->begin(pods);
}

void Node::cut_network(sim::Duration duration) {
  api_server_.cut_off(true);
  context_.after(duration, [this] { api_server_.cut_off(false); });
}

void Node::report_system_oom(std::string_view process) {
  if (kubelets_.empty()) return;
  // Upper bound of process ids.
  constexpr std::uint64_t max_pids = 4'000'000;
  const auto now = static_cast<std::uint64_t>(context_.now().time_since_epoch().count());
  const std::uint64_t pid = sim::mix(sim::hash_name(process) ^ now) % max_pids + 1;
  kubelets_.back()->on_system_oom(process, static_cast<std::int32_t>(pid));
}

void Node::relieve_disk_pressure() {
  if (!kubelets_.empty()) kubelets_.back()->relieve_disk_pressure();
}

void Node::reboot(sim::Duration down_for) {
  go_down("killed", down_for);
}

void Node::shut_down(std::optional<sim::Duration> down_for, std::optional<sim::Duration> inhibit_delay_max) {
  shutdown_ = Shutdown{.down_for = down_for};
  const auto release = [this] { release_shutdown(); };
  if (kubelet_runs() && kubelets_.back()->begin_node_shutdown(inhibit_delay_max, release)) return;
  recorder_.record("", trace::Node{.what = "Node shutdown", .message = "nobody delays it"});
  release_shutdown();
}

void Node::release_shutdown() {
  if (!shutdown_ || std::exchange(shutdown_->is_released, true)) return;
  context_.after(timing::power_off, [this] {
    // A reboot in between has ended the shutdown.
    if (shutdown_) go_down("terminated", shutdown_->down_for);
  });
}

void Node::go_down(std::string_view signal, std::optional<sim::Duration> down_for) {
  if (kubelet_runs()) stop_kubelet(signal);
  shutdown_.reset();
  runtime_.go_down();
  if (outside_ != nullptr) outside_->go_down();
  is_down_ = true;
  context_.cancel(boot_);
  is_booting_ = down_for.has_value();
  if (down_for) boot_ = context_.after(*down_for, [this] { start_after_boot(); });
}

void Node::start_after_boot() {
  PODREEL_INVARIANT(is_down_ && is_booting_, "a node boots after it went down");
  is_down_ = false;
  is_booting_ = false;
  description_.boot_id = boot_id_after(description_.boot_id);
  files_.cgroups.destroy_all();
  runtime_.boot();
  if (outside_ != nullptr) outside_->boot(description_.boot_id.view());
  start_kubelet();
}

}  // namespace podreel::simulation
