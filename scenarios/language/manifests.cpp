#include "scenarios/language/manifests.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "engine/manifests/workloads.hpp"
#include "scenarios/language/object.hpp"
#include "scenarios/language/scalar_shapes.hpp"

namespace podreel::language {

namespace {

constexpr std::uint32_t most_pods = 100'000;

bool names_a_file(const api::Tree& node) {
  return node.kind == api::Tree::Kind::map && node.members.size() == 1 && node.members.front().key == "file";
}

CreatePod created(manifests::ManifestPod&& found) {
  const nlohmann::json& metadata = found.pod["metadata"];
  const std::string name = fmt::format("{}/{}", metadata.value("namespace", "default"), metadata.value("name", ""));
  return {name, std::make_shared<const nlohmann::json>(std::move(found.pod)), std::move(found.owner)};
}

void append(std::vector<manifests::ManifestPod>&& found, std::vector<CreatePod>& pods) {
  for (manifests::ManifestPod& pod : found) pods.push_back(created(std::move(pod)));
}

std::vector<manifests::ManifestPod> found_in(const api::Tree& document, const Place& place) {
  std::vector<api::Problem> problems;
  std::vector<manifests::ManifestPod> found = manifests::pods_of(document, place.reading().file, problems);
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

/// The pods of the file that `node` names, relative to the scenario's own folder.
std::vector<manifests::ManifestPod> found_in_file(const api::Tree& node, const Place& place) {
  std::string name;
  if (!text().read(node, place, name)) return {};
  const std::filesystem::path path = std::filesystem::path{place.reading().file}.parent_path() / name;
  api::LoadedFile loaded = api::load_file(path.string());
  Reading reading{path.string(), std::move(loaded.problems)};
  std::vector<manifests::ManifestPod> pods;
  for (const api::Tree& document : loaded.documents) {
    for (manifests::ManifestPod& pod : found_in(document, Place{reading})) pods.push_back(std::move(pod));
  }
  if (pods.empty() && reading.problems.empty()) place.problem(node.mark, fmt::format("no pods in {}", path.string()));
  for (api::Problem& problem : reading.problems) {
    if (problem.mark.line == 0) {
      place.problem(node.mark, fmt::format("{}: {}", problem.file, problem.message));
    } else {
      place.reading().problems.push_back(std::move(problem));
    }
  }
  return pods;
}

std::vector<manifests::ManifestPod> found_at(const api::Tree& node, const Place& place) {
  return names_a_file(node) ? found_in_file(node.members.front().value, place.member("file")) : found_in(node, place);
}

/// The only pod at `node`, or nothing and a problem.
std::optional<manifests::ManifestPod> only_pod_at(const api::Tree& node, const Place& place) {
  const std::size_t before = place.reading().problems.size();
  std::vector<manifests::ManifestPod> found = found_at(node, place);
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
                        {"required", {"apiVersion", "kind"}}};
    return Json{
        {"description", "A v1.Pod or anything with a pod template, in place, or a file with one."},
        {"anyOf", Json::array({manifest, file_schema()})},
        {"examples", Json::array({Json{
                         {"apiVersion", "v1"},
                         {"kind", "Pod"},
                         {"metadata", {{"name", "another"}}},
                         {"spec", {{"containers", Json::array({Json{{"name", "app"}, {"image", "nginx:1.25"}}})}}}}})}};
  });
}

struct Replicas {
  std::uint32_t count = 0;
  CreatePod pod_template;
  sim::Duration spread{};
};

/// Pods named after the template with ordinals, as a StatefulSet's: "web-0", "web-1" …
PodsToCreate replicated(Replicas&& replicas) {
  PodsToCreate result;
  result.spread = replicas.spread;
  for (std::uint32_t ordinal = 0; ordinal < replicas.count; ++ordinal) {
    CreatePod& pod = result.pods.emplace_back(replicas.pod_template);
    pod.pod += fmt::format("-{}", ordinal);
  }
  return result;
}

Shape<PodsToCreate> replicas_shape() {
  const Shape<Replicas> shape =
      Object<Replicas>{"podReplicas", "Pods alike, named after the template: web-0, web-1 …"}
          .required("count", &Replicas::count, integer<std::uint32_t>(1, most_pods), "How many.")
          .required("template", &Replicas::pod_template, one_pod(), "The pod of which there are so many.")
          .field("spread", &Replicas::spread, duration(),
                 "They are created at equal distances over this span; default 0s: all at once.")
          .shape();
  return adapted<PodsToCreate>(shape,
                               [](Replicas&& replicas, PodsToCreate& pods) { pods = replicated(std::move(replicas)); });
}

Shape<PodsToCreate> pods_of_manifests() {
  return {"a list of pods, or a file",
          [](const api::Tree& node, const Place& place, PodsToCreate& result) {
            const std::size_t before = place.reading().problems.size();
            if (node.kind == api::Tree::Kind::list) {
              for (std::size_t index = 0; index < node.items.size(); ++index) {
                append(found_at(node.items[index], place.item(index)), result.pods);
              }
            } else if (names_a_file(node)) {
              append(found_at(node, place), result.pods);
            } else {
              place.mismatch(node, "a list of pods, {file: …} or {count: …, template: …}");
            }
            return place.reading().problems.size() == before;
          },
          [](Definitions& definitions) {
            const Json list{{"type", "array"}, {"items", pod_schema(definitions)}};
            return Json{{"anyOf", Json::array({list, file_schema()})}};
          }};
}

}  // namespace

std::vector<CreatePod> pods_in(const api::Tree& document, const Place& place) {
  std::vector<CreatePod> pods;
  append(found_in(document, place), pods);
  return pods;
}

Shape<CreatePod> one_pod() {
  return {"a pod",
          [](const api::Tree& node, const Place& place, CreatePod& pod) {
            std::optional<manifests::ManifestPod> found = only_pod_at(node, place);
            if (found) pod = created(std::move(*found));
            return found.has_value();
          },
          pod_schema};
}

Shape<nlohmann::json> one_static_pod() {
  return {"a pod",
          [](const api::Tree& node, const Place& place, nlohmann::json& object) {
            std::optional<manifests::ManifestPod> found = only_pod_at(node, place);
            if (found) object = std::move(found->pod);
            return found.has_value();
          },
          pod_schema};
}

Shape<PodsToCreate> several_pods() {
  const Shape<PodsToCreate> manifests = pods_of_manifests();
  const Shape<PodsToCreate> replicas = replicas_shape();
  return {manifests.accepted,
          [manifests, replicas](const api::Tree& node, const Place& place, PodsToCreate& pods) {
            const bool counts = node.find("count") != nullptr || node.find("template") != nullptr;
            return (counts ? replicas : manifests).read(node, place, pods);
          },
          either(replicas, {}, manifests).schema};
}

std::string qualified(std::string_view pod_name) {
  return pod_name.find('/') == std::string_view::npos ? fmt::format("default/{}", pod_name) : std::string{pod_name};
}

}  // namespace podreel::language
