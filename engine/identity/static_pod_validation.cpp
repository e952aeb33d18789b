#include "engine/identity/static_pod_validation.hpp"

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
  const bool may_refer = !release::refuses_api_references.contains(release) ||
                         !release::is_on(release::gate_named("PreventStaticPodAPIReferences"), release, gates);
  if (may_refer) return refusals;
  if (const auto reference = api_reference(spec)) {
    validator.add_problem(spec, reference->path, "", "static pods may not reference " + reference->kind);
  }
  return refusals;
}

}  // namespace podreel::identity
