#include "tools/server/pod_requests.hpp"

#include <fmt/format.h>
#include <variant>

#include "engine/apiserver/pod_patch.hpp"
#include "engine/apiserver/strategic_merge.hpp"
#include "engine/manifests/generated_name.hpp"
#include "engine/sim/random.hpp"
#include "engine/types/validate.hpp"
#include "tools/server/request_body.hpp"
#include "tools/server/status_error.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

constexpr std::size_t most_pods = 5'000;

const LoggedObject& existing(LiveSimulation& simulation, const AskedObject& asked) {
  const LoggedObject* found = simulation.objects().find("pods", asked.key());
  if (found == nullptr) throw not_found("pods", asked.name);
  return *found;
}

void check_pod(const api::Tree& pod, const std::string& name, bool takes_unknown_fields) {
  std::vector<api::Problem> problems;
  std::vector<api::Problem> unknown;
  types::validate_pod(pod, "", "", problems, &unknown);
  if (!unknown.empty() && !takes_unknown_fields) {
    std::string message;
    for (const api::Problem& problem : unknown) {
      message += fmt::format("{}unknown field \"{}\"", message.empty() ? "" : ", ", problem.path);
    }
    throw bad_request("Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: " + message);
  }
  if (problems.empty()) return;
  std::vector<Cause> causes;
  for (const api::Problem& problem : problems) causes.push_back({problem.path, problem.message});
  throw invalid_pod(name, causes);
}

bool takes_unknown_fields(const Target& target) {
  const std::string validation = target.parameter("fieldValidation");
  return validation == "Ignore" || validation == "Warn";
}

/// Of the pod that a manifest asks for.
std::string name_of(LiveSimulation& simulation, json& metadata) {
  if (metadata.contains("name") && metadata["name"].is_string()) return metadata["name"];
  if (!metadata.contains("generateName") || !metadata["generateName"].is_string()) {
    throw StatusError{422, "Invalid",
                      "Pod \"\" is invalid: metadata.name: Required value: name or generateName is required"};
  }
  const std::string prefix = metadata["generateName"];
  constexpr std::size_t letters = 5;
  std::uint64_t names = 1;
  for (std::size_t letter = 0; letter < letters; ++letter) names *= manifests::name_letters;
  const std::uint64_t number = sim::hash_name(prefix + std::to_string(simulation.objects().version())) % names;
  metadata["name"] = manifests::generated_name(prefix, manifests::generated_letters(number, letters));
  return metadata["name"];
}

/// The parts of a pod that a user's update can be about.
json changeable(const json& pod) {
  json metadata = json::object();
  for (const char* field : {"name", "namespace", "labels", "annotations", "finalizers", "ownerReferences"}) {
    if (pod.contains("metadata") && pod["metadata"].contains(field)) metadata[field] = pod["metadata"][field];
  }
  return {
      {"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", pod.value("spec", json{})}};
}

/// As the content type says.
json patched_object(const Request& request, const json& before, const std::string& name) {
  const std::string type = media_type(request);
  const json patch = api::to_json(body_of(request));
  if (type == "application/json-patch+json") {
    try {
      return before.patch(patch);
    } catch (const json::exception& error) {
      throw StatusError{
          422, "Invalid",
          fmt::format("the server rejected our request due to an error in our request: {}", error.what())};
    }
  }
  if (type == "application/merge-patch+json") {
    json after = before;
    after.merge_patch(patch);
    return after;
  }
  if (type != "application/strategic-merge-patch+json") {
    throw unsupported_media_type(
        "application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json");
  }
  auto merged = apiserver::strategic_merge(before, patch);
  if (const auto* error = std::get_if<apiserver::PatchError>(&merged)) {
    throw invalid_pod(name, {{error->path, error->message}});
  }
  return std::get<json>(std::move(merged));
}

/// In place of what is there, as a strategic merge patch.
json replacing(json pod) {
  json patch;
  for (const char* part : {"metadata", "spec"}) {
    patch[part] = std::move(pod[part]);
    patch[part]["$patch"] = "replace";
  }
  return patch;
}

/// "spec: Forbidden: pod updates may not …" is about a field.
Cause cause_of(const std::string& message) {
  const std::size_t colon = message.find(": ");
  return colon == std::string::npos ? Cause{"", message} : Cause{message.substr(0, colon), message.substr(colon + 2)};
}

void add_ephemeral_containers(LiveSimulation& simulation, const json& before, const json& after,
                              const AskedObject& asked) {
  const json known = before["spec"].value("ephemeralContainers", json::array());
  for (const json& container : after["spec"].value("ephemeralContainers", json::array())) {
    const bool is_known = std::ranges::any_of(
        known, [&container](const json& other) { return other["name"] == container.value("name", json{}); });
    if (is_known) continue;
    std::vector<api::Problem> problems;
    types::validate_container(api::to_tree(container), "", "spec.ephemeralContainers", problems);
    if (!problems.empty()) throw invalid_pod(asked.name, {{problems.front().path, problems.front().message}});
    simulation.node().api_server().add_ephemeral_container(asked.key(), container);
  }
}

/// metav1.DeleteOptions; nothing are none.
json options_of(const json& body) {
  if (body.is_null()) return json::object();
  const bool is_fit = body.is_object() && body.value("preconditions", json::object()).is_object() &&
                      body.value("dryRun", json::array()).is_array() &&
                      body.value("gracePeriodSeconds", json(0)).is_number_integer();
  if (!is_fit) throw bad_request("the body of the request is no DeleteOptions");
  return body;
}

std::optional<std::int64_t> grace_of(const json& options, const Target& target) {
  const auto grace = options.find("gracePeriodSeconds");
  if (grace != options.end() && grace->is_number_integer()) return grace->get<std::int64_t>();
  const std::string text = target.parameter("gracePeriodSeconds");
  if (text.empty()) return std::nullopt;
  const api::LoadedFile number = api::load_documents(text, "gracePeriodSeconds.json");
  if (!number.problems.empty() || number.documents.front().kind != api::Tree::Kind::integer) {
    throw bad_request(fmt::format("gracePeriodSeconds: found \"{}\", accepted: an integer", text));
  }
  return api::to_json(number.documents.front()).get<std::int64_t>();
}

void check_preconditions(const json& options, const json& pod, const AskedObject& asked) {
  const auto wanted = options.find("preconditions");
  if (wanted == options.end() || !wanted->is_object()) return;
  for (const auto& [field, text] : {std::pair{"uid", "UID"}, std::pair{"resourceVersion", "ResourceVersion"}}) {
    if (!wanted->contains(field) || (*wanted)[field] == pod["metadata"][field]) continue;
    throw conflict("pods", asked.name,
                   fmt::format("Precondition failed: {} in precondition: {}, {} in object meta: {}", text,
                               (*wanted)[field].dump(), text, pod["metadata"][field].dump()));
  }
}

}  // namespace

Response create_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                    const AskedObject& asked) {
  const api::Tree body = body_of(request);
  json pod = api::to_json(body);
  if (!pod.is_object() || !pod.contains("metadata") || !pod["metadata"].is_object()) {
    throw bad_request("the body of the request is no Pod");
  }
  if (simulation.objects().find("namespaces", asked.name_space) == nullptr) {
    throw not_found("namespaces", asked.name_space);
  }
  json& metadata = pod["metadata"];
  const std::string space =
      metadata.contains("namespace") ? metadata["namespace"].get<std::string>() : asked.name_space;
  if (space != asked.name_space) {
    throw bad_request(
        fmt::format("the namespace of the provided object does not match the namespace sent on the request"));
  }
  metadata["namespace"] = space;
  const std::string name = name_of(simulation, metadata);
  for (const char* field : {"uid", "creationTimestamp", "resourceVersion", "generation"}) metadata.erase(field);
  pod.erase("status");
  check_pod(api::to_tree(pod), name, takes_unknown_fields(target));
  const std::string key = space + '/' + name;
  if (simulation.objects().find("pods", key) != nullptr) throw already_exists("pods", name);
  if (simulation.objects().all("pods").size() >= most_pods) {
    throw StatusError{429, "TooManyRequests",
                      fmt::format("there are {} pods already, the most that are simulated", most_pods)};
  }
  if (target.parameter("dryRun") == "All") return json_response(pod, 201);
  simulation.node().api_server().create(key, std::make_shared<const json>(std::move(pod)));
  const LoggedObject* created = simulation.objects().find("pods", key);
  if (created == nullptr) throw StatusError{500, "InternalError", "the pod was not created"};
  return json_response(*created->json, 201);
}

Response delete_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                    const AskedObject& asked) {
  const LoggedObject before = existing(simulation, asked);
  const json options = options_of(api::to_json(body_of(request)));
  check_preconditions(options, *before.json, asked);
  const std::optional<std::int64_t> grace = grace_of(options, target);
  const bool is_dry = target.parameter("dryRun") == "All" || !options.value("dryRun", json::array()).empty();
  if (!is_dry) simulation.node().api_server().request_deletion(asked.key(), grace);
  const LoggedObject* after = simulation.objects().find("pods", asked.key());
  return json_response(after != nullptr ? *after->json : *before.json);
}

Response patch_pod(LiveSimulation& simulation, const Request& request, const Target& target, const AskedObject& asked) {
  const json before = *existing(simulation, asked).json;
  const json after = patched_object(request, before, asked.name);
  if (!after.is_object() || !after.contains("metadata") || !after["metadata"].is_object()) {
    throw bad_request("the patch leaves no Pod");
  }
  const json& metadata = after["metadata"];
  if (metadata.value("resourceVersion", json{}) != before["metadata"]["resourceVersion"]) {
    throw conflict("pods", asked.name,
                   "the object has been modified; please apply your changes to the latest version and try again");
  }
  json wanted = changeable(after);
  check_pod(api::to_tree(wanted), asked.name, takes_unknown_fields(target));
  if (asked.subresource == "ephemeralcontainers") {
    add_ephemeral_containers(simulation, before, after, asked);
  } else {
    const language::NodeSettings& node = simulation.scenario().node;
    const apiserver::StoredSpecs specs{language::api_server_release(node), node.kubelet.feature_gates};
    const json patch = replacing(std::move(wanted));
    auto result = apiserver::patched(changeable(before), patch, specs, false);
    if (const auto* refusal = std::get_if<apiserver::PatchRefusal>(&result)) {
      std::vector<Cause> causes;
      for (const std::string& message : refusal->messages) causes.push_back(cause_of(message));
      throw invalid_pod(asked.name, causes);
    }
    const bool changes = changeable(before) != std::get<json>(result);
    if (changes && target.parameter("dryRun") != "All") {
      simulation.node().api_server().patch(asked.key(), patch, false);
    }
  }
  const LoggedObject* stored = simulation.objects().find("pods", asked.key());
  return json_response(stored != nullptr ? *stored->json : after);
}

Response evict_pod(LiveSimulation& simulation, const Request& request, const AskedObject& asked) {
  const LoggedObject before = existing(simulation, asked);
  const json body = api::to_json(body_of(request));
  const json options = options_of(body.is_object() ? body.value("deleteOptions", json::object()) : json{});
  check_preconditions(options, *before.json, asked);
  simulation.node().api_server().request_deletion(asked.key(), grace_of(options, {}));
  return json_response(success(), 201);
}

}  // namespace podreel::server
