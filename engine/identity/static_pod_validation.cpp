#include "engine/identity/static_pod_validation.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/identity/api_references.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/identity/static_pod_uid.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/types/mismatch.hpp"
#include "engine/types/pod_rules.hpp"

namespace podreel::identity {

using Json = nlohmann::json;

namespace {

bool may_refer_to_api(release::Release release, const release::FeatureGates& gates) {
  if (!release::refuses_api_references.contains(release)) return true;
  return release::may_take_api_references.contains(release) &&
         !release::is_on(release::gate_named("PreventStaticPodAPIReferences"), release, gates);
}

void check_trust_bundles(const Json& spec, types::PodValidator& validator) {
  std::size_t index = 0;
  api::for_each_item(spec, "volumes", [&](const Json& volume) {
    const std::string path = fmt::format("spec.volumes[{}].projected.sources", index++);
    const Json* projected = api::find_member(volume, "projected");
    if (projected == nullptr) return;
    api::for_each_item(*projected, "sources", [&](const Json& source) {
      if (api::find_member(source, "clusterTrustBundle") == nullptr) return;
      validator.add_problem(source, path, "", "static pods do not support ClusterTrustBundle volumes");
    });
  });
}

/// tryDecodeSinglePod: what follows the validation.
void check_references(const Json& spec, bool may_refer_to_api, types::PodValidator& validator) {
  if (!may_refer_to_api) {
    if (const auto reference = api_reference(spec)) {
      validator.add_problem(spec, reference->path, "", "static pods may not reference " + reference->kind);
    }
    return;
  }
  if (validator.knows("VolumeProjection", "clusterTrustBundle")) check_trust_bundles(spec, validator);
  const Json* claims = api::find_member(spec, "resourceClaims");
  const bool has_claims = claims != nullptr && !claims->empty();
  if (has_claims && validator.is_kubelet_in(release::refuses_static_resource_claims)) {
    validator.add_problem(spec, "spec.resourceClaims", "", "static pods do not support ResourceClaims");
  }
}

}  // namespace

std::vector<types::Refusal> static_pod_refusals(const Json& manifest, release::Release release, const std::string& node,
                                                const release::FeatureGates& gates) {
  std::vector<types::Refusal> refusals;
  types::PodValidator validator{release, refusals};
  const Json pod = internal_pod(manifest, release);
  if (const auto mismatch = types::find_mismatch(types::internal_type(release, "Pod"), pod)) {
    validator.add_problem(pod, mismatch->path, "",
                          fmt::format("found {}, expected {}", mismatch->found, mismatch->expected));
    return refusals;
  }
  const std::string name =
      static_pod_uid({{"metadata", pod.value("metadata", Json::object())}}, release, {node, "", ""}).pod_name;
  const bool is_named = !api::string_of(api::find_member(api::find_member(pod, "metadata"), "name")).empty();
  if (!is_named || !types::has_format(name, types::Format::dns_subdomain)) {
    validator.add_problem(pod, "metadata.name", "", fmt::format("\"{}\" is not a DNS subdomain", name));
  }
  const Json& spec = pod["spec"];
  const Json* containers = api::find_member(spec, "containers");
  if (containers == nullptr || containers->empty())
    validator.add_problem(spec, "spec.containers", "", "Required value");
  types::check_pod_rules(spec, {}, "spec", validator);
  check_references(spec, may_refer_to_api(release, gates), validator);
  return refusals;
}

}  // namespace podreel::identity
