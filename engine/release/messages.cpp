#include "engine/release/messages.hpp"

#include <chrono>
#include <fmt/format.h>
#include <set>

#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/go_text.hpp"

namespace podreel::release {

namespace {

sim::Duration whole_milliseconds(sim::Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration);
}

}  // namespace

std::string container_created(const Behaviour& behaviour, std::string_view container) {
  if (behaviour.has(created_and_started_without_name)) return "Container created";
  if (!behaviour.has(container_events_name_container)) return "Created container";
  return fmt::format("Created container{} {}", behaviour.has(created_event_has_colon) ? ":" : "", container);
}

std::string container_started(const Behaviour& behaviour, std::string_view container) {
  if (behaviour.has(created_and_started_without_name)) return "Container started";
  if (!behaviour.has(container_events_name_container)) return "Started container";
  return fmt::format("Started container {}", container);
}

std::string restart_back_off_event(const Behaviour& behaviour, std::string_view container, std::string_view pod) {
  if (!behaviour.has(back_off_event_names_container)) return "Back-off restarting failed container";
  return fmt::format("Back-off restarting failed container {} in pod {}", container, pod);
}

std::string restart_back_off_error(const Behaviour& behaviour, sim::Duration back_off, std::string_view container,
                                   std::string_view pod) {
  return fmt::format("{}ack-off {} restarting failed container={} pod={}",
                     behaviour.has(back_off_error_in_lower_case) ? 'b' : 'B', go_duration(back_off), container, pod);
}

std::string hook_failed(const Behaviour& behaviour, std::string_view hook, std::string_view error) {
  if (behaviour.has(hook_errors_hidden_in_events)) return fmt::format("{}Hook failed", hook);
  return std::string{error};
}

std::string post_start_error(const Behaviour& behaviour, std::string_view error) {
  constexpr std::string_view name = "PostStartHookError";
  if (behaviour.has(post_start_error_has_cause)) return fmt::format("{}: {}", name, error);
  return std::string{name};
}

std::string killing_container(const Behaviour& behaviour, std::string_view container, std::string_view full_id,
                              std::string_view message) {
  if (!behaviour.has(killing_event_before_stop)) {
    return fmt::format("Killing container with id {}:{}", full_id, message.empty() ? "Need to kill Pod" : message);
  }
  return message.empty() ? fmt::format("Stopping container {}", container) : std::string{message};
}

std::string container_without_spec(const Behaviour& behaviour, std::string_view container, std::string_view full_id,
                                   std::string_view pod, std::string_view message) {
  return fmt::format("failed to get containerSpec {}{}(id={}) in pod {} when killing container for reason {}",
                     go_quoted(container), behaviour.has(container_without_spec_has_space) ? " " : "",
                     go_quoted(full_id), go_quoted(pod), go_quoted(message));
}

std::string sandbox_creation_error(const Behaviour& behaviour, std::string_view pod, std::string_view error) {
  if (behaviour.has(failed_to_create_sandbox_error)) {
    return fmt::format("Failed to create sandbox for pod {}: {}", go_quoted(pod), error);
  }
  return fmt::format("CreatePodSandbox for pod {} failed: {}", go_quoted(pod), error);
}

std::string sandbox_creation_event(const Behaviour& behaviour, std::string_view error) {
  if (behaviour.has(failed_to_create_sandbox_event)) return fmt::format("Failed to create pod sandbox: {}", error);
  if (behaviour.has(sandbox_event_has_error)) return fmt::format("Failed create pod sandbox: {}", error);
  return "Failed create pod sandbox.";
}

namespace {

/// Waits by contexts and by conditions have different errors.
std::string_view volume_wait_cause(const Behaviour& behaviour) {
  return behaviour.has(volume_wait_ends_silently) ? "context deadline exceeded" : "timed out waiting for the condition";
}

/// The errors of all volumes without a plugin, in alphabetical order; without any, that of the wait.
std::string unmounted_cause(const Behaviour& behaviour, const UnmountedVolumes& volumes) {
  if (volumes.without_plugin.empty()) return std::string{volume_wait_cause(behaviour)};
  std::set<std::string> errors;
  for (const std::string& name : volumes.without_plugin) {
    errors.insert(fmt::format("failed to get Plugin from volumeSpec for volume {} err=no volume plugin matched",
                              go_quoted(name)));
  }
  return fmt::format("{}", fmt::join(errors, "; "));
}

}  // namespace

std::string unmounted_volumes_error(const Behaviour& behaviour, const UnmountedVolumes& volumes) {
  // As Go prints lists.
  const std::string unmounted = fmt::format("[{}]", fmt::join(volumes.unmounted, " "));
  const std::string all = fmt::format("[{}]", fmt::join(volumes.all, " "));
  if (behaviour.has(volume_wait_names_unprocessed)) {
    return fmt::format("unmounted volumes={}, unattached volumes=[{}], failed to process volumes=[{}]: {}", unmounted,
                       fmt::join(volumes.unattached, " "), fmt::join(volumes.without_plugin, " "),
                       unmounted_cause(behaviour, volumes));
  }
  if (behaviour.has(volume_wait_error_is_short)) {
    return fmt::format("unmounted volumes={}, unattached volumes={}: {}", unmounted, all,
                       unmounted_cause(behaviour, volumes));
  }
  return fmt::format(
      "timeout expired waiting for volumes to attach or mount for pod {}/{}. list of unmounted volumes={}. list of "
      "unattached volumes={}",
      go_quoted(volumes.namespace_name), go_quoted(volumes.name), unmounted, all);
}

std::string mounted_volumes_error(const Behaviour& behaviour, const std::vector<std::string>& volumes) {
  return fmt::format("mounted volumes=[{}]: {}", fmt::join(volumes, " "), volume_wait_cause(behaviour));
}

std::string unmounted_volumes_event(const Behaviour& behaviour, const UnmountedVolumes& volumes) {
  const std::string error = unmounted_volumes_error(behaviour, volumes);
  if (behaviour.has(volume_wait_error_is_short)) return "Unable to attach or mount volumes: " + error;
  return fmt::format("Unable to mount volumes for pod {}: {}", go_quoted(volumes.pod), error);
}

std::string network_error(const Behaviour& behaviour, std::string_view condition) {
  return fmt::format("{}runtime network not ready: {}",
                     behaviour.has(network_error_names_container_runtime) ? "container " : "", condition);
}

std::string runtime_error(const Behaviour& behaviour, std::string_view condition) {
  return fmt::format("{}ontainer runtime not ready: {}",
                     behaviour.has(network_error_names_container_runtime) ? 'c' : 'C', condition);
}

std::string_view unchecked_runtime_error(const Behaviour& behaviour) {
  // Kubelets up to 1.13 do not distinguish the two (kubernetes/kubernetes#71839).
  return behaviour.has(node_errors_are_listed) ? "container runtime status check may not have completed yet"
                                               : "container runtime is down";
}

std::string unparsable_image_name(const Behaviour& behaviour, std::string_view image, std::string_view problem) {
  return fmt::format("couldn't parse image {} {}: {}", behaviour.has(image_name_not_reference) ? "name" : "reference",
                     go_quoted(image), problem);
}

std::string upper_case_repository(const Behaviour& behaviour, std::string_view repository) {
  if (!behaviour.has(newer_image_grammar)) return "invalid reference format: repository name must be lowercase";
  return fmt::format("invalid reference format: repository name ({}) must be lowercase", repository);
}

std::string pulling_image(const Behaviour& behaviour, std::string_view image) {
  return fmt::format("{}ulling image {}", behaviour.has(pulling_event_in_upper_case) ? 'P' : 'p', go_quoted(image));
}

std::string image_present(const Behaviour& behaviour, std::string_view image) {
  return fmt::format("Container image {} already present on machine{}", go_quoted(image),
                     behaviour.has(pulled_event_speaks_of_access) ? " and can be accessed by the pod" : "");
}

std::string image_pulled(const Behaviour& behaviour, const PulledImage& pulled) {
  std::string text = fmt::format("Successfully pulled image {}", go_quoted(pulled.image));
  if (behaviour.has(pulled_event_has_waiting_time)) {
    text += fmt::format(" in {} ({} including waiting)", go_duration(whole_milliseconds(pulled.pulling)),
                        go_duration(whole_milliseconds(pulled.waiting_and_pulling)));
  } else if (behaviour.has(pulled_event_has_duration)) {
    text += fmt::format(" in {}", go_duration(pulled.waiting_and_pulling));
  }
  if (behaviour.has(pulled_event_has_size)) text += fmt::format(". Image size: {} bytes.", pulled.size_bytes);
  return text;
}

std::string pull_back_off_error(const Behaviour& behaviour, std::string_view image,
                                std::optional<std::string_view> last_error) {
  const std::string text = fmt::format("Back-off pulling image {}", go_quoted(image));
  if (!behaviour.has(pull_back_off_has_cause) || !last_error) return text;
  return fmt::format("{}: {}", text, *last_error);
}

}  // namespace podreel::release
