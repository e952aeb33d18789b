// Drafts the pod itself: its age, its containers, their images.
#include <algorithm>
#include <fmt/format.h>

#include "engine/api/counted.hpp"
#include "engine/api/json_member.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

/// Age of the oldest event of a kubelet; no value if none has an age.
std::optional<Age> oldest_event(const SeenPod& pod) {
  std::optional<Age> oldest;
  for (const SeenEvent& event : pod.events) {
    const std::optional<Age>& first = event.first ? event.first : event.last;
    if (!is_of_kubelet(event) || !first) continue;
    if (!oldest || first->minimum > oldest->minimum) oldest = first;
  }
  return oldest;
}

/// Whether the oldest event belongs to the pod's end, so that the pod is older.
bool begins_with_its_end(const SeenPod& pod, const Age& oldest) {
  return std::ranges::any_of(pod.events, [&oldest](const SeenEvent& event) {
    const std::optional<Age>& first = event.first ? event.first : event.last;
    const bool is_end = event.reason == "Killing" || event.reason == "FailedKillPod" || event.reason == "Evicted" ||
                        event.reason == "FailedPreStopHook";
    return is_end && first && first->minimum == oldest.minimum;
  });
}

/// Whether an event may have occurred long before it was last seen.
bool may_be_older(const SeenPod& pod) {
  return std::ranges::any_of(pod.events,
                             [](const SeenEvent& event) { return is_of_kubelet(event) && !event.is_counted; });
}

/// Age from a row of `kubectl get pods` or from the scheduler's event.
std::optional<Age> stated_age(const SeenPod& pod) {
  std::optional<Age> age = pod.age;
  for (const SeenRow& row : pod.rows) {
    if (row.age && (!age || row.age->minimum > age->minimum)) age = row.age;
  }
  const SeenEvent* const scheduled = pod.event("Scheduled");
  if (!age && scheduled != nullptr) age = scheduled->last;
  return age;
}

void open_age(const Age& age, sim::Duration likely, Draft& draft) {
  if (age.minimum > max_simulated_age) {
    draft.assume("the last 30 days suffice to reproduce the pod");
    draft.plan.age = max_simulated_age;
    return;
  }
  draft.plan.age = std::clamp(likely, age.minimum, age.maximum);
  draft.open("age", format::in_seconds(draft.plan.age), format::in_seconds(age.minimum),
             format::in_seconds(age.maximum), [](Plan& plan, double value) { plan.age = seconds(value); });
}

/// Time of the oldest event within kubectl's rounding, but not much older than the oldest exact age.
sim::Duration likely_beginning(const SeenPod& pod, const Age& oldest) {
  sim::Duration exact{};
  for (const SeenEvent& event : pod.events) {
    if (event.first && event.first->maximum - event.first->minimum <= 1s) exact = std::max(exact, event.first->maximum);
  }
  const bool is_rounded = oldest.maximum - oldest.minimum > 1s;
  return is_rounded && exact < oldest.minimum - 10s ? oldest.middle() : std::max(oldest.minimum, exact) + 500ms;
}

/// Fills the time between the pod's creation and its first event with the creation of its sandbox.
void open_late_start(const SeenPod& pod, sim::Duration late, Draft& draft) {
  const bool is_shown = pod.event("FailedCreatePodSandBox") != nullptr || pod.event("SandboxChanged") != nullptr ||
                        pod.event("FailedMount") != nullptr || pod.event("NetworkNotReady") != nullptr;
  constexpr sim::Duration longest = 230s;
  if (is_shown || late > longest) return;
  draft.plan.calls.push_back({.call = "RunPodSandbox", .takes = late});
  const std::size_t index = draft.plan.calls.size() - 1;
  draft.open(std::string{sandbox_parameter}, format::in_seconds(late), 0, format::in_seconds(late) + 10,
             [index](Plan& plan, double value) { plan.calls[index].takes = seconds(value); });
}

/// Sets an age after the last instant in the pod's description, and, if it is overdue, beyond its grace period.
void set_age_by_description(const SeenPod& pod, Draft& draft) {
  sim::Duration minimum = *pod.lived;
  if (pod.overdue && pod.overdue->minimum > sim::Duration{}) {
    minimum += pod.overdue->minimum + std::chrono::seconds{grace_of(pod)};
  }
  draft.assume("the input was pasted soon after its last timestamp");
  open_age({minimum, minimum + 1h}, minimum + 10s, draft);
}

/// Sets the pod's age. A pod that has no kubelet events of its first days is created when its events begin.
void set_age(const SeenPod& pod, Draft& draft) {
  const std::optional<Age> oldest = oldest_event(pod);
  std::optional<Age> age = stated_age(pod);
  if (age && pod.lived) {
    age->minimum = std::max(age->minimum, *pod.lived);
    age->maximum = std::max(age->maximum, age->minimum + 1s);
  }
  const bool was_scheduled = pod.rows.empty() && !pod.age;
  const bool begins_late = oldest && age && was_scheduled && age->minimum > 4 * oldest->maximum + 2min;
  if (oldest && (!age || begins_late)) {
    if (begins_late) {
      draft.assume("the kubelet starts the pod long after it was scheduled, because the node or its kubelet was down");
    } else {
      draft.assume("the pod is as old as its oldest event; the input does not show its age");
    }
    const sim::Duration more = may_be_older(pod) ? oldest->maximum * 2 + 10min : 10s;
    const sim::Duration before = begins_with_its_end(pod, *oldest) ? oldest->maximum - oldest->minimum + 1min : 0s;
    return open_age({oldest->minimum + before, oldest->maximum + before + more},
                    likely_beginning(pod, *oldest) + before, draft);
  }
  if (oldest && age) age->maximum = std::max(age->maximum, oldest->minimum + 2s);
  if (age) {
    open_age(*age, age->middle(), draft);
    if (oldest && age->minimum > oldest->maximum + 1s) open_late_start(pod, age->middle() - oldest->middle(), draft);
    if (!oldest && !pod.rows.empty()) open_late_start(pod, 100ms, draft);
    return;
  }
  if (pod.lived) return set_age_by_description(pod, draft);
  draft.assume("the pod is a minute old; the input does not show its age");
  draft.plan.age = 60s;
}

/// Image of a container, from its state or events; a made-up name otherwise.
std::string image_of(const SeenPod& pod, const SeenContainer& container) {
  if (!container.image.empty()) return container.image;
  for (const char* reason : {"Pulling", "Pulled", "Failed", "BackOff", "InspectFailed", "ErrImageNeverPull"}) {
    for (const SeenEvent* event : events_of(pod, reason, container.name)) {
      std::string image = quoted_after(event->message, "image");
      if (!image.empty()) return image;
    }
  }
  for (const SeenError& error : pod.errors) {
    if (error.container != container.name) continue;
    std::string image = quoted_after(error.message, "pulling image");
    if (!image.empty()) return image;
  }
  return container.name + ":1";
}

/// Returns the container of the pasted manifest, if any.
Json written_spec(const SeenPod& pod, const std::string& name) {
  for (const char* list : {"initContainers", "containers"}) {
    Json found;
    api::for_each_item(pod.spec, list, [&](const nlohmann::json& container) {
      if (api::string_member(container, "name") == name) found = container;
    });
    if (found.is_null()) continue;
    found.erase("name");
    return found;
  }
  return Json::object();
}

void add_containers(const SeenPod& pod, Draft& draft) {
  for (const SeenContainer& container : pod.containers) {
    ContainerPlan plan{.name = container.name, .is_init = container.is_init, .runs = {}};
    plan.spec = written_spec(pod, container.name);
    if (!plan.spec.contains("image")) plan.spec["image"] = image_of(pod, container);
    for (const auto& [field, probe] : container.probes) plan.spec[field] = probe;
    draft.plan.containers.push_back(std::move(plan));
  }
  const auto count =
      static_cast<std::uint32_t>(std::ranges::count(draft.plan.containers, false, &ContainerPlan::is_init));
  std::uint32_t wanted = count;
  for (const SeenRow& row : pod.rows) wanted = std::max(wanted, row.containers.value_or(0));
  if (wanted > count) {
    const std::uint32_t unnamed = wanted - count;
    draft.assume(api::counted(unnamed, "unnamed container is", "unnamed containers are") + " always running");
  }
  for (std::uint32_t number = count; number < wanted; ++number) {
    ContainerPlan plan{.name = fmt::format("container-{}", number + 1), .runs = {}};
    plan.spec["image"] = plan.name + ":1";
    draft.plan.containers.push_back(std::move(plan));
  }
}

}  // namespace

Draft pod_draft(const SeenPod& pod, release::Release kubelet) {
  Draft draft;
  draft.plan.kubelet = kubelet;
  draft.plan.name = pod.name;
  draft.plan.name_space = pod.name_space;
  if (pod.spec.is_object()) {
    draft.plan.spec = Json(pod.spec);
    for (const char* field : {"containers", "initContainers", "nodeName", "ephemeralContainers"}) {
      draft.plan.spec.erase(field);
    }
  }
  set_age(pod, draft);
  add_containers(pod, draft);
  return draft;
}

std::vector<SeenContainer> assumed_init_containers(const SeenPod& pod) {
  std::size_t wanted = 0;
  for (const SeenRow& row : pod.rows) {
    if (!row.status.starts_with("Init:")) continue;
    const std::size_t slash = row.status.find('/');
    const bool has_count = slash != std::string::npos && slash + 1 < row.status.size();
    const char digit = has_count ? row.status[slash + 1] : '1';
    wanted = std::max<std::size_t>(wanted, digit >= '1' && digit <= '9' ? static_cast<std::size_t>(digit - '0') : 1);
  }
  std::vector<SeenContainer> assumed;
  auto known = static_cast<std::size_t>(std::ranges::count(pod.containers, true, &SeenContainer::is_init));
  for (; known < wanted; ++known) {
    SeenContainer& container = assumed.emplace_back();
    container.name = known == 0 ? "init" : fmt::format("init-{}", known + 1);
    container.is_init = true;
  }
  return assumed;
}

}  // namespace podreel::reproduce
