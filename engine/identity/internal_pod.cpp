#include "engine/identity/internal_pod.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/json_member.hpp"
#include "engine/types/defaults.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

/// Members of the public PodSpec that the internal API of most releases keeps in the pod's security context.
constexpr std::array<std::string_view, 5> moved_into_security_context{"hostNetwork", "hostPID", "hostIPC",
                                                                      "shareProcessNamespace", "hostUsers"};

void move_into_security_context(Json& spec) {
  Json& security_context = spec["securityContext"];
  if (!security_context.is_object()) security_context = Json::object();
  for (const std::string_view member : moved_into_security_context) {
    security_context.erase(member);
    if (const Json* value = api::find_member(spec, member)) security_context[member] = *value;
  }
}

void convert_spec(Json& spec, release::Release release) {
  if (types::internal_type(release, "PodSecurityContext").find(moved_into_security_context.front()) != nullptr) {
    move_into_security_context(spec);
  }
  const Json* deprecated = api::find_member(spec, "serviceAccount");
  if (deprecated != nullptr && api::string_of(api::find_member(spec, "serviceAccountName")).empty()) {
    spec["serviceAccountName"] = *deprecated;
  }
}

/// The internal API has only the list, whose first entry is the public API's single address.
void convert_pod_ips(Json& status) {
  const std::string_view single = api::string_of(api::find_member(status, "podIP"));
  if (single.empty()) return;
  const Json* list = api::find_member(status, "podIPs");
  const Json* first = list != nullptr && list->is_array() && !list->empty() ? &list->front() : nullptr;
  if (first == nullptr || api::string_of(api::find_member(first, "ip")) != single) {
    status["podIPs"] = Json::array({{{"ip", single}}});
  }
}

}  // namespace

void drop_annotations_of_old(Json& pod) {
  const auto metadata = pod.find("metadata");
  if (metadata == pod.end() || !metadata->is_object()) return;
  const auto annotations = metadata->find("annotations");
  if (annotations == metadata->end() || !annotations->is_object()) return;
  for (const std::string_view stage : {"alpha", "beta"}) {
    for (const std::string_view what : {"init-containers", "init-container-statuses"}) {
      annotations->erase(fmt::format("pod.{}.kubernetes.io/{}", stage, what));
    }
  }
}

Json internal_pod(const Json& manifest, release::Release release) {
  Json pod = manifest.is_object() ? manifest : Json::object();
  pod.erase("apiVersion");
  pod.erase("kind");
  drop_annotations_of_old(pod);
  if (!pod.contains("spec") || !pod["spec"].is_object()) pod["spec"] = Json::object();
  types::apply_decoder_defaults(pod, release);
  convert_spec(pod["spec"], release);
  const auto status = pod.find("status");
  if (status != pod.end() && status->is_object() && types::internal_type(release, "PodStatus").find("podIPs")) {
    convert_pod_ips(*status);
  }
  return pod;
}

}  // namespace podreel::identity
