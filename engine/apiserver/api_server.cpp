#include "engine/apiserver/api_server.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/apiserver/default_tolerations.hpp"
#include "engine/apiserver/field_labels.hpp"
#include "engine/apiserver/finalizers.hpp"
#include "engine/apiserver/service_account_volume.hpp"
#include "engine/apiserver/stored_config.hpp"
#include "engine/invariant.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/reporting.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

/// Returns why a pod stays in the API: "stays until its finalizers are removed: example.com/backup".
std::string finalizers_text(const json& metadata) {
  std::string names;
  for (const json& finalizer : metadata.at("finalizers")) {
    names += (names.empty() ? "" : ", ") + finalizer.get<std::string>();
  }
  return "stays until its finalizers are removed: " + names;
}

/// One that podLifecycleSleepActionZeroValueInUse (pkg/api/pod/util.go) cannot look at: it takes the preStop hook for
/// one that sleeps, too.
bool has_sleeping_post_start_hook(const api::PodSpec& spec) {
  const auto sleeps = [](const std::optional<api::Handler>& hook) {
    return hook && std::holds_alternative<api::SleepAction>(*hook);
  };
  const auto is_one = [&sleeps](const api::Container& container) {
    return sleeps(container.lifecycle.post_start) && !sleeps(container.lifecycle.pre_stop);
  };
  return std::ranges::any_of(spec.containers, is_one) || std::ranges::any_of(spec.init_containers, is_one);
}

std::shared_ptr<const json> metadata_of(const api::Manifest& manifest) {
  return {manifest, &manifest->at("metadata")};
}

}  // namespace

ApiServer::ApiServer(const sim::Process& process, trace::Recorder& recorder, ApiServerOptions options)
    : process_{process},
      recorder_{recorder},
      node_{std::move(options.node)},
      node_allocatable_{std::move(options.node_allocatable)},
      specs_{options.version, std::move(options.feature_gates)},
      has_all_field_labels_{options.has_all_field_labels},
      adds_service_account_volume_{options.adds_service_account_volume},
      objects_{store_.pods()},
      default_tolerations_{options.default_tolerations} {
  store_.on_change([this](const ObjectChange& change) { follow_config(config_objects_, change); });
}

api::Manifest ApiServer::admitted(const api::Manifest& manifest) {
  if (!default_tolerations_) return manifest;
  if (std::exchange(last_submitted_, manifest) != manifest) last_admitted_ = with_default_tolerations(manifest);
  return last_admitted_;
}

void ApiServer::create(std::string_view name, const api::Manifest& manifest) {
  create_on(node_, name, manifest);
}

void ApiServer::create_unbound(std::string_view name, const api::Manifest& manifest) {
  create_on({}, name, manifest);
}

void ApiServer::create_on(const std::string& node, std::string_view name, const api::Manifest& submitted) {
  const api::Manifest manifest = admitted(submitted);
  memory::Text uid = uids_.next(name);
  if (objects_.contains(name)) return recorder_.record(std::string{name}, trace::Api{.op = "create_failed_pod_exists"});
  const std::size_t slash = name.find('/');
  if (std::exchange(last_manifest_, manifest) != manifest) {
    last_metadata_ = api::metadata_from_json(manifest->at("metadata"));
  }
  api::Pod pod;
  pod.metadata = last_metadata_;
  pod.metadata.namespace_name = name.substr(0, slash);
  pod.metadata.name = name.substr(slash + 1);
  pod.metadata.uid = std::move(uid);
  pod.metadata.deletion_timestamp.reset();
  pod.metadata.deletion_grace_period_seconds.reset();
  const api::Manifest made_from = admitted(manifest, pod.metadata);
  const bool is_shared = shared_specs_ != nullptr && !node.empty() && !adds_service_account_volume_;
  StoredSpecs& specs = is_shared ? *shared_specs_ : specs_;
  pod.spec = node.empty() ? specs.of_unbound(*made_from) : specs.of_manifest(made_from, node);
  pod.status.phase = api::PodPhase::pending;
  pod.status.qos_class = pod.spec->qos_class;
  const bool is_elsewhere = !is_shared && pod.spec->node_name != node_ && !pod.is_mirror();
  add(std::string{name}, std::move(pod),
      {.metadata = metadata_of(manifest), .has_shared_spec = is_shared, .is_elsewhere = is_elsewhere});
}

api::Manifest ApiServer::admitted(const api::Manifest& manifest, const api::ObjectMeta& metadata) const {
  const auto written = manifest->find("spec");
  const bool lacks_account = written != manifest->end() && lacks_service_account(*written);
  if (!adds_service_account_volume_ && !lacks_account) return manifest;
  auto changed = std::make_shared<json>(*manifest);
  json& spec = (*changed)["spec"];
  if (adds_service_account_volume_) {
    add_service_account_volume(spec, metadata.uid, metadata.namespace_name, specs_.behaviour());
  }
  if (lacks_service_account(spec)) spec["serviceAccountName"] = "default";
  return changed;
}

void ApiServer::create_mirror(api::Pod mirror) {
  if (make_mirror_) return make_mirror_(mirror);
  std::string name = api::full_name(mirror);
  if (objects_.contains(name)) return;
  mirror.metadata.uid = uids_.next(name);
  auto metadata = std::make_shared<json>();
  if (!mirror.metadata.labels.empty()) (*metadata)["labels"] = mirror.metadata.labels.get();
  (*metadata)["annotations"] = mirror.metadata.annotations.get();
  add(std::move(name), std::move(mirror), {.metadata = std::move(metadata)});
}

void ApiServer::add(std::string name, api::Pod pod, Object object) {
  pod.metadata.generation = specs_.behaviour().has(release::generation_counted) ? 1 : 0;
  pod.metadata.creation_timestamp = sim::truncated_to_seconds(process_.now());
  recorder_.record(name, trace::Api{.op = "pod_created"});
  object.pod = memory::make_recycled<const api::Pod>(std::move(pod));
  put(std::move(name), std::move(object));
}

bool ApiServer::bind(std::string_view name) {
  const auto found = objects_.find(name);
  if (found == objects_.end()) return false;
  Object& object = found->second;
  if (!object.pod->spec->node_name.empty() || object.pod->metadata.deletion_timestamp) return false;
  api::Pod pod = *object.pod;
  json spec = *pod.spec->stored;
  spec["nodeName"] = node_;
  pod.spec = specs_.of(std::move(spec), pod.spec);
  api::PodCondition scheduled;
  scheduled.type = "PodScheduled";
  scheduled.status = "True";
  scheduled.last_transition_time = process_.now();
  api::set_condition(pod.status.conditions, std::move(scheduled));
  object.is_elsewhere = false;
  recorder_.record(found->first, trace::Api{.op = "pod_bound"});
  store(object, std::move(pod), ChangeKind::bound);
  return true;
}

void ApiServer::settle(api::Pod pod, const api::Manifest& manifest) {
  std::string name = api::full_name(pod);
  const auto settled = memory::make_recycled<const api::Pod>(std::move(pod));
  recorder_.record(name, trace::Api{.op = "pod_settled"});
  if (recorder_.wants<trace::Status>()) {
    recorder_.record(name, trace::Status{{settled, &settled->status}, settled->metadata.deletion_timestamp});
  }
  put(std::move(name), {.pod = settled, .metadata = metadata_of(manifest), .has_shared_spec = true});
}

void ApiServer::put(std::string name, Object object) {
  if (store_.keeps_history() && before_add_) before_add_(print(object, *object.pod));
  PODREEL_INVARIANT(!object.pod->metadata.uid.empty(), "a stored pod has a UID");
  const auto [added, is_new] = objects_.try_emplace(std::move(name), std::move(object));
  PODREEL_INVARIANT(is_new, "a new pod has a name of its own");
  by_uid_.insert_or_assign(added->second.pod->metadata.uid, added);
  PODREEL_INVARIANT(by_uid_.size() == objects_.size(), "every stored pod has a name and a UID of its own");
  announce(ChangeKind::added, added->second, nullptr);
}

void ApiServer::request_deletion(std::string_view name, std::optional<std::int64_t> grace_period_seconds) {
  const auto found = objects_.find(name);
  if (found == objects_.end()) {
    return recorder_.record(std::string{name}, trace::Api{.op = "delete_failed_no_pod"});
  }
  const api::PodPtr pod = found->second.pod;
  const bool is_at_once =
      is_terminal(pod->status.phase) || (found->second.is_elsewhere && pod->spec->node_name.empty());
  const std::int64_t wanted = grace_period_seconds.value_or(pod->spec->termination_grace_period_seconds);
  // A negative one is 1 (pkg/registry/core/pod/strategy.go, CheckGracefulDelete).
  const std::int64_t grace = is_at_once ? 0 : wanted < 0 ? 1 : wanted;
  if (grace <= 0) return remove(found);
  recorder_.record(found->first, trace::Api{.op = "pod_delete_requested", .grace = grace});
  mark_deleted(found->second, grace);
}

void ApiServer::mark_deleted(Object& object, std::int64_t grace_period_seconds) {
  const std::optional<std::int64_t> earlier = object.pod->metadata.deletion_grace_period_seconds;
  if (earlier && *earlier <= grace_period_seconds) return;
  api::Pod changed = *object.pod;
  if (changed.metadata.generation > 0 && !earlier) ++changed.metadata.generation;
  const sim::Time now = sim::truncated_to_seconds(process_.now());
  // A later request shortens the grace period, which counts from the first one and ends now at the soonest.
  const sim::Time requested_at = earlier ? *changed.metadata.deletion_timestamp - std::chrono::seconds{*earlier} : now;
  const sim::Time due = requested_at + std::chrono::seconds{grace_period_seconds};
  if (due < now) grace_period_seconds = std::min<std::int64_t>(grace_period_seconds, 1);
  changed.metadata.deletion_grace_period_seconds = grace_period_seconds;
  changed.metadata.deletion_timestamp = std::max(due, now);
  store(object, std::move(changed));
}

api::PodPtr ApiServer::patch_pod_status(const memory::Text& uid, api::PodStatus&& status, trace::Explanation why) {
  const auto found = by_uid_.find(uid);
  if (found == by_uid_.end()) return nullptr;
  auto& [name, object] = *found->second;
  if (panics_over(name, *object.pod)) return nullptr;
  const auto patched = memory::make_recycled<api::Pod>();
  patched->metadata = object.pod->metadata;
  patched->spec = object.pod->spec;
  patched->status = std::move(status);
  api::PodPtr before = std::exchange(object.pod, patched);
  if (recorder_.wants<trace::Status>()) {
    recorder_.record(name,
                     trace::Status{{patched, &patched->status}, patched->metadata.deletion_timestamp, std::move(why)});
  }
  announce(ChangeKind::modified, object, std::move(before));
  return patched;
}

void ApiServer::delete_pod(const memory::Text& uid) {
  if (const auto found = by_uid_.find(uid); found != by_uid_.end()) remove(found->second);
}

std::vector<api::PodPtr> ApiServer::list() const {
  std::vector<api::PodPtr> result;
  result.reserve(objects_.size());
  for (const auto& [name, object] : objects_) {
    if (!object.is_elsewhere) result.push_back(object.pod);
  }
  return result;
}

api::PodPtr ApiServer::find(std::string_view name) const {
  const auto found = objects_.find(name);
  return found == objects_.end() ? nullptr : found->second.pod;
}

bool ApiServer::is_elsewhere(const api::Pod& pod) const {
  const auto found = objects_.find(api::full_name(pod));
  return found != objects_.end() && found->second.is_elsewhere;
}

api::PodPtr ApiServer::get_pod(const memory::Text& uid) {
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : found->second->second.pod;
}

void ApiServer::store(Object& object, api::Pod pod, ChangeKind kind) {
  const api::ObjectMeta& last = object.pod->metadata;
  PODREEL_INVARIANT(pod.metadata.uid == last.uid, "a pod keeps its UID");
  PODREEL_INVARIANT(pod.metadata.generation >= last.generation, "the generation of a pod only grows");
  PODREEL_INVARIANT(pod.metadata.deletion_timestamp || !last.deletion_timestamp,
                    "a deletion that was requested is not taken back");
  api::PodPtr before = std::exchange(object.pod, memory::make_recycled<const api::Pod>(std::move(pod)));
  announce(kind, object, std::move(before));
}

/// An object with finalizers stays until the last of them is gone.
void ApiServer::remove(Objects::iterator object) {
  if (has_finalizers(*object->second.metadata)) {
    recorder_.record(
        object->first,
        trace::Api{.op = "pod_delete_requested", .detail = finalizers_text(*object->second.metadata), .grace = 0});
    return mark_deleted(object->second, 0);
  }
  recorder_.record(object->first, trace::Api{.op = "pod_removed", .grace = 0});
  erase(object);
}

void ApiServer::erase(Objects::iterator object) {
  by_uid_.erase(object->second.pod->metadata.uid);
  Object last = std::move(object->second);
  objects_.erase(object);
  PODREEL_INVARIANT(by_uid_.size() == objects_.size(), "every stored pod has a name and a UID of its own");
  announce(ChangeKind::deleted, last, nullptr);
}

ApiServer::Refusal ApiServer::update(std::string_view name, trace::Api operation,
                                     const std::function<Refusal(json&)>& change) {
  const auto found = objects_.find(name);
  if (found == objects_.end()) {
    recorder_.record(std::string{name}, trace::Api{.op = "modify_failed_no_pod"});
    return UpdateRefusal{UpdateRefusal::Kind::no_pod};
  }
  Object& object = found->second;
  if (panics_over(found->first, *object.pod)) return UpdateRefusal{UpdateRefusal::Kind::panic};
  json changed = object_of(object);
  if (Refusal why = change(changed)) {
    recorder_.record(found->first, trace::Api{.op = operation.op + "_refused", .detail = why->messages.front()});
    return why;
  }
  const api::PodPtr current = object.pod;
  const api::ObjectMeta& before = current->metadata;
  api::Pod pod{api::metadata_from_json(changed["metadata"]), specs_.of(std::move(changed["spec"]), current->spec),
               current->status};
  const bool counts = specs_.behaviour().has(release::generation_counted) && pod.spec != current->spec;
  pod.metadata.generation = before.generation + (counts ? 1 : 0);
  pod.metadata.uid = before.uid;
  pod.metadata.creation_timestamp = before.creation_timestamp;
  pod.metadata.deletion_timestamp = before.deletion_timestamp;
  pod.metadata.deletion_grace_period_seconds = before.deletion_grace_period_seconds;
  object.metadata = std::make_shared<const json>(std::move(changed["metadata"]));
  recorder_.record(found->first, std::move(operation));
  store(object, std::move(pod));
  if (before.deletion_grace_period_seconds == 0 && !has_finalizers(*object.metadata)) remove(found);
  return std::nullopt;
}

std::span<const std::string_view> ApiServer::field_labels(std::string_view resource) const {
  return has_all_field_labels_ ? field_labels_of(resource) : field_labels_of(resource, specs_.behaviour());
}

void ApiServer::upgrade(release::Release version) {
  has_all_field_labels_ = false;
  specs_.upgrade(version);
  shared_specs_ = nullptr;
  std::map<const api::PodSpec*, api::SpecPtr> upgraded;
  for (auto& [name, object] : objects_) {
    api::Pod pod = *object.pod;
    api::SpecPtr& spec = upgraded[pod.spec.get()];
    if (!spec) spec = specs_.of(*pod.spec->stored, pod.spec);
    pod.spec = spec;
    recorder_.record(name, trace::Api{.op = "defaults_upgraded"});
    store(object, std::move(pod));
  }
}

json ApiServer::object_of(const Object& object) {
  json metadata = *object.metadata;
  metadata["namespace"] = object.pod->metadata.namespace_name.view();
  metadata["name"] = object.pod->metadata.name.view();
  return {{"metadata", std::move(metadata)}, {"spec", *object.pod->spec->stored}};
}

json ApiServer::printed(const api::Pod& pod) const {
  const auto found = objects_.find(api::full_name(pod));
  PODREEL_INVARIANT(found != objects_.end(), "only pods that the server has are printed");
  return print(found->second, pod);
}

json ApiServer::printed(const PodChange& change) const {
  return print(*change.object, *change.pod);
}

json ApiServer::print(const Object& stored, const api::Pod& pod) const {
  json object = object_of(stored);
  if (stored.has_shared_spec) object["spec"]["nodeName"] = node_;
  object["apiVersion"] = "v1";
  object["kind"] = "Pod";
  json& metadata = object["metadata"];
  metadata["uid"] = pod.metadata.uid.view();
  metadata["creationTimestamp"] = api::format_timestamp(pod.metadata.creation_timestamp);
  if (pod.metadata.generation > 0) metadata["generation"] = pod.metadata.generation;
  if (pod.metadata.deletion_timestamp) {
    metadata["deletionTimestamp"] = api::format_timestamp(*pod.metadata.deletion_timestamp);
    metadata["deletionGracePeriodSeconds"] = pod.metadata.deletion_grace_period_seconds.value_or(0);
  }
  object["status"] = json(api::to_json(pod.status));
  return object;
}

bool ApiServer::panics_over(const std::string& name, const api::Pod& pod) {
  if (!specs_.behaviour().has(release::sleeping_post_start_hooks_panic) || !has_sleeping_post_start_hook(*pod.spec))
    return false;
  recorder_.record(name, trace::Api{.op = "update_panicked",
                                    .detail = "runtime error: invalid memory address or nil pointer dereference"});
  return true;
}

void ApiServer::announce(ChangeKind kind, Object& object, api::PodPtr before) {
  const std::uint64_t version = ++version_;
  const PodChange change{kind, object.pod, &object};
  const bool is_elsewhere = object.is_elsewhere;
  if (store_.keeps_history() && kind == ChangeKind::deleted) {
    store_.publish_removal(api::full_name(*change.pod), object);
  } else if (store_.keeps_history()) {
    json printed = print(object, *change.pod);
    if (amend_status_) amend_status_(change.pod->metadata.uid, printed["status"]);
    store_.publish_pod(api::full_name(*change.pod), object, std::move(before), std::move(printed));
  }
  if (observer_) observer_(change);
  PODREEL_INVARIANT(version == version_, "watchers see the changes of pods in the order in which they were made");
  if (is_elsewhere) return;
  const ChangeKind seen = change.kind == ChangeKind::bound ? ChangeKind::added : change.kind;
  if (missed_) missed_->push_back({seen, change.pod, nullptr});
  if (watcher_.changed) watcher_.changed({seen, change.pod, change.object});
}

void ApiServer::put_config(ConfigKind kind, const std::string& name, const ConfigObjects::Data& data) {
  const std::uint64_t version = config_objects_.version();
  const ObjectId id = config_id(kind, name);
  if (const StoredObject* known = store_.find(id.resource, id.key)) {
    json object = *known->json;
    set_data(kind, object, data);
    store_.update(id, std::move(object));
  } else {
    store_.create(id.resource, config_object(kind, name, data), process_.now());
  }
  // Unchanged data are written again as well.
  if (config_objects_.version() == version) config_objects_.put(kind, name, data);
}

void ApiServer::remove_config(ConfigKind kind, const std::string& name) {
  const std::uint64_t version = config_objects_.version();
  store_.request_removal(config_id(kind, name), Propagation::background, process_.now());
  if (config_objects_.version() == version) config_objects_.remove(kind, name);
}

void ApiServer::show_assumed_config(ConfigKind kind, const std::string& name,
                                    const std::set<std::string, std::less<>>& keys) {
  PODREEL_INVARIANT(config_objects_.has_every_key(kind, name), "only what nobody has said the contents of is assumed");
  ConfigObjects::Data shown;
  for (const std::string& key : keys) shown[key] = assumed_value(key);
  json assumed = config_object(kind, name, shown);
  const ObjectId id = config_id(kind, name);
  const StoredObject* known = store_.find(id.resource, id.key);
  if (known == nullptr) return store_.create(id.resource, std::move(assumed), process_.now(), true);
  // Values that are there already stay.
  json object = *known->json;
  const json data = assumed.value("data", json::object());
  for (const auto& [key, value] : data.items()) object["data"].emplace(key, value);
  store_.update(id, std::move(object), true);
}

void ApiServer::set_up(bool up) {
  if (std::exchange(is_up_, up) == up) return;
  recorder_.record("", trace::Api{.op = up ? "up" : "down"});
  end_watch_if_unreachable();
}

void ApiServer::cut_off(bool cut) {
  if (std::exchange(is_cut_off_, cut) == cut) return;
  recorder_.record("", trace::Api{.op = cut ? "node_cut_off" : "node_connected"});
  end_watch_if_unreachable();
}

void ApiServer::end_watch_if_unreachable() {
  if (!is_reachable()) {
    const Watcher ended = std::exchange(watcher_, {});
    if (ended.changed && !is_up_) missed_.emplace();
    if (is_cut_off_) missed_.reset();
    if (ended.lost) ended.lost();
  }
  for (const auto& listener : on_reachability_) listener();
}

}  // namespace podreel::apiserver
