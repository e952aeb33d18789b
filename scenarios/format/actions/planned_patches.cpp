#include "scenarios/format/actions/planned_patches.hpp"

#include <fmt/format.h>
#include <set>
#include <utility>

#include "engine/apiserver/pod_creation_rules.hpp"
#include "engine/apiserver/pod_patch.hpp"
#include "engine/types/dropped_fields.hpp"
#include "scenarios/format/actions/unsimulated_fields.hpp"

namespace podreel::actions {

std::vector<std::string> PlannedPatches::created(const std::string& pod, api::Manifest object) {
  std::vector<std::string> warnings;
  std::set<std::string> dropped;
  for (const types::DroppedField& field : types::dropped_fields(object->at("spec"), specs_.release(), specs_.gates())) {
    dropped.insert(field.path);
    std::string text = field.instead.empty()
                           ? fmt::format("the API server drops {}, ", field.path)
                           : fmt::format("the API server stores {} as {}, ", field.instead, field.path);
    if (field.gate.empty()) {
      text += fmt::format("which API servers of {} do not know", release::minor_string(specs_.release()));
    } else {
      text += fmt::format("because the feature gate {} is off", field.gate);
    }
    if (warned_.insert(text).second) warnings.push_back(std::move(text));
  }
  for (const UnsimulatedField& field : unsimulated_fields(object->at("spec"))) {
    if (dropped.contains(field.path)) continue;
    std::string text = fmt::format("podreel does not simulate {}: {}", field.path, field.effect);
    if (warned_.insert(text).second) warnings.push_back(std::move(text));
  }
  objects_[pod] = std::move(object);
  return warnings;
}

std::vector<std::string> PlannedPatches::find_refusals(const api::Manifest& object) {
  if (std::exchange(last_checked_, object) == object) return {};
  return apiserver::find_creation_refusals(specs_.defaulted(object->at("spec")), specs_.release());
}

void PlannedPatches::added_ephemeral_container(const std::string& pod, const nlohmann::json& container) {
  const auto found = objects_.find(pod);
  if (found == objects_.end()) return;
  nlohmann::json object = *found->second;
  object["spec"]["ephemeralContainers"].push_back(container);
  found->second = std::make_shared<const nlohmann::json>(std::move(object));
}

std::vector<std::string> PlannedPatches::patched(const std::string& pod, const nlohmann::json& patch, bool force) {
  const auto found = objects_.find(pod);
  if (found == objects_.end()) return {};
  api::Manifest& object = found->second;
  if (last_ && last_->before == object && last_->patch == patch) {
    object = last_->after;
    return {};
  }
  nlohmann::json stored = *object;
  stored["spec"] = specs_.defaulted(std::move(stored["spec"]));
  auto result = apiserver::patched(stored, patch, specs_, force);
  if (apiserver::PatchRefusal* refusal = std::get_if<apiserver::PatchRefusal>(&result)) {
    const std::string_view what = refusal->is_invalid
                                      ? "the patched pod is invalid"
                                      : "the API server rejects the patch (set force: true to apply it anyway)";
    for (std::string& message : refusal->messages) message = fmt::format("{}: {}", what, message);
    return std::move(refusal->messages);
  }
  auto after = std::make_shared<const nlohmann::json>(std::get<nlohmann::json>(std::move(result)));
  last_ = {std::exchange(object, after), patch, after};
  return {};
}

std::optional<std::string> PlannedPatches::resized(const std::string& pod,
                                                   const apiserver::NewResourcesByContainer& containers) {
  const auto found = objects_.find(pod);
  if (found == objects_.end()) return std::nullopt;
  nlohmann::json stored = *found->second;
  stored["spec"] = specs_.defaulted(std::move(stored["spec"]));
  const std::string bound_to = stored["spec"].value("nodeName", node_);
  const api::ResourceList* allocatable = allocatable_ && bound_to == node_ ? &*allocatable_ : nullptr;
  auto result = apiserver::resized(std::move(stored), containers, specs_, {}, allocatable);
  if (const auto* refusal = std::get_if<apiserver::UpdateRefusal>(&result)) {
    return fmt::format("the API server rejects the resize: {}", fmt::join(refusal->messages, "; "));
  }
  found->second = std::make_shared<const nlohmann::json>(std::get<nlohmann::json>(std::move(result)));
  return std::nullopt;
}

}  // namespace podreel::actions
