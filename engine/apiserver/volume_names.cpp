#include "engine/apiserver/volume_names.hpp"

#include <fmt/format.h>
#include <optional>

#include "engine/api/json_member.hpp"
#include "engine/api/uuid_text.hpp"
#include "engine/sim/random.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

/// "namespace/name" of the volume's claim, if it has one; that of a generic ephemeral volume is made for the pod.
std::optional<std::string> claim_of(const api::Pod& pod, std::string_view volume) {
  std::optional<std::string> claim;
  api::for_each_item(*pod.spec->stored, "volumes", [&](const json& written) {
    if (api::string_member(written, "name") != volume) return;
    if (const json* source = api::find_member(written, "persistentVolumeClaim")) {
      claim = fmt::format("{}/{}", pod.metadata.namespace_name, api::string_member(*source, "claimName"));
    } else if (api::find_member(written, "ephemeral") != nullptr) {
      claim = fmt::format("{}/{}-{}", pod.metadata.namespace_name, pod.metadata.name, volume);
    }
  });
  return claim;
}

}  // namespace

std::string volume_name(const api::Pod& pod, std::string_view volume) {
  const std::optional<std::string> claim = claim_of(pod, volume);
  if (!claim) return std::string{volume};
  const std::uint64_t high = sim::mix(sim::hash_name(*claim));
  return "pvc-" + std::string{memory::Text{api::uuid_text(high, sim::mix(high))}.view()};
}

std::string attached_name(const api::Pod& pod, std::string_view volume) {
  if (const auto claim = claim_of(pod, volume)) return *claim;
  return fmt::format("{}/{}", pod.metadata.uid, volume);
}

}  // namespace podreel::apiserver
