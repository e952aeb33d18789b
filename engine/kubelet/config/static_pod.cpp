#include "engine/kubelet/config/static_pod.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/config_annotations.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/identity/static_pod_uid.hpp"
#include "engine/identity/static_pod_validation.hpp"
#include "engine/types/defaults.hpp"
#include "engine/types/pod_qos.hpp"

namespace podreel::kubelet {

std::variant<api::PodPtr, RefusedManifest> read_static_pod(const nlohmann::json& manifest, const ManifestReader& reader,
                                                           const std::string& path, sim::Time seen) {
  namespace annotation = api::config_annotation;
  const auto refusals = identity::static_pod_refusals(manifest, reader.version, reader.node, reader.feature_gates);
  if (!refusals.empty()) return RefusedManifest{refusals.front().path + ": " + refusals.front().message};
  const identity::StaticPodUid found = identity::static_pod_uid(manifest, reader.version, {reader.node, path, {}});
  nlohmann::json object = manifest;
  identity::drop_annotations_of_old(object);
  types::apply_pod_defaults(object, reader.version, reader.feature_gates);
  object["spec"]["nodeName"] = reader.node;
  object["spec"]["tolerations"].push_back({{"operator", "Exists"}, {"effect", "NoExecute"}});
  api::Pod pod;
  pod.metadata = api::metadata_from_json(object["metadata"]);
  pod.metadata.name = found.pod_name;
  pod.metadata.uid = found.uid;
  pod.metadata.annotations[annotation::hash] = found.uid;
  pod.metadata.annotations[annotation::seen] = api::format_timestamp(seen);
  pod.metadata.annotations[annotation::source] = "file";
  pod.spec = std::make_shared<const api::PodSpec>(types::spec_with_qos(
      std::make_shared<const nlohmann::json>(std::move(object["spec"])),
      with_overrides(release::behaviour_of(reader.version, reader.feature_gates), reader.overrides)));
  pod.status.phase = api::PodPhase::pending;
  pod.status.qos_class = pod.spec->qos_class;
  return std::make_shared<const api::Pod>(std::move(pod));
}

}  // namespace podreel::kubelet
