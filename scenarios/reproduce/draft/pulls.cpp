// Explains images that are pulled, and failed pulls.
#include <algorithm>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

/// Returns "1.441853718s" of `Successfully pulled image "app:1" in 1.441853718s (1.5s including waiting)`.
std::optional<sim::Duration> stated_duration(const SeenEvent& event) {
  const std::size_t at = event.message.find("\" in ");
  if (at == std::string::npos) return std::nullopt;
  std::string text = event.message.substr(at + 5);
  text.resize(std::min(text.size(), text.find_first_of(" .", text.find_last_of("0123456789"))));
  const auto read = format::parse_duration(text.substr(0, text.find(' ')));
  const auto* const duration = std::get_if<sim::Duration>(&read);
  return duration == nullptr ? std::nullopt : std::optional{*duration};
}

struct Pulls {
  std::uint64_t begun = 0;
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::string error;
  std::optional<sim::Duration> takes;
  std::optional<sim::Duration> takes_up_to;
  /// In seconds, if the evidence shows none.
  double likely = 1;
};

/// Returns the error of a refused pull in a log.
std::string logged_error(const SeenPod& pod, const std::string& container) {
  for (const SeenError& error : pod.errors) {
    if (error.container == container && error.reason == "ErrImagePull") return error.message;
  }
  return {};
}

Pulls pulls_of(const SeenPod& pod, const std::string& container) {
  Pulls pulls;
  pulls.begun = times_of(pod, "Pulling", container);
  for (const SeenEvent* event : events_of(pod, "Pulled", container)) {
    if (!event->message.starts_with("Successfully")) continue;
    pulls.done += event->count;
    const auto stated = stated_duration(*event);
    if (!stated) continue;
    pulls.takes = std::min(pulls.takes.value_or(*stated), *stated);
    pulls.takes_up_to = std::max(pulls.takes_up_to.value_or(*stated), *stated);
  }
  for (const SeenEvent* event : events_of(pod, "Failed", container)) {
    const bool is_pull = event->message.starts_with("Failed to pull image");
    if (is_pull) {
      pulls.failed += event->count;
      const std::size_t colon = event->message.find("\": ");
      if (colon != std::string::npos) pulls.error = event->message.substr(colon + 3);
    } else if (event->message == "Error: ErrImagePull" || event->message == "Error: ImagePullBackOff") {
      pulls.failed = std::max<std::uint64_t>(pulls.failed, 1);
    }
  }
  for (const SeenEvent* event : events_of(pod, "BackOff", container)) {
    if (event->message.starts_with("Back-off pulling")) pulls.failed = std::max<std::uint64_t>(pulls.failed, 1);
  }
  const bool waits = waits_for(pod, container, "ErrImagePull") || waits_for(pod, container, "ImagePullBackOff");
  if (waits) pulls.failed = std::max<std::uint64_t>(pulls.failed, 1);
  if (pulls.error.empty()) pulls.error = logged_error(pod, container);
  const SeenContainer* const seen = pod.find(container);
  if (pulls.error.empty() && seen != nullptr && seen->waiting_reason == "ErrImagePull") {
    pulls.error = seen->waiting_message;
  }
  return pulls;
}

void open_duration(const std::string& image, const Pulls& pulls, Draft& draft) {
  constexpr double max_seconds = 600;
  ImagePlan& plan = draft.plan.images[image];
  plan.takes = pulls.takes.value_or(seconds(pulls.likely));
  plan.takes_up_to = pulls.takes_up_to;
  if (pulls.takes) return;
  draft.open("a pull takes", pulls.likely, 0, max_seconds,
             [image](Plan& changed, double value) { changed.images[image].takes = seconds(value); });
}

bool has_invalid_name(const SeenPod& pod, const std::string& container) {
  const auto failed = events_of(pod, "InspectFailed", container);
  return waits_for(pod, container, "InvalidImageName") || std::ranges::any_of(failed, [](const SeenEvent* event) {
           return event->message.starts_with("Failed to apply default image tag");
         });
}

/// Time between the last beginning and the last end of a pull.
double likely_duration(const SeenPod& pod, const std::string& container) {
  constexpr double usual = 1;
  const auto begun = events_of(pod, "Pulling", container);
  for (const char* end : {"Pulled", "Failed"}) {
    const auto ended = events_of(pod, end, container);
    if (begun.empty() || ended.empty() || !begun.back()->last || !ended.front()->last) continue;
    const sim::Duration span = begun.back()->last->minimum - ended.front()->last->minimum;
    if (span > sim::Duration{}) return format::in_seconds(span);
  }
  return usual;
}

void explain_failing_pull(const Pulls& pulls, const std::string& image, const std::string& container, Draft& draft) {
  constexpr std::uint32_t always = 1'000'000'000;
  ImagePlan& plan = draft.plan.images[image];
  plan.present = false;
  plan.fails = pulls.done > 0 ? static_cast<std::uint32_t>(std::min<std::uint64_t>(pulls.failed, always)) : always;
  plan.error = pulls.error.empty() ? "pull access denied" : pulls.error;
  if (pulls.error.empty()) draft.assume(fmt::format("the registry's error for the image of {}", container));
  draft.explain(Cause::image_pull, pulls.done > 0 ? fmt::format("the image of {} cannot be pulled at first", container)
                                                  : fmt::format("the image of {} cannot be pulled", container));
  open_duration(image, pulls, draft);
}

}  // namespace

void explain_pulls(const SeenPod& pod, Draft& draft) {
  for (ContainerPlan& container : draft.plan.containers) {
    const std::string image = container.spec["image"];
    Pulls pulls = pulls_of(pod, container.name);
    pulls.likely = likely_duration(pod, container.name);
    if (has_invalid_name(pod, container.name)) {
      draft.explain(Cause::image_name, fmt::format("the image of {} has an invalid name", container.name));
      continue;
    }
    const bool is_never =
        times_of(pod, "ErrImageNeverPull", container.name) > 0 || waits_for(pod, container.name, "ErrImageNeverPull");
    if (is_never) {
      container.spec["imagePullPolicy"] = "Never";
      draft.plan.images[image].present = false;
      draft.explain(Cause::image_pull,
                    fmt::format("the image of {} is missing and its imagePullPolicy is Never", container.name));
    } else if (pulls.failed > 0) {
      explain_failing_pull(pulls, image, container.name, draft);
      if (pulls.done > 1) container.spec["imagePullPolicy"] = "Always";
    } else if (pulls.begun > 0 || pulls.done > 0) {
      draft.plan.images[image].present = false;
      if (pulls.begun > 1 || pulls.done > 1) container.spec["imagePullPolicy"] = "Always";
      open_duration(image, pulls, draft);
    } else if (times_of(pod, "Pulled", container.name) > 0 && !container.spec.contains("imagePullPolicy")) {
      container.spec["imagePullPolicy"] = "IfNotPresent";
    }
  }
}

}  // namespace podreel::reproduce
