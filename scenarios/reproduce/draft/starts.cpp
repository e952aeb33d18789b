// Explains what keeps containers from starting.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

/// Errors of a container's start: events "Failed", its state, lines of a log.
std::vector<std::string> errors_of(const SeenPod& pod, const std::string& container) {
  std::vector<std::string> errors;
  for (const SeenEvent* event : events_of(pod, "Failed", container)) {
    constexpr std::string_view before = "Error: ";
    if (event->message.starts_with(before)) errors.push_back(event->message.substr(before.size()));
  }
  const SeenContainer* const seen = pod.find(container);
  if (seen != nullptr && seen->waiting_reason.starts_with("Create") && !seen->waiting_message.empty()) {
    errors.push_back(seen->waiting_message);
  }
  for (const SeenError& error : pod.errors) {
    const bool is_call =
        error.reason.empty() && (error.action == "CreateContainer" || error.action == "StartContainer");
    const bool is_about_start = is_call || error.reason.starts_with("Create") || error.reason.starts_with("Run");
    if (is_about_start && error.container == container) errors.push_back(error.message);
  }
  return errors;
}

/// Error of a container whose state alone shows that it cannot be created or started; empty for others.
std::string unshown_error(const SeenPod& pod, const std::string& container, Draft& draft) {
  for (const char* reason : {"CreateContainerError", "RunContainerError"}) {
    if (!waits_for(pod, container, reason)) continue;
    draft.assume(fmt::format("an error of the runtime about {}, which the input does not show", container));
    return "an error of the runtime";
  }
  return {};
}

/// Time before the paste at which the container started after all; no value if it did not.
std::optional<sim::Duration> overcome(const SeenPod& pod, const std::string& container) {
  const auto started = events_of(pod, "Started", container);
  if (!started.empty() && started.back()->first) return started.back()->first->middle();
  // Failed syncs are repeated every 10 to 15 s, mounts at least about every two minutes.
  constexpr sim::Duration max_pause = 5min;
  const auto failed = events_of(pod, "Failed", container);
  if (failed.empty() || !failed.back()->last || failed.back()->last->minimum < max_pause) return std::nullopt;
  return failed.back()->last->minimum - 8s;
}

/// A ConfigMap or Secret that is missing according to a text, or that lacks a key.
struct Missing {
  bool is_secret = false;
  std::string name;
  /// Empty if the whole object is missing.
  std::string key;
};

std::string word_at(std::string_view text, std::size_t at) {
  text.remove_prefix(std::min(at, text.size()));
  return std::string{text.substr(0, text.find_first_of(" \",\n"))};
}

std::optional<Missing> missing_key(std::string_view error) {
  constexpr std::string_view begins = "couldn't find key ";
  const std::size_t at = error.find(begins);
  if (at == std::string_view::npos) return std::nullopt;
  Missing missing{.is_secret = error.find(" in Secret ", at) != std::string_view::npos, .name = {}, .key = {}};
  missing.key = word_at(error, at + begins.size());
  const std::size_t slash = error.find('/', at + begins.size() + missing.key.size());
  if (slash == std::string_view::npos) return std::nullopt;
  missing.name = word_at(error, slash + 1);
  return missing.name.empty() || missing.key.empty() ? std::nullopt : std::optional{missing};
}

std::optional<Missing> missing_object(std::string_view error) {
  if (auto missing = missing_key(error)) return missing;
  for (const std::string_view kind : {"secret", "configmap"}) {
    const std::size_t at = error.find(kind);
    if (at == std::string_view::npos || error.find("not found", at) == std::string_view::npos) continue;
    Missing missing{.is_secret = kind == "secret", .name = quoted_after(error.substr(at), kind), .key = {}};
    if (!missing.name.empty()) return missing;
  }
  return std::nullopt;
}

Json config_step(const SeenPod& pod, const Missing& missing, bool add) {
  const bool is_elsewhere = !pod.name_space.empty() && pod.name_space != "default";
  Json what{{"name", is_elsewhere ? pod.name_space + "/" + missing.name : missing.name}};
  if (add) what["data"] = missing.key.empty() ? Json{{"key", "value"}} : Json{{missing.key, "value"}};
  const std::string verb = add ? "add" : "remove";
  return {{verb + (missing.is_secret ? "Secret" : "ConfigMap"), std::move(what)}};
}

/// Lets the object be missing from the start, or lack the key.
void prepare_missing(const SeenPod& pod, const Missing& missing, Draft& draft) {
  Json step = config_step(pod, missing, !missing.key.empty());
  if (!missing.key.empty()) step.begin().value()["data"] = Json::object();
  draft.plan.preparations.push_back(std::move(step));
}

void come_later(const SeenPod& pod, const Missing& missing, std::optional<sim::Duration> before_paste, Draft& draft) {
  if (!before_paste) return;
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({*before_paste, config_step(pod, missing, true)});
  const double value = format::in_seconds(*before_paste) + 5;
  draft.open("comes before the paste", value, value - 5, value + 120,
             [index](Plan& plan, double at) { plan.steps[index].before_paste = seconds(at); });
}

void refer_to(const Missing& missing, Json& container) {
  const char* const list = missing.is_secret ? "secretRef" : "configMapRef";
  const char* const one = missing.is_secret ? "secretKeyRef" : "configMapKeyRef";
  for (const char* field : {"env", "envFrom"}) {
    if (container.contains(field) && container[field].dump().find('"' + missing.name + '"') != std::string::npos)
      return;
  }
  if (missing.key.empty()) {
    container["envFrom"].push_back({{list, {{"name", missing.name}}}});
  } else {
    container["env"].push_back(
        {{"name", "VALUE"}, {"valueFrom", {{one, {{"name", missing.name}, {"key", missing.key}}}}}});
  }
}

bool is_about_pulling(std::string_view error) {
  constexpr std::array<std::string_view, 6> words{"ErrImagePull",     "ImagePullBackOff",  "ErrImageNeverPull",
                                                  "InvalidImageName", "ImageInspectError", "CrashLoopBackOff"};
  return std::ranges::any_of(words, [error](std::string_view word) { return error.starts_with(word); });
}

bool is_root_problem(std::string_view error) {
  return error.find("runAsNonRoot") != std::string_view::npos;
}

/// Time at which the volume was mounted. Mounts are retried after twice as long each time, at most about two minutes; a
/// mount without a further retry succeeded.
std::optional<sim::Duration> mounted_since(const SeenEvent& event) {
  constexpr sim::Duration max_pause = 150s;
  if (!event.last || !event.first || !event.message.starts_with("MountVolume.SetUp")) return std::nullopt;
  const sim::Duration span = event.first->middle() - event.last->middle();
  const sim::Duration next = std::min<sim::Duration>(max_pause, 2 * span + 15s);
  if (event.count < 2 || event.last->minimum <= next) return std::nullopt;
  return event.last->minimum - 500ms;
}

/// A kubelet waits two minutes for most calls by default.
void open_time_of_call(std::size_t call, Draft& draft) {
  draft.open(fmt::format("a {} takes", draft.plan.calls[call].call), 120, 0, 300,
             [call](Plan& plan, double value) { plan.calls[call].takes = seconds(value); });
}

/// Lets a ConfigMap be missing if the state alone shows that the container cannot be configured.
void miss_any_config(const SeenPod& pod, ContainerPlan& container, Draft& draft) {
  const Missing missing{.is_secret = false, .name = "settings", .key = {}};
  refer_to(missing, container.spec);
  prepare_missing(pod, missing, draft);
  draft.assume("a ConfigMap that is missing; the input does not show what is wrong");
  draft.explain(Cause::missing_config, fmt::format("the kubelet cannot configure {}: a ConfigMap, Secret, key, path or "
                                                   "user is wrong",
                                                   container.name));
}

}  // namespace

void explain_missing_config(const SeenPod& pod, Draft& draft) {
  for (ContainerPlan& container : draft.plan.containers) {
    const std::vector<std::string> errors = errors_of(pod, container.name);
    if (errors.empty() && waits_for(pod, container.name, "CreateContainerConfigError")) {
      miss_any_config(pod, container, draft);
    }
    for (const std::string& error : errors) {
      if (is_root_problem(error)) {
        container.spec["securityContext"]["runAsNonRoot"] = true;
        draft.plan.images[container.spec["image"]].present = true;
        draft.explain(Cause::root_user, "the image runs as root, which runAsNonRoot forbids");
        break;
      }
      const std::optional<Missing> missing = missing_object(error);
      if (!missing) continue;
      refer_to(*missing, container.spec);
      prepare_missing(pod, *missing, draft);
      come_later(pod, *missing, overcome(pod, container.name), draft);
      draft.explain(Cause::missing_config,
                    fmt::format("{} {} {}", missing->is_secret ? "the Secret" : "the ConfigMap", missing->name,
                                missing->key.empty() ? "is missing" : "has no key " + missing->key));
      break;
    }
  }
}

void explain_failed_starts(const SeenPod& pod, Draft& draft) {
  for (const ContainerPlan& container : draft.plan.containers) {
    std::vector<std::string> errors = errors_of(pod, container.name);
    if (errors.empty()) errors.push_back(unshown_error(pod, container.name, draft));
    if (errors.front().empty()) continue;
    for (const std::string& error : errors) {
      if (is_about_pulling(error) || missing_object(error) || is_root_problem(error)) continue;
      const bool is_created =
          times_of(pod, "Created", container.name) > 0 || waits_for(pod, container.name, "RunContainerError");
      CallPlan call{
          .call = is_created ? "StartContainer" : "CreateContainer", .container = container.name, .error = error};
      if (overcome(pod, container.name)) {
        call.fails = static_cast<std::uint32_t>(std::min<std::uint64_t>(times_of(pod, "Failed", container.name), 1000));
      }
      draft.explain(is_created ? Cause::start : Cause::create,
                    fmt::format("the runtime refuses {} of {}", call.call, container.name));
      draft.plan.calls.push_back(std::move(call));
      if (is_given_up(error)) open_time_of_call(draft.plan.calls.size() - 1, draft);
      break;
    }
  }
}

void explain_mounts(const SeenPod& pod, Draft& draft) {
  std::vector<std::string> known;
  for (const SeenEvent* event : events_of(pod, "FailedMount")) {
    const std::optional<Missing> missing = missing_object(event->message);
    const std::string volume = volume_of(event->message);
    if (!missing || volume.empty() || std::ranges::find(known, volume) != known.end()) continue;
    known.push_back(volume);
    if (!draft.plan.spec.contains("volumes") ||
        draft.plan.spec["volumes"].dump().find('"' + volume + '"') == std::string::npos) {
      const char* const kind = missing->is_secret ? "secret" : "configMap";
      draft.plan.spec["volumes"].push_back(
          {{"name", volume}, {kind, {{missing->is_secret ? "secretName" : "name", missing->name}}}});
      draft.plan.containers.back().spec["volumeMounts"].push_back({{"name", volume}, {"mountPath", "/" + volume}});
    }
    prepare_missing(pod, *missing, draft);
    std::optional<sim::Duration> until = mounted_since(*event);
    for (const ContainerPlan& container : draft.plan.containers) {
      if (!until) until = overcome(pod, container.name);
    }
    come_later(pod, *missing, until, draft);
    draft.explain(Cause::missing_config,
                  fmt::format("the volume {} cannot be mounted: the {} {} {}", volume,
                              missing->is_secret ? "Secret" : "ConfigMap", missing->name,
                              missing->key.empty() ? "is missing" : "has no key " + missing->key));
  }
}

bool names_missing_object(std::string_view message) {
  return missing_object(message).has_value();
}

void explain_network(const SeenPod& pod, Draft& draft) {
  const SeenEvent* const event = pod.event("NetworkNotReady");
  if (event == nullptr) return;
  Json status{{"networkReady", false}};
  const std::size_t at = event->message.find("message:");
  std::string message = at == std::string::npos ? "" : event->message.substr(at + 8);
  message.resize(std::min(message.size(), message.find(']')));
  if (!message.empty()) status["message"] = message;
  draft.plan.preparations.push_back({{"setRuntimeStatus", std::move(status)}});
  draft.plan.lead = 15s;
  draft.explain(Cause::network, "the node's network is not ready");
  if (times_of(pod, "Started") == 0 || !event->last) return;
  const std::size_t index = draft.plan.steps.size();
  draft.plan.steps.push_back({event->last->minimum, {{"setRuntimeStatus", {{"networkReady", true}}}}});
  draft.open("network is ready before the paste", format::in_seconds(event->last->minimum), 0,
             format::in_seconds(event->last->maximum),
             [index](Plan& plan, double at) { plan.steps[index].before_paste = seconds(at); });
}

}  // namespace podreel::reproduce
