#include "engine/identity/static_pod_validation.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/identity/go_value.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/identity/static_pod_rules.hpp"
#include "engine/identity/static_pod_uid.hpp"

namespace podreel::identity {

using Json = nlohmann::json;

std::vector<StaticPodRefusal> static_pod_refusals(const Json& manifest, release::Release release,
                                                  const std::string& node) {
  StaticPodCheck check{release, {}};
  const Json pod = internal_pod(manifest, release);
  if (const std::optional<Mismatch> mismatch = find_mismatch(internal_type(release, "core.Pod"), pod)) {
    check.refuse(mismatch->path, fmt::format("found {}, expected {}", mismatch->found, mismatch->expected));
    return check.refusals;
  }
  const std::string name =
      static_pod_uid({{"metadata", pod.value("metadata", Json::object())}}, release, {node, "", ""}).pod_name;
  if (go_string(find_member(find_member(&pod, "metadata"), "name")).empty() || !is_dns_subdomain(name)) {
    check.refuse("metadata.name", fmt::format("\"{}\" is no DNS subdomain", name));
  }
  const Json& spec = pod["spec"];
  const Json* containers = find_member(&spec, "containers");
  if (containers == nullptr || containers->empty()) check.refuse("spec.containers", "Required value");
  check_forbidden_members(spec, check);
  check_resource_claims(spec, check);
  check_volumes(spec, check);
  check_containers(spec, "initContainers", check);
  check_containers(spec, "containers", check);
  return check.refusals;
}

}  // namespace podreel::identity
