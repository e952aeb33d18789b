#include "engine/upgrade/mirrored_manifest.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/api/config_annotations.hpp"
#include "engine/api/cursor.hpp"
#include "engine/api/json_member.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

namespace {

using api::Cursor;
using nlohmann::json;

/// Returns whether a kubelet may have computed this UID: a hash of 128 bits in hex.
bool is_computed(std::string_view uid) {
  constexpr std::size_t digits = 32;
  const auto is_hex = [](char digit) { return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'); };
  return uid.size() == digits && std::ranges::all_of(uid, is_hex);
}

std::string name_in_manifest(const json& pod) {
  std::string name = api::string_member(pod.at("metadata"), "name");
  const std::string ending = "-" + node_of(pod);
  if (ending.size() > 1 && name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name;
}

/// The kubelet adds it to each static pod.
bool is_toleration_of_kubelet(const json& toleration) {
  const Cursor fields{toleration};
  return fields["operator"].text() == "Exists" && fields["effect"].text() == "NoExecute" && !fields["key"];
}

json spec_in_manifest(json spec) {
  for (const char* added : {"nodeName", "priority", "preemptionPolicy"}) spec.erase(added);
  const auto tolerations = spec.find("tolerations");
  if (tolerations == spec.end() || !tolerations->is_array()) return spec;
  json kept = json::array();
  std::ranges::copy_if(*tolerations, std::back_inserter(kept), std::not_fn(is_toleration_of_kubelet));
  *tolerations = std::move(kept);
  if (tolerations->empty()) spec.erase("tolerations");
  return spec;
}

}  // namespace

json mirrored_manifest(const json& mirror_pod) {
  json manifest{{"apiVersion", "v1"}, {"kind", "Pod"}, {"spec", spec_in_manifest(mirror_pod.at("spec"))}};
  json& metadata = manifest["metadata"];
  metadata = {{"name", name_in_manifest(mirror_pod)}, {"namespace", manifests::namespace_of(mirror_pod)}};
  const json& shown = mirror_pod.at("metadata");
  if (const json* labels = api::find_member(shown, "labels")) metadata["labels"] = *labels;
  if (const json* annotations = api::find_member(shown, "annotations"); annotations && annotations->is_object()) {
    for (const auto& [key, value] : annotations->items()) {
      if (!std::string_view{key}.starts_with("kubernetes.io/config.")) metadata["annotations"][key] = value;
    }
  }
  std::string uid = annotation_of(mirror_pod, api::config_annotation::hash);
  if (uid.empty()) uid = annotation_of(mirror_pod, api::config_annotation::mirror);
  if (!is_computed(uid)) metadata["uid"] = uid;
  return manifest;
}

}  // namespace podreel::upgrade
