#include "engine/kubelet/admission/app_armor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

using release::Behaviour;

constexpr std::string_view annotation_prefix = "container.apparmor.security.beta.kubernetes.io/";
constexpr std::string_view localhost_prefix = "localhost/";
constexpr std::string_view unconfined = "unconfined";

const nlohmann::json* profile_field(const nlohmann::json& of) {
  return api::find_member(api::find_member(of, "securityContext"), "appArmorProfile");
}

bool confines(const nlohmann::json* profile) {
  return profile != nullptr && api::string_member(*profile, "type") != "Unconfined";
}

/// isRequired: of the annotations, the first decides.
bool requests_profile(const api::Pod& pod) {
  const nlohmann::json& spec = *pod.spec->stored;
  bool asks = confines(profile_field(spec));
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    api::for_each_item(spec, list,
                       [&asks](const nlohmann::json& container) { asks = asks || confines(profile_field(container)); });
  }
  if (asks) return true;
  const auto& annotations = pod.metadata.annotations;
  const auto first = std::ranges::find_if(
      annotations, [](const auto& annotation) { return annotation.first.starts_with(annotation_prefix); });
  return first != annotations.end() && first->second != unconfined;
}

/// Returns the problem of the container's annotation, as validateProfile finds it.
std::optional<std::string> wrong_profile(std::string_view profile, const AppArmor& node, const Behaviour& behaviour) {
  if (!profile.starts_with(localhost_prefix)) {
    const bool is_known = profile.empty() || profile == "runtime/default" || profile == unconfined;
    if (is_known || !behaviour.has(release::app_armor_looks_for_profiles)) return std::nullopt;
    return fmt::format("invalid AppArmor profile name: \"{}\"", profile);
  }
  const std::string_view name = profile.substr(localhost_prefix.size());
  if (behaviour.has(release::app_armor_looks_for_profiles)) {
    if (!node.profiles || std::ranges::find(*node.profiles, name) != node.profiles->end()) return std::nullopt;
    return fmt::format("profile \"{}\" is not loaded", name);
  }
  if (name.find_first_not_of(' ') != std::string_view::npos) return std::nullopt;
  return fmt::format("invalid empty AppArmor profile name: \"{}\"", profile);
}

std::optional<std::string> problem_of_host(const AppArmor& node, const Behaviour& behaviour) {
  if (!behaviour.has(release::app_armor)) return "AppArmor disabled by feature-gate";
  if (!node.is_enabled) return "AppArmor is not enabled on the host";
  return std::nullopt;
}

/// The API server looks at fields itself.
std::optional<std::string> problem_of_annotations(const api::Pod& pod, const AppArmor& node,
                                                  const Behaviour& behaviour) {
  std::optional<std::string> problem;
  if (pod.metadata.annotations.empty()) return problem;
  for (const char* list : {"initContainers", "containers"}) {
    api::for_each_item(*pod.spec->stored, list, [&](const nlohmann::json& container) {
      const auto found =
          pod.metadata.annotations.find(std::string{annotation_prefix} + api::string_member(container, "name"));
      if (!problem && found != pod.metadata.annotations.end()) problem = wrong_profile(found->second, node, behaviour);
    });
  }
  return problem;
}

}  // namespace

std::optional<AppArmorProblem> app_armor_problem(const api::Pod& pod, const AppArmor& node,
                                                 const Behaviour& behaviour) {
  if (pod.status.phase != api::PodPhase::pending) return std::nullopt;
  std::optional<std::string> problem = problem_of_host(node, behaviour);
  if (problem && !requests_profile(pod)) return std::nullopt;
  if (!problem) problem = problem_of_annotations(pod, node, behaviour);
  if (!problem) return std::nullopt;
  return AppArmorProblem{"Cannot enforce AppArmor: " + *problem, behaviour.has(release::app_armor_rejects)};
}

}  // namespace podreel::kubelet
