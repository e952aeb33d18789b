#include "scenarios/format/shapes/manifests.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>

#include "scenarios/format/shapes/file_beside.hpp"

namespace podreel::format {

using manifests::ManifestPod;

namespace {

bool names_a_file(const api::Tree& node) {
  return node.kind == api::Tree::Kind::map && node.members.size() == 1 && node.members.front().key == "file";
}

/// Returns the pods of the file that `node` names, relative to the scenario's folder.
std::vector<ManifestPod> found_in_file(const api::Tree& node, const Place& place) {
  const std::optional<std::string> path = file_beside(node, place);
  if (!path) return {};
  api::LoadedFile loaded = api::load_file(*path);
  Reading reading{*path, std::move(loaded.problems)};
  std::vector<ManifestPod> pods;
  for (const api::Tree& document : loaded.documents) {
    for (ManifestPod& pod : pods_in(document, Place{reading})) pods.push_back(std::move(pod));
  }
  if (pods.empty() && reading.problems.empty())
    place.problem(node.mark, fmt::format("found no pods in {}, accepted: at least one", *path));
  for (const api::Problem& problem : reading.problems) report_in_file(problem, node, place);
  return pods;
}

std::vector<ManifestPod> found_at(const api::Tree& node, const Place& place) {
  return names_a_file(node) ? found_in_file(node.members.front().value, place.member("file")) : pods_in(node, place);
}

/// Returns the only pod at `node`, or no value with a problem.
std::optional<ManifestPod> only_pod_at(const api::Tree& node, const Place& place) {
  const std::size_t before = place.reading().problems.size();
  std::vector<ManifestPod> found = found_at(node, place);
  if (place.reading().problems.size() != before) return std::nullopt;
  if (found.size() == 1) return std::move(found.front());
  place.problem(node.mark, fmt::format("found {} pods, accepted: exactly one pod", found.size()));
  return std::nullopt;
}

Json file_schema() {
  return {{"type", "object"},
          {"additionalProperties", false},
          {"properties", {{"file", {{"type", "string"}, {"minLength", 1}}}}},
          {"required", {"file"}}};
}

Json pod_schema(Definitions& definitions) {
  return definitions.reference("pods", [] {
    const Json manifest{{"type", "object"},
                        {"properties", {{"apiVersion", {{"type", "string"}}}, {"kind", {{"type", "string"}}}}},
                        {"required", {"kind"}}};
    return Json{
        {"description", "A v1.Pod or any object with a pod template, in place or as a file."},
        {"anyOf", Json::array({manifest, file_schema()})},
        {"examples", Json::array({Json{
                         {"apiVersion", "v1"},
                         {"kind", "Pod"},
                         {"metadata", {{"name", "another"}}},
                         {"spec", {{"containers", Json::array({Json{{"name", "app"}, {"image", "nginx:1.25"}}})}}}}})}};
  });
}

std::vector<ManifestPod> listed_pods(const api::Tree& node, const Place& place) {
  if (names_a_file(node)) return found_at(node, place);
  std::vector<ManifestPod> pods;
  for (std::size_t index = 0; index < node.items.size(); ++index) {
    std::ranges::move(found_at(node.items[index], place.item(index)), std::back_inserter(pods));
  }
  return pods;
}

}  // namespace

std::vector<ManifestPod> pods_in(const api::Tree& document, const Place& place) {
  std::vector<api::Problem> problems;
  std::vector<ManifestPod> found = manifests::pods_of(document, place.reading().file, problems);
  const bool usable = problems.empty();
  for (api::Problem& problem : problems) {
    if (!place.path().empty()) {
      problem.path = problem.path.empty() ? place.path() : fmt::format("{}.{}", place.path(), problem.path);
    }
    place.reading().problems.push_back(std::move(problem));
  }
  if (!usable) found.clear();
  return found;
}

Shape<ManifestPod> one_pod() {
  return {"a pod",
          [](const api::Tree& node, const Place& place, ManifestPod& pod) {
            std::optional<ManifestPod> found = only_pod_at(node, place);
            if (found) pod = std::move(*found);
            return found.has_value();
          },
          pod_schema};
}

Shape<std::vector<ManifestPod>> pod_list() {
  return {"a list of pods, or a file",
          [](const api::Tree& node, const Place& place, std::vector<ManifestPod>& pods) {
            const std::size_t before = place.reading().problems.size();
            if (node.kind != api::Tree::Kind::list && !names_a_file(node)) {
              place.mismatch(node, "a list of pods, {file: …} or {count: …, template: …}");
            }
            pods = listed_pods(node, place);
            return place.reading().problems.size() == before;
          },
          [](Definitions& definitions) {
            const Json list{{"type", "array"}, {"items", pod_schema(definitions)}};
            return Json{{"anyOf", Json::array({list, file_schema()})}};
          }};
}

}  // namespace podreel::format
