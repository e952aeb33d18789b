#include "engine/apiserver/stored_specs.hpp"

#include "engine/invariant.hpp"
#include "engine/types/defaults.hpp"
#include "engine/types/pod_qos.hpp"

namespace podreel::apiserver {

using nlohmann::json;

api::SpecPtr StoredSpecs::of_manifest(const api::Manifest& manifest, const std::string& node) {
  const json& written = manifest->at("spec");
  if (const api::SpecPtr* known = of_manifests_.find(written)) return *known;
  json spec = defaulted(written);
  spec["nodeName"] = node;
  return of_manifests_.emplace({manifest, &written}, decoded(std::move(spec)));
}

api::SpecPtr StoredSpecs::of_unbound(const json& manifest) {
  return decoded(defaulted(manifest.at("spec")));
}

api::SpecPtr StoredSpecs::of(json spec, const api::SpecPtr& before) {
  PODREEL_INVARIANT(before && before->stored, "a spec is replaced by another one of the same pod");
  spec = defaulted(std::move(spec));
  if (spec == *before->stored) return before;
  if (stored_.find(*before->stored) == nullptr) stored_.emplace(before->stored, before);
  return decoded(std::move(spec));
}

json StoredSpecs::defaulted(json spec) const {
  json pod{{"spec", std::move(spec)}};
  types::apply_pod_defaults(pod, release_, gates_);
  return std::move(pod["spec"]);
}

void StoredSpecs::upgrade(release::Release release) {
  release_ = release;
  behaviour_ = release::behaviour_of(release_, gates_);
  of_manifests_.clear();
  stored_.clear();
}

api::SpecPtr StoredSpecs::decoded(json spec) {
  if (const api::SpecPtr* known = stored_.find(spec)) return *known;
  const auto stored = std::make_shared<const json>(std::move(spec));
  PODREEL_INVARIANT(stored->is_object(), "a stored spec is an object");
  return stored_.emplace(stored, std::make_shared<const api::PodSpec>(types::spec_with_qos(stored, behaviour_)));
}

}  // namespace podreel::apiserver
