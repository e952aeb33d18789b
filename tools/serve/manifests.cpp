#include "tools/serve/manifests.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/manifests/pod_name.hpp"
#include "scenarios/format/shapes/decoder.hpp"
#include "scenarios/format/shapes/manifests.hpp"
#include "tools/serve/handler.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// Returns whether manifests can hold objects of the kind.
bool is_created_by_users(const Resource& resource) {
  return has_verb(resource.verbs, "create") && has_verb(resource.verbs, "get");
}

const Resource* resource_of(std::string_view api_version, std::string_view kind) {
  const auto found = std::ranges::find_if(resources(), [&](const Resource& resource) {
    return resource.kind == kind && resource.group_version() == api_version && is_created_by_users(resource);
  });
  return found == resources().end() ? nullptr : &*found;
}

std::string accepted_kinds() {
  std::vector<std::string> kinds;
  for (const Resource& resource : resources()) {
    if (is_created_by_users(resource))
      kinds.push_back(fmt::format("{} of {}", resource.kind, resource.group_version()));
  }
  return fmt::format("{}", fmt::join(kinds, ", "));
}

/// Notes how the pods of an object behave. Controllers name pods after their workloads.
void assume_pods(const api::Tree& document, const format::Place& place, format::AssumedBehaviour& assumed) {
  for (manifests::ManifestPod& pod : format::pods_in(document, place)) {
    const bool is_of_workload = !pod.owner.empty();
    if (is_of_workload) pod.pod["metadata"]["name"] = pod.owner.substr(pod.owner.rfind('/') + 1);
    const std::size_t before = assumed.pods.size();
    format::assume_behaviour(pod, assumed);
    if (is_of_workload && assumed.pods.size() > before) assumed.pods.back().name += "-*";
  }
}

void add_object(const api::Tree& document, format::Reading& reading, Manifests& manifests) {
  const api::Cursor fields{document};
  const std::string_view kind = fields["kind"].text();
  const std::string_view api_version = fields["apiVersion"].text();
  if (kind.ends_with("List") && fields["items"]) {
    for (const api::Tree& item : document.find("items")->items) add_object(item, reading, manifests);
    return;
  }
  const Resource* resource = resource_of(api_version, kind);
  if (resource == nullptr) {
    const std::string found = kind.empty() || api_version.empty()
                                  ? std::string{"an object without apiVersion and kind"}
                                  : fmt::format("{} of {}, which is not served", kind, api_version);
    format::Place{reading}.problem(document.mark, fmt::format("found {}; accepted: {}", found, accepted_kinds()));
    return;
  }
  assume_pods(document, format::Place{reading}, manifests.assumed);
  manifests.objects.push_back({resource, api::to_json(document), reading.file, document.mark});
}

std::string namespace_of(const ManifestObject& manifest) {
  return manifest.resource->is_namespaced ? manifests::namespace_of(manifest.object) : std::string{};
}

std::string collection_of(const Resource& resource, const std::string& name_space) {
  return fmt::format("/{}/{}{}/{}", resource.group.empty() ? "api" : "apis", resource.group_version(),
                     name_space.empty() ? std::string{} : "/namespaces/" + name_space, resource.name);
}

Response post(Session& session, const std::string& collection, const json& object) {
  return answer(session, {.method = "POST",
                          .target = collection + "?fieldValidation=Strict",
                          .content_type = "application/json",
                          .body = object.dump()});
}

void create_missing_namespace(Session& session, const std::string& name) {
  const std::string namespaces = collection_of(resource_named("namespaces"), {});
  constexpr unsigned not_found = 404;
  if (answer(session, {.method = "GET", .target = fmt::format("{}/{}", namespaces, name)}).status != not_found) return;
  static_cast<void>(post(session, namespaces, {{"metadata", {{"name", name}}}}));
}

}  // namespace

void add_manifests(const api::LoadedFile& loaded, const std::string& file, Manifests& manifests,
                   std::vector<api::Problem>& problems) {
  format::Reading reading{.file = file, .problems = loaded.problems};
  for (const api::Tree& document : loaded.documents) add_object(document, reading, manifests);
  std::ranges::move(reading.problems, std::back_inserter(problems));
}

memory::SharedList<runtime_fake::PodScript> scripts_of(const Manifests& manifests) {
  std::vector<runtime_fake::PodScript> scripts = manifests.assumed.pods;
  std::ranges::stable_sort(scripts, std::ranges::greater{},
                           [](const runtime_fake::PodScript& script) { return script.name.size(); });
  return {scripts.begin(), scripts.end()};
}

std::vector<api::Problem> create_objects(Session& session, const Manifests& manifests) {
  std::vector<const ManifestObject*> ordered;
  for (const ManifestObject& manifest : manifests.objects) ordered.push_back(&manifest);
  std::ranges::stable_sort(ordered, std::ranges::greater{},
                           [](const ManifestObject* manifest) { return manifest->resource->name == "namespaces"; });
  std::vector<api::Problem> problems;
  constexpr unsigned first_error = 300;
  for (const ManifestObject* manifest : ordered) {
    const std::string name_space = namespace_of(*manifest);
    if (!name_space.empty()) create_missing_namespace(session, name_space);
    const Response response = post(session, collection_of(*manifest->resource, name_space), manifest->object);
    if (response.status < first_error) continue;
    problems.push_back({manifest->file, manifest->mark, "", json::parse(response.body).value("message", "refused")});
  }
  return problems;
}

}  // namespace podreel::serve
