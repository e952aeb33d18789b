#include "scenarios/cluster/pod_template.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "engine/api/pod_readiness.hpp"
#include "engine/identity/fnv32a.hpp"
#include "engine/sim/bounded_time.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/go_spew.hpp"
#include "scenarios/cluster/model/int_or_percent.hpp"
#include "scenarios/cluster/model/replacement.hpp"
#include "scenarios/cluster/namespaces.hpp"
#include "scenarios/cluster/selection.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

/// apimachinery, util/rand, SafeEncodeString.
std::string safe_letters(const std::string& digits) {
  constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
  std::string encoded;
  for (const char digit : digits) encoded += letters[static_cast<unsigned char>(digit) % letters.size()];
  return encoded;
}

}  // namespace

std::string template_hash(const json& pod_template, std::int64_t collisions, release::Release release) {
  std::string text;
  types::spew(types::v1_type(release, "PodTemplateSpec"), pod_template, {}, text);
  identity::Fnv32a hash;
  hash.add(text);
  if (collisions > 0) {
    // Eight bytes, little-endian, of which PutUint32 fills four.
    std::string bytes(8, '\0');
    for (unsigned byte = 0; byte < 4; ++byte) bytes[byte] = static_cast<char>(collisions >> (8 * byte) & 0xFF);
    hash.add(bytes);
  }
  return safe_letters(std::to_string(hash.value()));
}

json pod_from(const json& pod_template, const json& owner) {
  json metadata = json::object();
  const json given = pod_template.value("metadata", json::object());
  for (const char* field : {"labels", "annotations", "finalizers"}) {
    if (given.contains(field)) metadata[field] = given[field];
  }
  metadata["namespace"] = owner.at("metadata").at("namespace");
  metadata["ownerReferences"] = json::array({controller_reference(owner)});
  return {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", pod_template.at("spec")}};
}

bool create_pod_of(ClusterApi& api, const json& owner, json pod, const std::string& name, std::string_view component) {
  json& metadata = pod["metadata"];
  metadata["generateName"] = name + "-";
  const std::string name_space = metadata["namespace"];
  std::string pod_name = api.free_name("pods", metadata["namespace"], name + "-");
  metadata["name"] = pod_name;
  const bool is_created = api.create_pod(std::move(pod));
  if (is_created) {
    api.record_event(owner, component, "Normal", "SuccessfulCreate", "Created pod: " + pod_name);
  } else if (!is_terminating(api.objects(), name_space)) {
    api.record_event(owner, component, "Warning", "FailedCreate",
                     fmt::format("Error creating: podreel simulates at most {} pods", ClusterApi::max_pods));
  }
  return is_created;
}

bool is_active(const StoredObject& pod) {
  return cluster::is_active(pod.pod->status.phase, pod.pod->metadata.deletion_timestamp.has_value());
}

bool is_ready(const StoredObject& pod) {
  return api::is_ready(*pod.pod);
}

bool is_available(const StoredObject& pod, sim::Duration min_ready, sim::Time now) {
  if (!is_ready(pod)) return false;
  const api::PodCondition* ready = api::find_condition(pod.pod->status, "Ready");
  return min_ready == sim::Duration{} || ready->last_transition_time + min_ready <= now;
}

std::vector<const StoredObject*> pods_of(const ObjectStore& log, const json& owner) {
  std::vector<const StoredObject*> pods;
  for (const auto& [key, pod] : log.pods_controlled_by(api::string_member(owner.at("metadata"), "uid"))) {
    pods.push_back(pod);
  }
  return pods;
}

std::int64_t count_in(const json& object, const char* part, const char* field, std::int64_t otherwise) {
  const json* whole = api::find_member(object, part);
  const json* value = whole == nullptr ? nullptr : api::find_member(whole, field);
  return value == nullptr ? otherwise : api::integer_of(value);
}

sim::Duration seconds_in(const json& object, const char* part, const char* field) {
  return sim::bounded_span(count_in(object, part, field));
}

std::int64_t scaled(const json& int_or_percent, std::int64_t total, bool rounds_up) {
  if (int_or_percent.is_number_integer()) return int_or_percent.get<std::int64_t>();
  const std::string_view text = api::string_of(&int_or_percent);
  std::int64_t percent = 0;
  std::from_chars(text.data(), text.data() + text.size(), percent);
  constexpr std::int64_t percent_max = 10'000;
  return cluster::percent_of(std::min(percent, percent_max), total, rounds_up);
}

}  // namespace podreel::cluster
