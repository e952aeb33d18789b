// Explains restarts without an event that reports their cause.
#include <algorithm>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;

/// Whether the exit code is one of a container that was stopped or killed.
bool may_have_been_stopped(const Ended& ended) {
  constexpr std::int32_t killed = 137;
  constexpr std::int32_t stopped = 143;
  return ended.reason != "OOMKilled" &&
         (ended.exit_code == killed || ended.exit_code == stopped || ended.exit_code == 0);
}

/// The container that restarts; null if there is none, or if its state shows how it ended.
ContainerPlan* restarting(const SeenPod& pod, Draft& draft) {
  for (ContainerPlan& container : draft.plan.containers) {
    if (container.is_init || container.runs.empty() || !container.runs.front().runs_for) continue;
    const SeenContainer* const seen = pod.find(container.name);
    const bool is_shown = seen != nullptr && seen->last && !may_have_been_stopped(*seen->last);
    return is_shown ? nullptr : &container;
  }
  return nullptr;
}

}  // namespace

std::optional<Draft> killed_by_unseen_probe(const SeenPod& pod, Draft draft) {
  const bool gives_reason = has_status(pod, false, {"Error", "OOMKilled", "Completed", "ContainerCannotRun"});
  if (pod.has_event_table || gives_reason || times_of(pod, "Started") > 0) return std::nullopt;
  ContainerPlan* const container = restarting(pod, draft);
  if (container == nullptr) return std::nullopt;
  const std::string name = container->name;
  const bool was_killed = container->runs.front().exit_code == 137;
  container->runs = {{.ignores_term = was_killed}};
  std::erase_if(draft.parameters,
                [&name](const SearchParameter& parameter) { return parameter.name == name + " runs for"; });
  std::erase_if(draft.assumptions, [&name](const std::string& each) { return each.starts_with(name + " exits with"); });
  const std::string command = "live-" + name;
  container->spec["livenessProbe"] = {
      {"exec", {{"command", {command}}}}, {"periodSeconds", 10}, {"failureThreshold", 3}};
  draft.plan.answers.push_back({.protocol = "exec", .command = command, .answer = {{"exitCode", 1}}});
  const std::size_t index = draft.plan.answers.size() - 1;
  for (const auto& [field, likely, maximum] :
       {std::tuple{"periodSeconds", 10, 60}, std::tuple{"failureThreshold", 3, 10}}) {
    draft.open(
        fmt::format("livenessProbe.{} of {}", field, name), likely, 1, maximum,
        [name, probe_field = std::string{field}](Plan& plan, double value) {
          plan.container(name).spec["livenessProbe"][probe_field] = static_cast<std::int64_t>(value);
        },
        true);
  }
  draft.open(name + " is well for", 0, 0, std::max(1.0, format::in_seconds(draft.plan.age)),
             [index](Plan& plan, double value) { plan.answers[index].after_start = seconds(value); });
  draft.assume(fmt::format("a livenessProbe of {}, which the input does not show", name));
  draft.doubt = 0.12;
  draft.explain(Cause::liveness, fmt::format("a livenessProbe of {} fails repeatedly", name));
  return draft;
}

}  // namespace podreel::reproduce
