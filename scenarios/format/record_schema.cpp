#include "scenarios/format/record_schema.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/event_reasons.hpp"
#include "scenarios/format/runtime_calls.hpp"
#include "scenarios/format/schema.hpp"

namespace podreel::format {

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

/// A text that usually has one of these values.
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
    return Json{{"description", "A step of an explanation. It may have further values: seconds, ids, images."},
                {"type", "object"},
                {"properties",
                 {{"subject", described("The container; missing for the whole pod.", {{"type", "string"}})},
                  {"found", described("The fact that was found.", {{"type", "string"}})},
                  {"rule", described("The name of the rule that applied.", {{"type", "string"}})},
                  {"says", described("The text of that rule.", {{"type", "string"}})},
                  {"effect", described("The consequence.", {{"type", "string"}})},
                  {"sentence", described("The whole step as a sentence.", {{"type", "string"}})},
                  {"times", described("Times by name, in seconds as `t`.",
                                      {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}})}}},
                {"required", {"rule", "says", "sentence"}}};
  });
  return {"explanation", described(description, {{"type", "array"}, {"items", step}})};
}

void add_kind(Definitions& definitions, Json& kinds, const std::string& kind, std::string_view description,
              std::initializer_list<Field> fields) {
  Json properties{{"t", described("Seconds since the start of the scenario; for a runtime call, of its beginning.",
                                  {{"type", "number"}})},
                  {"kind", described("The kind of the record.", {{"const", kind}})},
                  {"pod", described("namespace/name; missing if the record has no pod.", {{"type", "string"}})}};
  Json names = Json::array({"t", "kind"});
  for (const Field& field : fields) {
    properties[field.name] = field.schema;
    if (field.required) names.push_back(field.name);
  }
  properties["run"] = described("The run of the record, if there are several.", {{"type", "string"}});
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
  add_kind(definitions, kinds, "runtime", "A runtime call, recorded when it has returned.",
           {call_name(), text_field("container", "The container's name."),
            integer_field("attempt", "The container's attempt."), text_field("sandbox", "The sandbox's id."),
            integer_field("sandbox_attempt", "The sandbox's attempt."), text_field("id", "The container's id."),
            text_field("image", "The image."),
            text_field("hash", "For CreateContainer: the hash that is stored with the container, in hexadecimal."),
            integer_field("timeout", "Timeout of StopContainer or ExecSync in seconds."),
            integer_field("exitCode", "Exit code of a command."), text_field("error", "Error of a failed call."),
            text_field("command", "The command of an ExecSync, words joined by spaces."),
            integer_field("cpuQuota", "For a resize: microseconds of CPU per 100 ms."),
            integer_field("cpuShares", "For a resize: CPU shares, 1024 per CPU."),
            integer_field("memory", "For a resize: memory limit in bytes."),
            required_field(number_field("dur_ms", "Duration in milliseconds."))});
}

void add_environment(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "environment", "An event in the kubelet's environment.",
           {required_field(word_field(
                "what", "The event.",
                {{"container_exit", "A container's process has exited."},
                 {"sandbox_died", "A sandbox has died."},
                 {"container_removed", "A container was removed from the runtime."},
                 {"runtime_status", "The runtime's conditions (RuntimeReady, NetworkReady) have changed."},
                 {"process_killed", "The kernel has killed a process of a container, but not its main process."},
                 {"runtime_stop", "The runtime's process has stopped."},
                 {"runtime_start", "The runtime's process has started again."},
                 {"runtime_hang", "The runtime no longer responds."},
                 {"runtime_unhang", "The runtime responds again."},
                 {"node_down", "The node is down."},
                 {"node_booted", "The node has booted."},
                 {"volume_mounted", "A volume with scripted delays or failures was mounted."},
                 {"volume_updated", "The files of a volume were updated from its ConfigMap or Secret."},
                 {"volume_unmounted", "A volume with scripted delays or failures was unmounted."},
                 {"volume_unmount_failed", "A volume could not be unmounted; `why` has the error."},
                 {"actionWithoutTarget", "A step of the scenario had no target; `why` names the step."}})),
            text_field("container", "The container's name."), integer_field("attempt", "Its attempt."),
            text_field("sandbox", "The sandbox's id."), text_field("id", "The container's id."),
            integer_field("exitCode", "Exit code of the container."),
            word_field("why", "The cause.",
                       {{"script", "Its scripted run was over."},
                        {"SIGTERM", "It exited after SIGTERM."},
                        {"SIGKILL", "It was killed after its grace period."},
                        {"StopPodSandbox", "Its sandbox was stopped."},
                        {"sandbox_died", "Its sandbox died."},
                        {"runtime_stop", "The runtime stopped."},
                        {"oom_kill", "The kernel killed it because no memory was left."},
                        {"action", "A step of the scenario stopped it."}}),
            number_field("for_s", "For runtime_hang and runtime_stop: duration in seconds."),
            text_field("volume", "The volume's name in the pod's spec.")});
}

void add_kubelet_inside(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "pleg", "A change of a container or sandbox that a relist or a runtime event reported.",
           {required_field(text_field("id", "Id of the container or sandbox.")),
            required_field(text_field("old", "Its previous state.")),
            required_field(text_field("new", "Its new state: running, exited, unknown, non-existent."))});
  add_kind(definitions, kinds, "loop", "An event of the kubelet's sync loop.",
           {required_field(word_field("op", "The event.",
                                      {{"ADD", "A pod was added to this node."},
                                       {"UPDATE", "A pod's spec, labels or annotations have changed."},
                                       {"RECONCILE", "A pod's status has changed in the API."},
                                       {"DELETE", "A pod has a deletion timestamp."},
                                       {"REMOVE", "A pod was removed from the API or the manifest folder."},
                                       {"PLEG", "The runtime's view of a pod has changed."},
                                       {"PROBE", "A probe's result has changed."}}))});
  add_kind(
      definitions, kinds, "sync", "A pod worker's sync begins or ends.",
      {required_field(word_field(
           "op", "Which.",
           {{"enter", "SyncPod begins."},
            {"exit", "SyncPod ends."},
            {"terminating-enter", "SyncTerminatingPod begins."},
            {"terminating-exit", "SyncTerminatingPod ends."},
            {"terminated-enter", "SyncTerminatedPod begins."},
            {"terminated-exit", "SyncTerminatedPod ends."},
            {"terminating-runtime-enter", "SyncTerminatingRuntimePod begins: only the runtime knows the pod."},
            {"terminating-runtime-exit", "SyncTerminatingRuntimePod ends."}})),
       truth_field("terminal", "For exit: whether the pod is terminal."), text_field("error", "Error of the sync."),
       explanation_field(definitions, "With --explain: triggers, decisions and reasons.")});
  add_kind(definitions, kinds, "probe", "The result of a probe.",
           {required_field(text_field("probe", "Liveness, Readiness or Startup.")),
            required_field(text_field("container", "The container's name.")),
            required_field(text_field("result", "success, failure or unknown.")),
            text_field("output", "The output of a failed probe.")});
}

void add_events(Definitions& definitions, Json& kinds) {
  const Json reasons = definitions.reference(
      "eventReason", [] { return word_field("reason", "The reason of an event.", event_reason_meanings()).schema; });
  const auto reason = [&] { return Field{"reason", described("The reason, one word.", reasons), true}; };
  const auto type = [] { return required_field(text_field("type", "Normal or Warning.")); };
  const auto message = [] {
    return required_field(text_field("message", "The message that `kubectl describe` shows."));
  };
  add_kind(definitions, kinds, "event", "An event, as the kubelet passes it to its recorder.",
           {type(), reason(), message(), text_field("fieldPath", "The part of the pod: \"spec.containers{app}\"."),
            required_field(text_field("obj", "The kind of its object.")),
            text_field("component", "The component, if it is not the kubelet.")});
  Field field_path{"fieldPath", described("The part of the pod.", {{"type", Json::array({"string", "null"})}}), true};
  add_kind(definitions, kinds, "eventWrite", "An event in the API server, after aggregation.",
           {required_field(text_field("op", "create, or patch for a repeated event.")), type(), reason(), message(),
            std::move(field_path), required_field(integer_field("count", "The count of the event.")),
            text_field("component", "The component, if it is not the kubelet.")});
}

void add_api(Definitions& definitions, Json& kinds) {
  add_kind(
      definitions, kinds, "status", "A pod's status that the kubelet writes; fields as in v1.PodStatus.",
      {required_field(text_field("phase", "Pending, Running, Succeeded, Failed or Unknown.")),
       required_field(object_field("conditions", "By type: \"True\", or with a reason \"False:ContainersNotReady\".")),
       object_field("conditionMessages", "By type, if there is one."), list_field("containers", "containerStatuses."),
       list_field("initContainers", "initContainerStatuses."),
       list_field("ephemeralContainers", "ephemeralContainerStatuses."),
       text_field("reason", "The reason of the pod's status."),
       text_field("message", "The message of the pod's status."), text_field("podIP", "The pod's address."),
       text_field("startTime", "The time at which the kubelet acknowledged the pod."),
       text_field("deletionTimestamp", "The pod's deletion timestamp."),
       text_field("resize", "The state of a resize, up to 1.32."),
       object_field("resources", "Resources of the whole pod."),
       object_field("allocatedResources", "Allocated resources of the whole pod."),
       integer_field("observedGeneration", "The generation of the pod that the status describes."),
       explanation_field(definitions, "With --explain: the changes, and the waiting time.")});
  add_kind(definitions, kinds, "api", "A request of another client, or an event of the API server.",
           {required_field(word_field(
                "op", "What.",
                {{"pod_created", "A pod is created."},
                 {"pod_settled", "A pod exists from before the scenario."},
                 {"pod_delete_requested",
                  "A pod gets a deletion timestamp; `grace` is in seconds. `detail` names finalizers that keep it."},
                 {"pod_removed", "A pod is removed."},
                 {"set_image", "A container's image is changed."},
                 {"label", "A pod's labels are changed."},
                 {"patch", "A pod is patched."},
                 {"patch_status", "A client other than the kubelet patches a pod's status."},
                 {"resize", "A pod is resized in place."},
                 {"add_ephemeral", "A pod gets an ephemeral container."},
                 {"set_image_refused", "The API server rejects the new image; `detail` has the reason."},
                 {"label_refused", "The API server rejects the labels; `detail` has the reason."},
                 {"patch_refused", "The API server rejects the patch; `detail` has the reason."},
                 {"resize_refused", "The API server rejects the resize; `detail` has the reason."},
                 {"add_ephemeral_refused", "The API server rejects the ephemeral container; `detail` has the reason."},
                 {"defaults_upgraded", "A new API server sets further defaults of a pod."},
                 {"static_pod_added", "A manifest is added to the kubelet's folder."},
                 {"static_pod_updated", "A manifest is changed."},
                 {"static_pod_removed", "A manifest is removed."},
                 {"down", "The API server no longer responds."},
                 {"up", "The API server responds again."},
                 {"request_failed", "A request failed because the API server is down; `detail` names it."},
                 {"update_panicked", "The API server panics at an update; `detail` has the panic."},
                 {"create_failed_pod_exists", "A pod with that name exists already."},
                 {"delete_failed_no_pod", "No pod with that name exists to delete."},
                 {"modify_failed_no_pod", "No pod with that name exists to change."}})),
            text_field("detail", "Details: the reason of a rejection, the manifest, or the request."),
            text_field("container", "The container's name."), text_field("image", "The new image."),
            integer_field("grace", "Grace period of a deletion in seconds.")});
}

void add_node(Definitions& definitions, Json& kinds) {
  add_kind(definitions, kinds, "kubelet", "The kubelet's process starts or stops.",
           {required_field(text_field("what", "start or stop.")), text_field("version", "For start: its release."),
            text_field("signal", "For stop: terminated or killed.")});
  add_kind(
      definitions, kinds, "node", "A node status or log message of the kubelet.",
      {text_field("what", "The log message: \"Skipping pod synchronization\"."), text_field("message", "The reason."),
       text_field("ready", "The condition Ready, as \"Status:Reason:message\".")});
}

}  // namespace

nlohmann::ordered_json record_schema() {
  return schema_document("record", "record of a podreel timeline, v1alpha1", [](Definitions& definitions) {
    Json kinds = Json::array();
    add_runtime(definitions, kinds);
    add_environment(definitions, kinds);
    add_kubelet_inside(definitions, kinds);
    add_events(definitions, kinds);
    add_api(definitions, kinds);
    add_node(definitions, kinds);
    return Json{{"oneOf", std::move(kinds)}};
  });
}

}  // namespace podreel::format
