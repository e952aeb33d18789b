#include "scenarios/simulation/pod_objects.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/api/config_annotations.hpp"
#include "engine/api/defaults.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/sim/random.hpp"

namespace podreel::simulation {

namespace {

using nlohmann::json;

/// 128 bits in the form of a random (version 4) UUID.
std::string uuid_text(std::uint64_t high, std::uint64_t low) {
  constexpr std::uint64_t version = 0x4000U;
  constexpr std::uint64_t variant = 0x8000U;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xffffU,
                     version | (high & 0xfffU), variant | ((low >> 48U) & 0x3fffU), low & 0xffffffffffffU);
}

void set_metadata(api::ObjectMeta& metadata, const json& object) {
  const api::ObjectMeta before = metadata;
  metadata = api::pod_from_json(object).metadata;
  metadata.uid = before.uid;
  metadata.creation_timestamp = before.creation_timestamp;
  metadata.deletion_timestamp = before.deletion_timestamp;
  metadata.deletion_grace_period_seconds = before.deletion_grace_period_seconds;
}

}  // namespace

api::Pod PodObjects::create(const json& manifest, std::string_view full_name, std::string_view node) {
  json object = manifest;
  const std::size_t slash = full_name.find('/');
  object["metadata"]["namespace"] = full_name.substr(0, slash);
  object["metadata"]["name"] = full_name.substr(slash + 1);
  api::apply_pod_defaults(object, release_, gates_);
  object["spec"]["nodeName"] = node;
  api::Pod pod;
  pod.metadata = api::pod_from_json(object).metadata;
  pod.metadata.deletion_timestamp.reset();
  pod.metadata.deletion_grace_period_seconds.reset();
  pod.spec = spec_of(object);
  pod.status.phase = api::PodPhase::pending;
  pod.status.qos_class = api::qos_class(*pod.spec);
  pod.metadata.uid = next_uid(api::full_name(pod));
  manifests_.insert_or_assign(pod.metadata.uid, &manifest);
  return pod;
}

api::Pod PodObjects::create_static(const json& manifest, const StaticIdentity& identity, release::Release kubelet) {
  namespace annotation = api::config_annotation;
  json object = manifest;
  json& metadata = object["metadata"];
  metadata["name"] = identity.name;
  if (metadata.value("namespace", "").empty()) metadata["namespace"] = "default";
  metadata["annotations"][annotation::hash] = identity.uid;
  metadata["annotations"][annotation::seen] = api::format_timestamp(identity.seen);
  metadata["annotations"][annotation::source] = "file";
  api::apply_pod_defaults(object, kubelet, gates_);
  object["spec"]["nodeName"] = identity.node;
  object["spec"]["tolerations"].push_back({{"operator", "Exists"}, {"effect", "NoExecute"}});
  api::Pod pod;
  pod.metadata = api::pod_from_json(object).metadata;
  pod.metadata.uid = identity.uid;
  pod.spec = spec_of(object);
  pod.status.phase = api::PodPhase::pending;
  pod.status.qos_class = api::qos_class(*pod.spec);
  changed_.insert_or_assign(identity.uid, std::move(object));
  return pod;
}

void PodObjects::admit_mirror(api::Pod& mirror) {
  json object = changed_.at(mirror.metadata.annotations.at(api::config_annotation::hash));
  object["metadata"]["annotations"] = mirror.metadata.annotations.get();
  mirror.metadata.uid = next_uid(api::full_name(mirror));
  changed_.insert_or_assign(mirror.metadata.uid, std::move(object));
}

void PodObjects::update(api::Pod& pod, const std::function<void(json&)>& change) {
  json object = object_of(pod);
  change(object);
  api::apply_pod_defaults(object, release_, gates_);
  set_metadata(pod.metadata, object);
  pod.spec = spec_of(object);
  changed_.insert_or_assign(pod.metadata.uid, std::move(object));
}

void PodObjects::forget(const api::Pod& pod) {
  manifests_.erase(pod.metadata.uid);
  changed_.erase(pod.metadata.uid);
}

json PodObjects::object_of(const api::Pod& pod) const {
  const auto changed = changed_.find(pod.metadata.uid);
  if (changed != changed_.end()) return changed->second;
  json object = *manifests_.at(pod.metadata.uid);
  object["metadata"]["namespace"] = pod.metadata.namespace_name;
  object["metadata"]["name"] = pod.metadata.name;
  api::apply_pod_defaults(object, release_, gates_);
  object["spec"]["nodeName"] = pod.spec->node_name;
  return object;
}

json PodObjects::printed_object(const api::Pod& pod) const {
  json object = object_of(pod);
  object["apiVersion"] = "v1";
  object["kind"] = "Pod";
  json& metadata = object["metadata"];
  metadata["namespace"] = pod.metadata.namespace_name;
  metadata["uid"] = pod.metadata.uid;
  metadata["creationTimestamp"] = api::format_timestamp(pod.metadata.creation_timestamp);
  if (pod.metadata.deletion_timestamp) {
    metadata["deletionTimestamp"] = api::format_timestamp(*pod.metadata.deletion_timestamp);
    metadata["deletionGracePeriodSeconds"] = pod.metadata.deletion_grace_period_seconds.value_or(0);
  }
  object["status"] = json::parse(api::to_json(pod.status).dump());
  return object;
}

std::shared_ptr<const api::PodSpec> PodObjects::spec_of(const json& object) {
  const json& spec = object.at("spec");
  std::weak_ptr<const api::PodSpec>& known = specs_[spec.dump()];
  if (auto shared = known.lock()) return shared;
  auto made = std::make_shared<const api::PodSpec>(api::pod_spec_from_json(spec));
  known = made;
  return made;
}

std::string PodObjects::next_uid(std::string_view name) {
  const std::uint64_t high = sim::mix(sim::hash_name(name) ^ sim::mix(created_++));
  return uuid_text(high, sim::mix(high));
}

}  // namespace podreel::simulation
