#include "scenarios/simulation/node.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/kubelet/config/static_pod.hpp"
#include "engine/timing/table.hpp"
#include "pleg/evented_pleg.hpp"
#include "scenarios/simulation/scenario_policy.hpp"

namespace podreel::simulation {

namespace {

kubelet::KubeletOptions options_of(const language::KubeletSettings& settings) {
  kubelet::KubeletOptions options;
  options.version = settings.version;
  options.feature_gates = settings.feature_gates;
  const language::KubeletConfig& config = settings.config;
  if (config.sync_frequency) options.workers.resync = *config.sync_frequency;
  options.crash_backoff_maximum = config.max_container_restart_period;
  if (config.serialize_image_pulls) options.serialize_image_pulls = *config.serialize_image_pulls;
  if (config.max_parallel_image_pulls) {
    options.parallel_image_pulls_max = static_cast<std::size_t>(*config.max_parallel_image_pulls);
  }
  kubelet::ImageGcPolicy& images = options.image_gc;
  if (config.image_gc_high_threshold_percent) images.high_threshold_percent = *config.image_gc_high_threshold_percent;
  if (config.image_gc_low_threshold_percent) images.low_threshold_percent = *config.image_gc_low_threshold_percent;
  if (config.image_minimum_gc_age) images.minimum_age = *config.image_minimum_gc_age;
  if (config.image_maximum_gc_age > sim::Duration{}) images.maximum_age = config.image_maximum_gc_age;
  return options;
}

/// Actions that ask the API server for something.
template <class A>
constexpr bool is_request =
    std::is_same_v<A, language::CreatePod> || std::is_same_v<A, language::DeletePod> ||
    std::is_same_v<A, language::SetImage> || std::is_same_v<A, language::PatchPod> ||
    std::is_same_v<A, language::LabelPod> || std::is_same_v<A, language::AddEphemeralContainer> ||
    std::is_same_v<A, language::ResizePod>;

std::map<std::string, std::string> every_nodes_labels(const std::string& name) {
  return {{"kubernetes.io/arch", "amd64"}, {"kubernetes.io/hostname", name}, {"kubernetes.io/os", "linux"}};
}

kubelet::NodeDescription description_of(const language::NodeSettings& node) {
  kubelet::NodeDescription description{node.allocatable, node.labels};
  if (description.labels) description.labels->merge(every_nodes_labels(node.name));
  return description;
}

}  // namespace

Node::Node(const language::Scenario& scenario, timing::Timing& timing)
    : scenario_{scenario},
      timing_{timing},
      start_time_{start_time(timing)},
      scheduler_{start_time_},
      world_{scheduler_},
      recorder_{scheduler_},
      runtime_{scheduler_, timing_, recorder_, scenario.runtime},
      api_server_{
          world_,
          recorder_,
          {language::api_server_release(scenario.node), scenario.node.kubelet.feature_gates, scenario.node.name}},
      api_server_process_{world_, api_server_, runtime_, scenario.node.api_server},
      settings_{scenario.node.kubelet},
      description_{description_of(scenario.node)} {
  api_server_.observe([this](const apiserver::ApiServer::Change& change) { pod_changed(change); });
}

sim::Time Node::start_time(timing::Timing& timing) {
  return epoch + timing.draw(timing::start_phase);
}

Node::~Node() {
  scheduler_.clear();
}

void Node::pod_changed(const apiserver::ApiServer::Change& change) {
  using apiserver::ApiServer;
  if (change.kind == ApiServer::ChangeKind::added && !change.pod->is_mirror()) runtime_.pod_created(*change.pod);
  if (observer_) observer_(change);
  if (change.kind == ApiServer::ChangeKind::deleted) runtime_.pod_removed(change.pod->metadata.uid);
}

void Node::boot() {
  start_kubelet(timing::up_before_scenario);
}

std::shared_ptr<const decide::Policy> Node::policy_of(const language::KubeletSettings& settings) const {
  return policies_ ? policies_(settings.version, settings.feature_gates) : scenario_policy(settings);
}

void Node::start_kubelet(sim::Duration up_since) {
  if (!kubelets_.empty()) timing_.begin_life();
  kubelet::KubeletOptions options = options_of(settings_);
  options.policy = policy_of(settings_);
  options.up_since = up_since;
  options.explain = explain_;
  options.read_static_pod = reader_of_static_pods();
  options.skip_idle_resyncs = skip_idle_work_;
  runtime_.set_request_timeout(settings_.config.runtime_request_timeout.value_or(timing::runtime_request_timeout));
  kubelet::Surroundings surroundings{
      scheduler_,
      timing_,
      recorder_,
      runtime_,
      runtime_,
      api_server_,
      static_pods_,
      description_,
      [this](const sim::Process& process, kubelet::PodCache& cache, const release::Behaviour& behaviour,
             std::optional<sim::Duration> setup) { return make_pleg(process, cache, behaviour, setup); }};
  kubelets_.push_back(std::make_unique<kubelet::Kubelet>(std::move(surroundings), std::move(options)));
  kubelets_.back()->start();
  if (kubelet_releases_.empty() || kubelet_releases_.back() != settings_.version) {
    kubelet_releases_.push_back(settings_.version);
  }
}

std::unique_ptr<lifecycle::EventGenerator> Node::make_pleg(const sim::Process& process, kubelet::PodCache& cache,
                                                           const release::Behaviour& behaviour,
                                                           std::optional<sim::Duration> starts_after) {
  // A kubelet whose runtime sends no events falls back to relists after five attempts in a row, which take no time.
  if (behaviour.evented_pleg && scenario_.runtime.container_events.sent) {
    pleg::EventedPlegOptions options;
    options.starts_after = starts_after;
    options.dates_events_in_the_future = behaviour.evented_pleg_takes_nanoseconds_for_seconds;
    options.event_delay = scenario_.runtime.container_events.delay;
    options.skip_idle_relists = skip_idle_work_;
    return std::make_unique<pleg::EventedPleg>(process, runtime_, runtime_, cache, timing_, recorder_, options);
  }
  pleg::GenericPlegOptions options;
  options.starts_after = starts_after;
  options.skip_idle_relists = skip_idle_work_;
  return std::make_unique<pleg::GenericPleg>(process, runtime_, runtime_, cache, timing_, recorder_, options);
}

kubelet::ReadStaticPod Node::reader_of_static_pods() {
  kubelet::ManifestReader reader{settings_.version, settings_.feature_gates, scenario_.node.name};
  return [this, reader = std::move(reader)](const std::string& path, const nlohmann::json& manifest) {
    auto read = kubelet::read_static_pod(manifest, reader, path, world_.now());
    if (const api::PodPtr* pod = std::get_if<api::PodPtr>(&read)) runtime_.pod_created(**pod);
    return read;
  };
}

void Node::perform(const language::Action& action) {
  std::visit(
      [this, name = std::string{language::action_name(action)}](const auto& known) {
        if constexpr (is_request<std::remove_cvref_t<decltype(known)>>) {
          if (!api_server_.is_reachable())
            return recorder_.record(known.pod, trace::Api{.op = "request_failed", .detail = name});
        }
        act(known);
      },
      action);
}

void Node::act(const language::CreatePod& action) {
  api_server_.create(action.pod, action.object);
}

void Node::act(const language::DeletePod& action) {
  api_server_.request_deletion(action.pod, action.grace_period_seconds);
}

void Node::act(const language::SetImage& action) {
  api_server_.set_image(action.pod, action.container, action.image);
}

void Node::act(const language::PatchPod& action) {
  api_server_.patch(action.pod, action.patch, action.force);
}

void Node::act(const language::LabelPod& action) {
  api_server_.label(action.pod, action.labels);
}

void Node::act(const language::AddEphemeralContainer& action) {
  api_server_.add_ephemeral_container(action.pod, action.container);
}

void Node::act(const language::ResizePod& action) {
  api_server_.resize(action.pod, action.container, action.requests, action.limits);
}

void Node::act(const language::ExitContainer& action) {
  runtime_.exit_container(action.pod, action.container, action.exit_code);
}

void Node::act(const language::KillSandbox& action) {
  runtime_.kill_sandbox(action.pod, action.kills_containers);
}

void Node::act(const language::RemoveContainer& action) {
  runtime_.remove_container(action.pod, action.container);
}

void Node::act(const language::AlterHash& action) {
  runtime_.alter_hash(action.pod, action.container, action.hash);
}

void Node::act(const language::RewriteHashes& action) {
  language::KubeletSettings upgraded = settings_;
  upgraded.version = action.version;
  const std::shared_ptr<const decide::Policy> policy = policy_of(upgraded);
  runtime_.rewrite_hashes([&](const runtime::ContainerConfig& config) -> std::optional<std::uint64_t> {
    const api::FoundContainer found = api::find_container(*config.pod->spec, config.name);
    return found.container == nullptr ? std::nullopt : std::optional{policy->hash_container(*found.container)};
  });
}

void Node::act(const language::StopKubelet& action) {
  kubelets_.back()->stop(action.kill ? "killed" : "terminated");
}

void Node::act(const language::LabelNode& action) {
  if (!description_.labels) description_.labels = every_nodes_labels(scenario_.node.name);
  for (const auto& [label, value] : action.labels) {
    if (value) {
      (*description_.labels)[label] = *value;
    } else {
      description_.labels->erase(label);
    }
  }
}

void Node::act(const language::StartKubelet& action) {
  if (action.allocatable) description_.allocatable = *action.allocatable;
  if (action.version) settings_.version = *action.version;
  if (action.feature_gates) settings_.feature_gates = *action.feature_gates;
  if (action.identity_policy) settings_.identity_policy = *action.identity_policy;
  if (action.config) settings_.config = *action.config;
  start_kubelet({});
}

void Node::act(const language::UpgradeApiServer& action) {
  api_server_.upgrade(action.version);
}

void Node::act(const language::StopApiServer& /*action*/) {
  api_server_process_.stop();
}

void Node::act(const language::StartApiServer& /*action*/) {
  api_server_process_.start();
}

void Node::act(const language::HangRuntime& action) {
  runtime_.hang(action.duration);
}

void Node::act(const language::AddStaticPod& action) {
  recorder_.record(
      "", trace::Api{.op = action.replaces ? "static_pod_updated" : "static_pod_added", .detail = action.path});
  static_pods_.put(action.path, std::make_shared<const nlohmann::json>(action.object));
}

void Node::act(const language::RemoveStaticPod& action) {
  recorder_.record("", trace::Api{.op = "static_pod_removed", .detail = action.path});
  static_pods_.remove(action.path);
}

}  // namespace podreel::simulation
