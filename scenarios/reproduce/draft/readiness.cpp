// Explains containers that run and are not ready.
#include <algorithm>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

bool is_short_of_ready(const SeenRow& row) {
  return row.status == "Running" && row.ready && row.containers && *row.ready < *row.containers;
}

/// Largest number of containers that were not ready while all ran.
std::uint32_t max_unready(const SeenPod& pod) {
  std::uint32_t maximum = 0;
  for (const SeenRow& row : pod.rows) {
    if (is_short_of_ready(row)) maximum = std::max(maximum, *row.containers - *row.ready);
  }
  return maximum;
}

bool has_probe_evidence(const SeenPod& pod, const std::string& container) {
  return std::ranges::any_of(events_of(pod, "Unhealthy", container), [](const SeenEvent* event) {
    return event->message.starts_with("Readiness") || event->message.starts_with("Startup");
  });
}

/// Whether rows or states show the container ready at another time.
bool becomes_ready(const SeenPod& pod, const std::string& container) {
  const SeenContainer* const seen = pod.find(container);
  if (seen != nullptr && seen->ready == true) return true;
  return std::ranges::any_of(pod.rows, [](const SeenRow& row) { return row.ready && row.ready == row.containers; });
}

/// Lets a probe fail until the container has run for some time, or always.
void fail_at_first(const SeenPod& pod, ContainerPlan& container, Draft& draft) {
  constexpr const char* field = "readinessProbe";
  const std::string command = "ready-" + container.name;
  if (!container.spec.contains(field)) container.spec[field] = {{"exec", {{"command", {command}}}}};
  Json& probe = container.spec[field];
  AnswerPlan answer{.protocol = "tcp", .answer = {{"refused", true}}};
  if (probe.contains("exec")) {
    answer = {.protocol = "exec", .command = probe["exec"]["command"][0], .answer = {{"exitCode", 1}}};
  } else if (probe.contains("httpGet")) {
    answer = {.protocol = "http", .answer = {{"status", 503}}};
  } else if (probe.contains("grpc")) {
    answer.protocol = "grpc";
  }
  draft.plan.answers.push_back(std::move(answer));
  if (!becomes_ready(pod, container.name)) return;
  const std::size_t index = draft.plan.answers.size() - 1;
  draft.open(container.name + " becomes ready after", 10, 0, std::max(20.0, format::in_seconds(draft.plan.age)),
             [index](Plan& plan, double value) { plan.answers[index].well_after_start = seconds(value); });
}

/// Delays the first probe: a failed one would have left an event.
void ask_late(const SeenPod& pod, ContainerPlan& container, Draft& draft) {
  const std::string name = container.name;
  const double age = format::in_seconds(draft.plan.age);
  container.spec["readinessProbe"] = {{"exec", {{"command", {"ready-" + name}}}}, {"periodSeconds", 1}};
  const auto turn = [name](Plan& plan, double value) {
    plan.container(name).spec["readinessProbe"]["initialDelaySeconds"] = static_cast<std::int64_t>(value);
  };
  turn(draft.plan, age + 60);
  if (becomes_ready(pod, name)) draft.open(name + " is asked for the first time after", 10, 1, age + 60, turn, true);
}

}  // namespace

void explain_readiness(const SeenPod& pod, Draft& draft) {
  std::uint32_t wanted = max_unready(pod);
  for (auto container = draft.plan.containers.rbegin(); container != draft.plan.containers.rend(); ++container) {
    if (container->is_init || has_probe_evidence(pod, container->name)) continue;
    const SeenContainer* const seen = pod.find(container->name);
    const bool is_seen = seen != nullptr && seen->state == "Running" && seen->ready == false;
    if (!is_seen && (wanted == 0 || (seen != nullptr && seen->ready == true))) continue;
    wanted -= wanted > 0 ? 1 : 0;
    const bool is_known = container->spec.contains("readinessProbe");
    if (is_known || !pod.has_event_table) {
      fail_at_first(pod, *container, draft);
    } else {
      ask_late(pod, *container, draft);
    }
    draft.assume(
        fmt::format("a readinessProbe of {} that has not succeeded; the input does not show it", container->name));
    if (draft.causes.empty()) draft.explain(Cause::readiness, fmt::format("{} runs and is not ready", container->name));
  }
}

}  // namespace podreel::reproduce
