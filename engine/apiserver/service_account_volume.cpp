#include "engine/apiserver/service_account_volume.hpp"

#include <cstdint>
#include <vector>

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/sim/random.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

constexpr std::string_view mount_path = "/var/run/secrets/kubernetes.io/serviceaccount";

/// As names.SimpleNameGenerator ends names.
std::string ending_of(std::string_view key) {
  constexpr std::string_view characters = "bcdfghjklmnpqrstvwxz2456789";
  std::uint64_t rest = sim::mix(sim::hash_name(key));
  std::string ending;
  for (int count = 0; count < 5; ++count) {
    ending += characters[rest % characters.size()];
    rest /= characters.size();
  }
  return ending;
}

json projected_volume(const std::string& name) {
  const json token{{"serviceAccountToken", {{"expirationSeconds", 3607}, {"path", "token"}}}};
  const json authority{
      {"configMap", {{"name", "kube-root-ca.crt"}, {"items", json::array({{{"key", "ca.crt"}, {"path", "ca.crt"}}})}}}};
  const json name_of_namespace{{"path", "namespace"},
                               {"fieldRef", {{"apiVersion", "v1"}, {"fieldPath", "metadata.namespace"}}}};
  const json downward{{"downwardAPI", {{"items", json::array({name_of_namespace})}}}};
  return {{"name", name},
          {"projected", {{"defaultMode", 420}, {"sources", json::array({token, authority, downward})}}}};
}

json secret_volume(const std::string& name) {
  return {{"name", name}, {"secret", {{"secretName", name}, {"defaultMode", 420}}}};
}

bool has_mount(const json& container) {
  bool found = false;
  api::for_each_item(container, "volumeMounts", [&found](const json& mount) {
    found = found || api::string_member(mount, "mountPath") == mount_path;
  });
  return found;
}

}  // namespace

void add_service_account_volume(json& spec, std::string_view pod_uid, std::string_view namespace_name,
                                const release::Behaviour& behaviour) {
  const json* automount = api::find_member(spec, "automountServiceAccountToken");
  if (automount != nullptr && automount->is_boolean() && !automount->get<bool>()) return;
  std::vector<json*> containers;
  for (const char* list : {"initContainers", "containers"}) {
    if (!spec.contains(list) || !spec[list].is_array()) continue;
    for (json& container : spec[list]) {
      if (!has_mount(container)) containers.push_back(&container);
    }
  }
  if (containers.empty()) return;
  const bool is_projected = behaviour.has(release::service_account_volume_is_projected);
  const std::string name =
      is_projected ? "kube-api-access-" + ending_of(pod_uid) : "default-token-" + ending_of(namespace_name);
  for (json* container : containers) {
    (*container)["volumeMounts"].push_back({{"name", name}, {"readOnly", true}, {"mountPath", mount_path}});
  }
  spec["volumes"].push_back(is_projected ? projected_volume(name) : secret_volume(name));
}

bool lacks_service_account(const json& spec) {
  if (!api::string_member(spec, "serviceAccountName").empty() || !api::string_member(spec, "serviceAccount").empty()) {
    return false;
  }
  bool has_token = false;
  api::for_each_item(spec, "volumes", [&has_token](const json& volume) {
    const json* projected = api::find_member(volume, "projected");
    if (projected == nullptr) return;
    api::for_each_item(*projected, "sources", [&has_token](const json& source) {
      has_token = has_token || api::find_member(source, "serviceAccountToken") != nullptr;
    });
  });
  return has_token;
}

}  // namespace podreel::apiserver
