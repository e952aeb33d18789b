#include "scenarios/language/references.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "runtime_fake/glob.hpp"
#include "scenarios/language/manifests.hpp"

namespace podreel::language {

namespace {

void add_containers(const nlohmann::json& object, std::set<std::string, std::less<>>& names) {
  const nlohmann::json& spec = object.value("spec", nlohmann::json::object());
  for (const char* kind : {"initContainers", "containers", "ephemeralContainers"}) {
    const auto list = spec.find(kind);
    if (list == spec.end() || !list->is_array()) continue;
    for (const nlohmann::json& container : *list) names.insert(container.value("name", ""));
  }
}

/// Every pod that `pattern` fits.
std::vector<const KnownPods::value_type*> fitting(const KnownPods& known, std::string_view pattern) {
  std::vector<const KnownPods::value_type*> pods;
  for (const KnownPods::value_type& pod : known) {
    if (runtime_fake::glob_matches_pod(pattern, pod.first)) pods.push_back(&pod);
  }
  return pods;
}

/// "web" for "default/web": how people write it.
std::string_view short_name(std::string_view pod) {
  constexpr std::string_view prefix = "default/";
  return pod.starts_with(prefix) ? pod.substr(prefix.size()) : pod;
}

std::string unknown_pod(const KnownPods& known, const Reference& reference) {
  std::vector<std::string_view> names;
  for (const auto& [pod, containers] : known) names.push_back(short_name(pod));
  const std::string_view found = short_name(reference.pod);
  if (names.empty()) return fmt::format("no pod \"{}\": the scenario creates none", found);
  return fmt::format("no pod \"{}\" in this scenario{}", found, accepted_names(found, names));
}

std::string unknown_container(const Reference& reference, const std::set<std::string, std::less<>>& containers) {
  const std::vector<std::string_view> names{containers.begin(), containers.end()};
  return fmt::format("no container \"{}\" in pod {}{}", reference.container, short_name(reference.pod),
                     accepted_names(reference.container, names));
}

}  // namespace

void note_reference(const Place& place, api::Mark mark, std::string pod, std::string container) {
  place.reading().references.push_back({std::move(pod), std::move(container), mark, place.path()});
}

std::string static_pod_name(const nlohmann::json& object, const std::string& node_name) {
  const nlohmann::json& metadata = object.at("metadata");
  return fmt::format("{}/{}-{}", metadata.value("namespace", "default"), metadata.value("name", ""), node_name);
}

KnownPods pods_of_timeline(const std::vector<Step>& timeline, const std::string& node_name) {
  KnownPods known;
  for (const Step& step : timeline) {
    if (const CreatePod* created = std::get_if<CreatePod>(&step.action)) {
      add_containers(*created->object, known[created->pod]);
    } else if (const AddStaticPod* added = std::get_if<AddStaticPod>(&step.action)) {
      add_containers(added->object, known[static_pod_name(added->object, node_name)]);
    }
  }
  for (const Step& step : timeline) {
    const AddEphemeralContainer* added = std::get_if<AddEphemeralContainer>(&step.action);
    if (added == nullptr) continue;
    if (const auto pod = known.find(added->pod); pod != known.end()) {
      pod->second.insert(added->container.value("name", ""));
    }
  }
  return known;
}

void check_references(const KnownPods& known, Reading& reading) {
  for (const Reference& reference : reading.references) {
    const Place place{reading, reference.path};
    const std::vector<const KnownPods::value_type*> pods = fitting(known, reference.pod);
    if (pods.empty()) {
      // Once for a pod, not again for each of its containers.
      if (reference.container.empty()) place.problem(reference.mark, unknown_pod(known, reference));
      continue;
    }
    if (reference.container.empty()) continue;
    std::set<std::string, std::less<>> containers;
    for (const KnownPods::value_type* pod : pods) containers.insert(pod->second.begin(), pod->second.end());
    const bool found = std::ranges::any_of(
        containers, [&](const std::string& name) { return runtime_fake::glob_matches(reference.container, name); });
    if (!found) place.problem(reference.mark, unknown_container(reference, containers));
  }
}

}  // namespace podreel::language
