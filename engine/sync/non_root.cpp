#include "engine/sync/non_root.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::sync {

namespace {

// The container's own word goes before the pod's (securitycontext.DetermineEffectiveSecurityContext).

bool must_be_non_root(const api::Pod& pod, const api::Container& container) {
  return container.run_as_non_root.value_or(pod.spec->run_as_non_root.value_or(false));
}

const nlohmann::json* user_of(const api::Pod& pod, const api::Container& container) {
  for (const nlohmann::json* object : {container.stored.get(), pod.spec->stored.get()}) {
    const nlohmann::json* user = api::find_member(api::find_member(object, "securityContext"), "runAsUser");
    if (user != nullptr) return user;
  }
  return nullptr;
}

bool is_number(std::string_view user) {
  return !user.empty() && std::ranges::all_of(user, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::string> problem_of_image(const runtime::ImageStatus& image) {
  if (!image.user) return std::nullopt;
  if (image.user->empty() || *image.user == "0") return "container has runAsNonRoot and image will run as root";
  if (is_number(*image.user)) return std::nullopt;
  return fmt::format("container has runAsNonRoot and image has non-numeric user ({}), cannot verify user is non-root",
                     *image.user);
}

}  // namespace

std::optional<std::string> check_non_root(const api::Pod& pod, const api::Container& container,
                                          const runtime::ImageStatus& image, const release::Behaviour& behaviour) {
  if (!must_be_non_root(pod, container)) return std::nullopt;
  std::optional<std::string> problem;
  if (const nlohmann::json* user = user_of(pod, container)) {
    if (api::integer_of(user) == 0) problem = "container's runAsUser breaks non-root policy";
  } else {
    problem = problem_of_image(image);
  }
  if (problem && behaviour.has(release::non_root_errors_name_container)) {
    *problem += fmt::format(" (pod: \"{}\", container: {})", api::format_pod(pod), container.name);
  }
  return problem;
}

}  // namespace podreel::sync
