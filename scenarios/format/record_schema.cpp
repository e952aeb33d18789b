#include "scenarios/format/record_schema.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/event_reasons.hpp"
#include "scenarios/format/runtime_calls.hpp"
#include "scenarios/format/schema.hpp"

namespace podreel::language {

namespace {

struct Field {
  std::string name;
  Json schema;
  bool required = false;
};

Json described(std::string_view description, Json schema) {
  Json field{{"description", description}};
  field.update(schema);
  return field;
}

Field text_field(const char* name, std::string_view description) {
  return {name, described(description, {{"type", "string"}})};
}

Field number_field(const char* name, std::string_view description) {
  return {name, described(description, {{"type", "number"}})};
}

Field integer_field(const char* name, std::string_view description) {
  return {name, described(description, {{"type", "integer"}})};
}

Field truth_field(const char* name, std::string_view description) {
  return {name, described(description, {{"type", "boolean"}})};
}

Field object_field(const char* name, std::string_view description) {
  return {name, described(description, {{"type", "object"}})};
}

Field list_field(const char* name, std::string_view description) {
  return {name, described(description, {{"type", "array"}, {"items", {{"type", "object"}}}})};
}

Field required_field(Field field) {
  field.required = true;
  return field;
}

/// A text that is mostly one of these.
Field word_field(const char* name, std::string_view description, const std::vector<Meaning>& meanings) {
  Json alternatives = Json::array();
  for (const Meaning& meaning : meanings) {
    alternatives.push_back({{"const", meaning.name}, {"description", meaning.text}});
  }
  alternatives.push_back({{"description", "Others."}});
  return {name, described(description, {{"type", "string"}, {"anyOf", std::move(alternatives)}})};
}

Field explanation_field(Definitions& definitions, std::string_view description) {
  const Json step = definitions.reference("explainedStep", [] {
    return Json{{"description", "A step of an explanation. Besides these it may have figures: seconds, ids, images."},
                {"type", "object"},
                {"properties",
                 {{"subject", described("The container; left out of the pod as a whole.", {{"type", "string"}})},
                  {"found", described("What was found.", {{"type", "string"}})},
                  {"rule", described("The name of the rule that applied.", {{"type", "string"}})},
                  {"says", described("What that rule says.", {{"type", "string"}})},
                  {"effect", described("What followed.", {{"type", "string"}})},
                  {"sentence", described("All of that to read.", {{"type", "string"}})},
                  {"times", described("Instants by name, in seconds as `t`.",
                                      {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}})}}},
                {"required", {"rule", "says", "sentence"}}};
  });
  return {"explanation", described(description, {{"type", "array"}, {"items", step}})};
}

void add_kind(Definitions& definitions, Json& kinds, const std::string& kind, std::string_view description,
              std::initializer_list<Field> fields) {
  Json properties{{"t", described("Seconds since the start of the scenario; of a runtime call, when it began.",
                                  {{"type", "number"}})},
                  {"kind", described("What kind of record this is.", {{"const", kind}})},
                  {"pod", described("namespace/name; left out where no pod is concerned.", {{"type", "string"}})}};
  Json names = Json::array({"t", "kind"});
  for (const Field& field : fields) {
    properties[field.name] = field.schema;
    if (field.required) names.push_back(field.name);
  }
  properties["run"] = described("Which run this is a record of, where there are several.", {{"type", "string"}});
  kinds.push_back(definitions.reference(kind + "Record", [&] {
    return Json{{"description", description},
                {"type", "object"},
                {"additionalProperties", false},
                {"properties", properties},
                {"required", names}};
  }));
}

Field call_name() {
  Field op = required_field(text_field("op", "The CRI method."));
  op.schema["examples"] = runtime_calls();
  return op;
}

void add_runtime(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "runtime", "A runtime call, told when it has returned.",
           {call_name(), text_field("container", "The container's name."),
            integer_field("attempt", "The container's attempt."), text_field("sandbox", "The sandbox's id."),
            integer_field("sandbox_attempt", "The sandbox's attempt."), text_field("id", "The container's id."),
            text_field("image", "The image."),
            text_field("hash", "Of CreateContainer: the hash that is stored with the container, in hexadecimal."),
            integer_field("timeout", "Seconds given to StopContainer or ExecSync."),
            integer_field("exitCode", "What a command exited with."), text_field("error", "What a failed call said."),
            text_field("command", "The command of an ExecSync, its words joined by blanks."),
            integer_field("cpuQuota", "Of a resize: microseconds of CPU in each 100 ms."),
            integer_field("cpuShares", "Of a resize: the share of CPU, 1024 for one."),
            integer_field("memory", "Of a resize: bytes."),
            required_field(number_field("dur_ms", "How long it took, in milliseconds."))});
}

void add_world(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "environment", "What happens on the node without the kubelet.",
           {required_field(word_field(
                "what", "What happened.",
                {{"container_exit", "A container's process has ended."},
                 {"sandbox_died", "A sandbox is gone, as after a crash of the runtime."},
                 {"container_removed", "The runtime has forgotten a container."},
                 {"runtime_status", "The runtime says otherwise than before whether it and its network are ready."},
                 {"process_killed", "The kernel has killed one of a container's processes, and not the first."},
                 {"runtime_stop", "The runtime's own process has ended."},
                 {"runtime_start", "The runtime's own process is there again."},
                 {"runtime_hang", "The runtime no longer answers."},
                 {"runtime_unhang", "The runtime answers again."},
                 {"node_down", "The node is down: nothing runs on it."},
                 {"node_booted", "The node is up again."},
                 {"volume_mounted", "A volume is mounted that takes time or fails."},
                 {"volume_updated", "What a container reads in a volume is what its ConfigMap or Secret says now."},
                 {"volume_unmounted", "A volume is unmounted that takes time or fails."},
                 {"volume_unmount_failed", "A volume cannot be unmounted; `why` says what is told of it."},
                 {"actionWithoutTarget", "A step of the scenario found nothing to act on; `why` names the step."}})),
            text_field("container", "The container's name."), integer_field("attempt", "Its attempt."),
            text_field("sandbox", "The sandbox's id."), text_field("id", "The container's id."),
            integer_field("exitCode", "What the container exited with."),
            word_field("why", "What made it happen.",
                       {{"script", "It ran as long as the scenario says."},
                        {"SIGTERM", "It was asked to end, and did."},
                        {"SIGKILL", "It was killed when its time was over."},
                        {"StopPodSandbox", "It ended with its sandbox, which was stopped."},
                        {"sandbox_died", "It ended with its sandbox, which died."},
                        {"runtime_stop", "It ended with the runtime."},
                        {"oom_kill", "The kernel killed it for want of memory."},
                        {"action", "A step of the scenario ended it."}}),
            number_field("for_s", "Of runtime_hang and runtime_stop: for how many seconds."),
            text_field("volume", "The volume's name in the pod's spec.")});
}

void add_kubelet_inside(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "pleg",
           "A change of a container or sandbox that a relist, or the runtime's events, told.",
           {required_field(text_field("id", "Of the container or sandbox.")),
            required_field(text_field("old", "Its state before.")),
            required_field(text_field("new", "Its state now: running, exited, unknown, non-existent."))});
  add_kind(definitions, kinds, "loop", "What the kubelet's sync loop takes up.",
           {required_field(word_field("op", "What it is.",
                                      {{"ADD", "A pod came to this node."},
                                       {"UPDATE", "A pod's spec, labels or annotations have changed."},
                                       {"RECONCILE", "A pod's status is another one in the API."},
                                       {"DELETE", "A pod is to end: it has a deletion timestamp."},
                                       {"REMOVE", "A pod is gone from the API, or from the manifest folder."},
                                       {"PLEG", "The runtime's view of a pod has changed."},
                                       {"PROBE", "A probe has another result."}}))});
  add_kind(
      definitions, kinds, "sync", "A pod worker's sync begins or ends.",
      {required_field(word_field("op", "Which.",
                                 {{"enter", "SyncPod begins."},
                                  {"exit", "SyncPod is over."},
                                  {"terminating-enter", "The worker begins to end the pod's containers."},
                                  {"terminating-exit", "They have ended, or the attempt has failed."},
                                  {"terminated-enter", "The worker begins to clean up after the pod."},
                                  {"terminated-exit", "It has cleaned up."},
                                  {"terminating-runtime-enter", "It begins to end a pod that only the runtime knows."},
                                  {"terminating-runtime-exit", "That pod has ended."}})),
       truth_field("terminal", "Of exit: whether the pod has reached its end."),
       text_field("error", "What the sync failed with."),
       explanation_field(definitions, "With --explain: what led to it, what was decided and why.")});
  add_kind(definitions, kinds, "probe", "What a probe found.",
           {required_field(text_field("probe", "Liveness, Readiness or Startup.")),
            required_field(text_field("container", "The container's name.")),
            required_field(text_field("result", "success, failure or unknown.")),
            text_field("output", "What was answered, where it failed.")});
}

void add_events(Definitions& definitions, Json& kinds) {
  const Json reasons = definitions.reference(
      "eventReason", [] { return word_field("reason", "The reason of an event.", event_reason_meanings()).schema; });
  const auto reason = [&] { return Field{"reason", described("Why, in a word.", reasons), true}; };
  const auto type = [] { return required_field(text_field("type", "Normal or Warning.")); };
  const auto message = [] { return required_field(text_field("message", "What `kubectl describe` shows.")); };
  add_kind(definitions, kinds, "event", "An event, as the kubelet gives it to its recorder.",
           {type(), reason(), message(), text_field("fieldPath", "The part of the pod: \"spec.containers{app}\"."),
            required_field(text_field("obj", "The kind of object that it is about.")),
            text_field("component", "Who tells of it, if it is not the kubelet.")});
  Field field_path{"fieldPath", described("The part of the pod.", {{"type", Json::array({"string", "null"})}}), true};
  add_kind(definitions, kinds, "eventWrite", "An event that reaches the API server, once alike ones were put together.",
           {required_field(text_field("op", "create, or patch where the same was written before.")), type(), reason(),
            message(), std::move(field_path), required_field(integer_field("count", "How often it was seen.")),
            text_field("component", "Who tells of it, if it is not the kubelet.")});
}

void add_api(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "status", "A pod's status that the kubelet writes; fields as those of v1.PodStatus.",
           {required_field(text_field("phase", "Pending, Running, Succeeded, Failed or Unknown.")),
            required_field(
                object_field("conditions", "By type: \"True\", or with its reason \"False:ContainersNotReady\".")),
            object_field("conditionMessages", "By type, where there is one."),
            list_field("containers", "containerStatuses."), list_field("initContainers", "initContainerStatuses."),
            list_field("ephemeralContainers", "ephemeralContainerStatuses."),
            text_field("reason", "Why the pod as a whole is so."), text_field("message", "The same in a sentence."),
            text_field("podIP", "Its address."), text_field("startTime", "When the kubelet took it up."),
            text_field("deletionTimestamp", "Until when it is to be gone."),
            text_field("resize", "How far a resize is, up to 1.32."),
            object_field("resources", "What the pod has as a whole."),
            object_field("allocatedResources", "What it was admitted with as a whole."),
            integer_field("observedGeneration", "Of which generation of the pod this tells."),
            explanation_field(definitions, "With --explain: what of it has changed, and since when it waited.")});
  add_kind(
      definitions, kinds, "api", "What others ask of the API server, and what it does by itself.",
      {required_field(word_field("op", "What.",
                                 {{"pod_created", "A pod is created."},
                                  {"pod_settled", "A pod is there that has lived before the scenario begins."},
                                  {"pod_delete_requested", "A pod gets a deletion timestamp; `grace` are its seconds."},
                                  {"pod_removed", "A pod is gone."},
                                  {"set_image", "A container's image is changed."},
                                  {"label", "A pod's labels are changed."},
                                  {"patch", "A pod is patched."},
                                  {"patch_status", "A pod's status is patched by somebody else than the kubelet."},
                                  {"resize", "A pod's resources are changed in place."},
                                  {"add_ephemeral", "A pod gets an ephemeral container."},
                                  {"set_image_refused", "The API server refuses that; `detail` says why."},
                                  {"label_refused", "The same of labels."},
                                  {"patch_refused", "The same of a patch."},
                                  {"resize_refused", "The same of a resize."},
                                  {"add_ephemeral_refused", "The same of an ephemeral container."},
                                  {"defaults_upgraded", "Another API server fills in other defaults of a pod."},
                                  {"static_pod_added", "A manifest comes into the kubelet's folder."},
                                  {"static_pod_updated", "A manifest is changed."},
                                  {"static_pod_removed", "A manifest is removed."},
                                  {"down", "The API server no longer answers."},
                                  {"up", "It answers again."},
                                  {"request_failed", "A request found no API server; `detail` names it."},
                                  {"update_panicked", "The API server panics at an update; `detail` says how."},
                                  {"create_failed_pod_exists", "A pod of that name is there already."},
                                  {"delete_failed_no_pod", "There is no pod of that name to delete."},
                                  {"modify_failed_no_pod", "There is no pod of that name to change."}})),
       text_field("detail", "More about it: why it was refused, which manifest, which request."),
       text_field("container", "The container's name."), text_field("image", "The new image."),
       integer_field("grace", "Seconds, of a deletion.")});
}

void add_node(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "kubelet", "The kubelet's process starts or stops.",
           {required_field(text_field("what", "start or stop.")), text_field("version", "Of start: its release."),
            text_field("signal", "Of stop: terminated or killed.")});
  add_kind(definitions, kinds, "node", "What the kubelet says of the node, or logs.",
           {text_field("what", "What is logged: \"Skipping pod synchronization\"."), text_field("message", "Why."),
            text_field("ready", "The condition Ready, as \"Status:Reason:message\".")});
}

}  // namespace

nlohmann::ordered_json record_schema() {
  return schema_document("record", "record of a podreel timeline, v1alpha1", [](Definitions& definitions) {
    Json kinds = Json::array();
    add_runtime(definitions, kinds);
    add_world(definitions, kinds);
    add_kubelet_inside(definitions, kinds);
    add_events(definitions, kinds);
    add_api(definitions, kinds);
    add_node(definitions, kinds);
    return Json{{"oneOf", std::move(kinds)}};
  });
}

}  // namespace podreel::language
