#include "engine/trace/narration.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "engine/api/counted.hpp"
#include "engine/release/go_text.hpp"
#include "engine/trace/explanation_text.hpp"

namespace podreel::trace {

namespace {

/// Joins the parts that are not empty with commas.
std::string list(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

template <class Value>
std::string labelled(std::string_view label, const std::optional<Value>& value, std::string_view unit = "") {
  return value ? fmt::format("{} {}{}", label, *value, unit) : std::string{};
}

std::string words(std::string_view name) {
  std::string text{name};
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::vector<std::string> reasons_of(const Explanation& explanation) {
  return explanation == nullptr ? std::vector<std::string>{} : lines_of(*explanation);
}

Narration narrate(const RuntimeCall& call) {
  Narration narrated{.who = "runtime", .what = call.op, .mood = call.error ? Mood::bad : Mood::plain};
  if (call.container) narrated.what += " " + *call.container;
  const std::string attempt = labelled("attempt", call.attempt ? call.attempt : call.sandbox_attempt);
  const std::string took = call.dur > sim::Duration{} ? "took " + release::go_duration(call.dur) : std::string{};
  narrated.why =
      list({call.command.value_or(""), attempt, call.op == "CreateContainer" ? labelled("hash", call.hash) : "",
            call.op == "PullImage" ? call.image.value_or("") : "", labelled("timeout", call.timeout, "s"),
            labelled("shares", call.cpu_shares), labelled("quota", call.cpu_quota), labelled("memory", call.memory),
            took, labelled("exit code", call.exit_code), call.error.value_or("")});
  return narrated;
}

Narration narrate(const Environment& environment) {
  Narration narrated{.who = "node", .what = words(environment.what), .mood = Mood::outside};
  if (environment.what == "container_exit") {
    narrated.who = environment.container.value_or("");
    narrated.what = fmt::format("exits with {}", environment.exit_code.value_or(0));
    narrated.mood = environment.exit_code == 0 ? Mood::good : Mood::bad;
    narrated.why = environment.why == "script" ? "by itself" : environment.why.value_or("");
  } else if (environment.what == "actionWithoutTarget") {
    narrated.what = fmt::format("{} finds nothing", environment.why.value_or(""));
    narrated.why = environment.container.value_or("");
    narrated.mood = Mood::warning;
  } else {
    narrated.why = list({labelled("volume", environment.volume), environment.container.value_or(""),
                         environment.sandbox.value_or(""), environment.why.value_or(""),
                         environment.for_time ? "for " + release::go_duration(*environment.for_time) : ""});
  }
  return narrated;
}

Narration narrate(const Pleg& change) {
  return {.who = "PLEG",
          .what = fmt::format("{}: {}", change.id, change.new_state),
          .why = "was " + change.old_state,
          .mood = Mood::quiet,
          .is_detail = true};
}

Narration narrate(const Loop& loop) {
  return {.who = "sync loop", .what = loop.op, .why = {}, .mood = Mood::quiet, .is_detail = true};
}

Narration narrate(const Sync& sync) {
  Narration narrated{.who = "pod worker",
                     .what = "sync " + sync.op,
                     .why = sync.error.value_or(""),
                     .mood = sync.error ? Mood::warning : Mood::quiet,
                     .is_detail = !sync.error && sync.explanation == nullptr};
  if (sync.terminal == true) narrated.why = list({"terminal", narrated.why});
  narrated.reasons = reasons_of(sync.explanation);
  return narrated;
}

Narration narrate(const Event& event) {
  return {.who = event.component.value_or("kubelet"),
          .what = event.reason,
          .why = event.message,
          .mood = event.type == "Warning" ? Mood::warning : Mood::plain};
}

Narration narrate(const EventWrite& write) {
  return {.who = "API server",
          .what = fmt::format("event {}, x{}", write.reason, write.count),
          .why = write.message,
          .mood = Mood::quiet,
          .is_detail = true};
}

/// Returns "resize Deferred", or another state of a resize that is not complete.
std::string resize_of(const api::PodStatus& status) {
  const api::PodCondition* pending = api::find_condition(status, "PodResizePending");
  const api::PodCondition* begun = api::find_condition(status, "PodResizeInProgress");
  if (pending == nullptr && begun == nullptr) return status.resize.empty() ? "" : "resize " + status.resize;
  const api::PodCondition& narrated = pending != nullptr ? *pending : *begun;
  return narrated.reason.empty() ? "resize InProgress" : "resize " + narrated.reason;
}

Narration narrate(const Status& narrated) {
  const api::PodStatus& status = *narrated.status;
  std::string containers;
  for (const auto* kind :
       {&status.init_container_statuses, &status.container_statuses, &status.ephemeral_container_statuses}) {
    for (const api::ContainerStatus& container : *kind) {
      const std::string restarts =
          container.restart_count > 0 ? ", " + api::counted(container.restart_count, "restart") : std::string{};
      containers += fmt::format("{}{}: {}{}", containers.empty() ? "" : "; ", container.name, describe_state(container),
                                restarts);
    }
  }
  Narration narration{.who = "status", .what = std::string{api::to_string(status.phase)}, .why = std::move(containers)};
  if (const std::string resize = resize_of(status); !resize.empty()) narration.why += "; " + resize;
  if (!status.reason.empty()) narration.what += " " + status.reason;
  if (status.phase == api::PodPhase::failed) narration.mood = Mood::bad;
  const api::PodCondition* ready = api::find_condition(status, "Ready");
  if (ready != nullptr && ready->status == "True") narration.mood = Mood::good;
  narration.reasons = reasons_of(narrated.explanation);
  return narration;
}

Narration narrate(const Api& change) {
  const std::string grace = labelled("grace", change.grace, "s");
  return {.who = "API server",
          .what = words(change.op),
          .why = list({change.container.value_or(""), change.image.value_or(""), grace, change.detail.value_or("")}),
          .mood = Mood::outside};
}

Narration narrate(const KubeletProcess& kubelet) {
  return {.who = "kubelet",
          .what = kubelet.what,
          .why = list({kubelet.version.value_or(""), kubelet.signal.value_or("")}),
          .mood = Mood::outside};
}

Narration narrate(const Probe& probe) {
  return {.who = "prober",
          .what = fmt::format("{} {}: {}", probe.probe, probe.container, probe.result),
          .why = probe.output.value_or(""),
          .mood = probe.result == "success" ? Mood::quiet : Mood::warning,
          .is_detail = probe.result == "success"};
}

Narration narrate(const Node& node) {
  return {.who = "node",
          .what = node.ready ? "Ready" : node.what.value_or(""),
          .why = node.ready ? *node.ready : node.message.value_or(""),
          .mood = Mood::warning};
}

}  // namespace

std::string describe_state(const api::ContainerStatus& container) {
  if (const auto* waiting = std::get_if<api::StateWaiting>(&container.state)) return waiting->reason;
  if (std::holds_alternative<api::StateRunning>(container.state)) return container.ready ? "ready" : "running";
  if (const auto* ended = std::get_if<api::StateTerminated>(&container.state)) {
    return fmt::format("{} {}", ended->reason, ended->exit_code);
  }
  return "waiting";
}

Narration narrate(const Record& record) {
  return std::visit([](const auto& payload) { return narrate(payload); }, record.payload);
}

}  // namespace podreel::trace
