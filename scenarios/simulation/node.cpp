#include "scenarios/simulation/node.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/identity/static_pod_uid.hpp"
#include "engine/identity/static_pod_validation.hpp"
#include "pleg/evented_pleg.hpp"
#include "scenarios/language/strategic_merge.hpp"
#include "scenarios/simulation/identity.hpp"

namespace podreel::simulation {

namespace {

using nlohmann::json;

// Long enough that nothing of a kubelet's start is left.
constexpr sim::Duration up_before_scenario = std::chrono::hours{24};

kubelet::KubeletOptions options_of(const language::KubeletSettings& settings) {
  kubelet::KubeletOptions options;
  options.version = settings.version;
  options.feature_gates = settings.feature_gates;
  const Identity identity = identity_of(settings);
  options.hash_container = identity.hash_container;
  options.spec_to_store = identity.spec_to_store;
  options.compare_identity = identity.compare;
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

json* find_container(json& pod, std::string_view list, const std::string& name) {
  const auto containers = pod["spec"].find(list);
  if (containers == pod["spec"].end()) return nullptr;
  for (json& container : *containers) {
    if (container.value("name", "") == name) return &container;
  }
  return nullptr;
}

json* find_container(json& pod, const std::string& name) {
  for (const std::string_view list : {"containers", "initContainers", "ephemeralContainers"}) {
    if (json* container = find_container(pod, list, name)) return container;
  }
  return nullptr;
}

}  // namespace

Node::Node(const language::Scenario& scenario, sim::Choices& choices)
    : scenario_{scenario},
      choices_{choices},
      start_time_{start_time(choices)},
      scheduler_{start_time_},
      world_{scheduler_},
      recorder_{scheduler_},
      runtime_{scheduler_, choices_, recorder_, scenario.runtime},
      api_server_{world_, recorder_},
      api_server_process_{world_, api_server_, runtime_, scenario.node.api_server},
      objects_{scenario.node.api_server.version.value_or(scenario.node.kubelet.version),
               scenario.node.kubelet.feature_gates},
      settings_{scenario.node.kubelet},
      description_{description_of(scenario.node)} {
  api_server_.admit([this](api::Pod& pod) { objects_.admit_mirror(pod); });
  api_server_.observe([this](const apiserver::ApiServer::Change& change) { pod_changed(change); });
}

sim::Time Node::start_time(sim::Choices& choices) {
  return epoch + choices.stream("start-phase", "").between({}, std::chrono::seconds{1});
}

Node::~Node() {
  scheduler_.clear();
}

void Node::pod_changed(const apiserver::ApiServer::Change& change) {
  if (observer_) observer_(change);
  if (!change.gone) return;
  runtime_.pod_removed(change.pod->metadata.uid);
  objects_.forget(*change.pod);
}

void Node::boot() {
  start_kubelet(up_before_scenario);
}

void Node::start_kubelet(sim::Duration up_since) {
  if (!kubelets_.empty()) choices_.begin_life();
  kubelet::KubeletOptions options = options_of(settings_);
  options.up_since = up_since;
  options.explain = explain_;
  options.read_static_pod = reader_of_static_pods();
  options.skip_idle_resyncs = skip_idle_work_;
  runtime_.set_request_timeout(
      settings_.config.runtime_request_timeout.value_or(runtime_fake::default_request_timeout));
  kubelet::Surroundings surroundings{
      scheduler_,
      choices_,
      recorder_,
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
    return std::make_unique<pleg::EventedPleg>(process, runtime_, cache, choices_, recorder_, options);
  }
  pleg::GenericPlegOptions options;
  options.starts_after = starts_after;
  options.skip_idle_relists = skip_idle_work_;
  return std::make_unique<pleg::GenericPleg>(process, runtime_, cache, choices_, recorder_, options);
}

kubelet::ReadStaticPod Node::reader_of_static_pods() {
  return [this, version = settings_.version](
             const std::string& path, const json& manifest) -> std::variant<api::PodPtr, kubelet::RefusedManifest> {
    const std::string& node = scenario_.node.name;
    const auto refusals = identity::static_pod_refusals(manifest, version, node);
    if (!refusals.empty()) return kubelet::RefusedManifest{refusals.front().path + ": " + refusals.front().message};
    const identity::StaticPodUid found = identity::static_pod_uid(manifest, version, {node, path, {}});
    auto pod = std::make_shared<const api::Pod>(
        objects_.create_static(manifest, {found.uid, found.pod_name, node, world_.now()}, version));
    runtime_.pod_created(*pod);
    return pod;
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
  api::Pod pod = objects_.create(*action.object, action.pod, scenario_.node.name);
  runtime_.pod_created(pod);
  if (!api_server_.create(pod)) {
    recorder_.record(action.pod, trace::Api{.op = "create_failed_pod_exists"});
    objects_.forget(pod);
  }
}

void Node::act(const language::DeletePod& action) {
  if (!api_server_.request_deletion(action.pod, action.grace_period_seconds)) {
    recorder_.record(action.pod, trace::Api{.op = "delete_failed_no_pod"});
  }
}

void Node::update(const std::string& name, trace::Api told, const std::function<void(json&)>& change) {
  const bool found = api_server_.update(name, std::move(told), [&](api::Pod& pod) { objects_.update(pod, change); });
  if (!found) recorder_.record(name, trace::Api{.op = "modify_failed_no_pod"});
}

void Node::act(const language::SetImage& action) {
  update(action.pod, {.op = "set_image", .container = action.container, .image = action.image}, [&](json& pod) {
    if (json* container = find_container(pod, action.container)) (*container)["image"] = action.image;
  });
}

void Node::act(const language::PatchPod& action) {
  const api::PodPtr pod = api_server_.find(action.pod);
  if (!pod) {
    recorder_.record(action.pod, trace::Api{.op = "modify_failed_no_pod"});
    return;
  }
  auto patched = language::strategic_merge(objects_.object_of(*pod), action.patch);
  if (const auto* error = std::get_if<language::PatchError>(&patched)) {
    recorder_.record(action.pod, trace::Api{.op = "patch_refused", .detail = error->path + ": " + error->message});
    return;
  }
  update(action.pod, {.op = "patch"}, [&](json& object) { object = std::get<json>(std::move(patched)); });
}

void Node::act(const language::LabelPod& action) {
  update(action.pod, {.op = "label"}, [&](json& pod) {
    json& labels = pod["metadata"]["labels"];
    for (const auto& [key, value] : action.labels) {
      if (value) {
        labels[key] = *value;
      } else {
        labels.erase(key);
      }
    }
  });
}

void Node::act(const language::AddEphemeralContainer& action) {
  update(action.pod, {.op = "add_ephemeral", .container = action.container.value("name", "")},
         [&](json& pod) { pod["spec"]["ephemeralContainers"].push_back(action.container); });
}

void Node::act(const language::ResizePod& action) {
  update(action.pod, {.op = "resize", .container = action.container}, [&](json& pod) {
    json* container = find_container(pod, action.container);
    if (container == nullptr) return;
    for (const auto& [name, quantity] : action.requests) (*container)["resources"]["requests"][name] = quantity;
    for (const auto& [name, quantity] : action.limits) (*container)["resources"]["limits"][name] = quantity;
  });
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
  const Identity identity = identity_of(upgraded);
  runtime_.rewrite_hashes([&](const runtime::ContainerConfig& config) -> std::optional<std::uint64_t> {
    const api::FoundContainer found = api::find_container(*config.pod->spec, config.name);
    return found.container == nullptr ? std::nullopt : std::optional{identity.hash_container(*found.container)};
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
  objects_.upgrade(action.version);
  for (const api::PodPtr& pod : api_server_.list()) {
    update(api::full_name(*pod), {.op = "defaults_upgraded"}, [](json&) {});
  }
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
  static_pods_.put(action.path, std::make_shared<const json>(action.object));
}

void Node::act(const language::RemoveStaticPod& action) {
  recorder_.record("", trace::Api{.op = "static_pod_removed", .detail = action.path});
  static_pods_.remove(action.path);
}

}  // namespace podreel::simulation
