#include "scenarios/batch/case_schema.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/batch/scripted_runtime.hpp"
#include "scenarios/format/schema.hpp"

namespace podreel::batch {

namespace {

using format::Definitions;
using format::Json;

struct CaseField {
  const char* name;
  std::string_view description;
  Json schema;
  bool required = false;
};

constexpr std::string_view seconds_since_1970 = "Time in seconds since 1970.";

/// Accepts null as well, by which recordings write absent values.
Json optional_of(const char* type) {
  return {{"type", Json::array({type, "null"})}};
}

Json optional_integer(std::int64_t minimum, std::int64_t maximum) {
  return {{"type", Json::array({"integer", "null"})}, {"minimum", minimum}, {"maximum", maximum}};
}

Json optional_count() {
  return optional_integer(0, std::numeric_limits<std::uint32_t>::max());
}

Json optional_small_integer() {
  return optional_integer(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
}

Json optional_list(Json items) {
  return {{"type", Json::array({"array", "null"})}, {"items", std::move(items)}};
}

Json optional_map(Json members) {
  return {{"type", Json::array({"object", "null"})}, {"additionalProperties", std::move(members)}};
}

Json words(const std::vector<std::string_view>& values) {
  return {{"enum", values}};
}

Json object_schema(std::string_view description, const std::vector<CaseField>& fields, bool has_more_fields = false) {
  Json schema{{"description", description}, {"type", "object"}};
  if (!has_more_fields) schema["additionalProperties"] = false;
  Json required = Json::array();
  for (const CaseField& field : fields) {
    Json& property = schema["properties"][field.name];
    property["description"] = field.description;
    property.update(field.schema);
    if (field.required) required.push_back(field.name);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

/// Accepts null in place of an object that is defined by itself.
Json optional_definition(Json reference) {
  return {{"anyOf", Json::array({std::move(reference), Json{{"type", "null"}}})}};
}

Json probe_results() {
  return optional_map(words({"success", "failure", "unknown"}));
}

Json sandbox_schema(Definitions& definitions) {
  return definitions.reference("caseSandbox", [] {
    return object_schema("A sandbox of the pod in the runtime.",
                         {{"id", "Id that the runtime gave it.", {{"type", "string"}}, true},
                          {"state", "State in the runtime.", words({"READY", "NOTREADY"}), true},
                          {"createdAt", seconds_since_1970, optional_of("integer")},
                          {"attempt", "Number of sandboxes of the pod before it.", optional_count()},
                          {"ip", "Address. Missing: the runtime reports no network.", optional_of("string")},
                          {"hostNetwork", "Whether it uses the network of the node.", optional_of("boolean")}});
  });
}

Json resources_schema(Definitions& definitions) {
  return definitions.reference("caseResources", [] {
    const Json quantities = optional_map({{"type", "string"}});
    return object_schema("Resources that the runtime applied to a container: quantities by the name of the resource.",
                         {{"requests", "Requests, for example {\"cpu\": \"250m\"}.", quantities},
                          {"limits", "Limits, for example {\"memory\": \"64Mi\"}.", quantities}});
  });
}

Json hash_schema() {
  Json word = words({"current", "stale"});
  word["description"] = "Equal to the hash of the kubelet that decides, or different from it.";
  return {{"anyOf", Json::array({std::move(word), Json{{"type", "integer"}, {"minimum", 0}}, Json{{"type", "null"}}})}};
}

Json container_schema(Definitions& definitions) {
  const Json applied = optional_definition(resources_schema(definitions));
  return definitions.reference("caseContainer", [&applied] {
    return object_schema(
        "An instance of a container in the runtime.",
        {{"id", "Id that the runtime gave it.", {{"type", "string"}}, true},
         {"name", "Name of the container in the pod's spec.", {{"type", "string"}}, true},
         {"state", "State in the runtime.", words({"created", "running", "exited", "unknown"}), true},
         {"exitCode", "Exit code of an instance that has exited.", optional_small_integer()},
         {"createdAt", seconds_since_1970, optional_of("integer")},
         {"startedAt", seconds_since_1970, optional_of("integer")},
         {"finishedAt", seconds_since_1970, optional_of("integer")},
         {"restartCount", "Number of instances of this container before it.", optional_small_integer()},
         {"reason", "Reason of its exit, for example OOMKilled.", optional_of("string")},
         {"message", "Message of its exit.", optional_of("string")},
         {"hash", "Hash stored with it. Missing: current.", hash_schema()},
         {"image", "Image from which it was created.", optional_of("string")},
         {"imageID", "Id of that image.", optional_of("string")},
         {"resources", "Resources that the runtime applied to it.", applied}});
  });
}

Json status_schema(Definitions& definitions) {
  const Json sandboxes = optional_list(sandbox_schema(definitions));
  const Json containers = optional_list(container_schema(definitions));
  return definitions.reference("caseStatus", [&] {
    return object_schema("The runtime's state of a pod.",
                         {{"ips", "Addresses of the pod.", optional_list({{"type", "string"}})},
                          {"sandboxes", "Sandboxes, newest first.", sandboxes},
                          {"containers", "Instances of containers, newest first.", containers}});
  });
}

Json fault_schema(Definitions& definitions) {
  return definitions.reference("caseFault", [] {
    const auto operations = faultable_operations();
    return object_schema(
        "A call of the runtime that fails.",
        {{"op", "The call.", words({operations.begin(), operations.end()}), true},
         {"match", "Part of the container's id or name, or of the image. Missing: any.", optional_of("string")},
         {"error", "Text of the error.", {{"type", "string"}}, true},
         {"times", "Number of calls that fail. Missing: 1.", optional_count()}});
  });
}

Json back_off_schema(Definitions& definitions) {
  return definitions.reference("caseBackOff", [] {
    return object_schema(
        "A container in back-off before the first step.",
        {{"container", "Name of the container in the pod's spec.", {{"type", "string"}}, true},
         {"seconds",
          "Duration of its back-off.",
          {{"type", "integer"}, {"minimum", 0}, {"maximum", std::numeric_limits<std::uint32_t>::max()}},
          true}});
  });
}

Json start_failure_schema(Definitions& definitions) {
  return definitions.reference("caseStartFailure", [] {
    return object_schema("An entry of the kubelet's reason cache: a container that did not start.",
                         {{"container", "Name of the container in the pod's spec.", {{"type", "string"}}, true},
                          {"error", "The error, for example CrashLoopBackOff.", {{"type", "string"}}, true},
                          {"message", "Details of the error.", optional_of("string")}});
  });
}

/// The fields of decide, sync and status. Each verb ignores those of the others.
std::vector<CaseField> situation_fields(Definitions& definitions) {
  const Json id{{"type", Json::array({"string", "integer", "null"})}};
  const Json texts = optional_list({{"type", "string"}});
  return {
      {"id", "Number or text that names the case. Missing: namespace and name of the pod.", id},
      {"note", "Remark for readers.", optional_of("string")},
      {"pod", "The v1.Pod, as the API prints it.", {{"type", "object"}}, true},
      {"status", "The runtime's state. Missing: derived from the pod's own status.",
       optional_definition(status_schema(definitions))},
      {"liveness", "For decide and sync: results of liveness probes by container id.", probe_results()},
      {"startup", "For all verbs: results of startup probes by container id.", probe_results()},
      {"readiness", "For status: results of readiness probes by container id.", probe_results()},
      {"step", "For sync: number of this SyncPod among those with this id, from 0.", optional_count()},
      {"steps", "For sync: number of SyncPods with this id. Missing: 1.", optional_count()},
      {"images", "For sync: images on the node before the first step.", texts},
      {"now", "For sync: the time of the SyncPod in seconds since 1970.", optional_of("integer")},
      {"inject", "For sync: calls of the runtime that fail.", optional_list(fault_schema(definitions))},
      {"podTerminationRequested", "For sync: whether the pod is being terminated.", optional_of("boolean")},
      {"backOffs", "For sync: back-offs before the first step.", optional_list(back_off_schema(definitions))},
      {"reasonCache", "For status: containers that did not start.", optional_list(start_failure_schema(definitions))},
      {"oldStatus", "For status: the v1.PodStatus that was reported before. Missing: the pod's own.",
       optional_of("object")},
      {"podIsTerminal", "For status: whether the kubelet has ended the pod.", optional_of("boolean")},
      {"nodeIPs", "For status: addresses of the node.", texts},
      {"name", "For hash --static: name in the output.", optional_of("string")},
      {"node", "For hash --static: name of the node of the static pod.", optional_of("string")},
      {"path", "For hash --static: path of the manifest on the node.", optional_of("string")},
      {"container", "For hash: ignored by the other verbs.", Json::object()},
  };
}

std::vector<CaseField> container_fields() {
  return {{"name", "Name in the output. Missing: file and line.", optional_of("string")},
          {"container", "The v1.Container, as the API server stores it.", {{"type", "object"}}, true}};
}

}  // namespace

nlohmann::ordered_json case_schema() {
  return format::schema_document("case", "line of a file of cases, v1alpha1", [](Definitions& definitions) {
    const std::vector<CaseField> fields = situation_fields(definitions);
    const Json situation = definitions.reference("podCase", [&fields] {
      return object_schema(
          "A pod and what a kubelet knows about it: for decide, sync, status and hash --static. "
          "Each verb ignores the fields of the others.",
          fields);
    });
    const Json hashed = definitions.reference("containerCase", [] {
      return object_schema("A container for hash. Other fields are ignored.", container_fields(), true);
    });
    return Json{{"anyOf", Json::array({situation, hashed})}};
  });
}

}  // namespace podreel::batch
