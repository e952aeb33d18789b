#include "engine/kubelet/container_environment.hpp"

#include <array>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "engine/kubelet/pod_config_objects.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::kubelet {

namespace {

using apiserver::ConfigKind;
using nlohmann::json;

/// References to the two kinds, and their names in errors.
struct Source {
  ConfigKind kind;
  std::string_view of_all;
  std::string_view of_key;
  std::string_view name;
};
constexpr std::array sources{Source{ConfigKind::config_map, "configMapRef", "configMapKeyRef", "ConfigMap"},
                             Source{ConfigKind::secret, "secretRef", "secretKeyRef", "Secret"}};

class Environment {
 public:
  explicit Environment(const PodConfigObjects& objects) : objects_{objects} {}

  std::optional<std::string> missing(const json& container) const {
    std::optional<std::string> first;
    api::for_each_item(container, "envFrom", [&](const json& item) {
      if (!first) first = missing_in(item, &Source::of_all);
    });
    api::for_each_item(container, "env", [&](const json& variable) {
      const json* value = api::find_member(variable, "valueFrom");
      if (!first && value != nullptr) first = missing_in(*value, &Source::of_key);
    });
    return first;
  }

 private:
  /// Object that names its source in a field.
  std::optional<std::string> missing_in(const json& item, std::string_view Source::*field) const {
    for (const Source& source : sources) {
      const json* reference = api::find_member(item, source.*field);
      if (reference != nullptr && !api::bool_member(*reference, "optional")) return missing_of(source, *reference);
    }
    return std::nullopt;
  }

  std::optional<std::string> missing_of(const Source& source, const json& reference) const {
    const std::string name = api::string_member(reference, "name");
    const std::string key = api::string_member(reference, "key");
    if (auto problem = objects_.not_found(source.kind, name)) return problem;
    if (key.empty() || objects_.has_key(source.kind, name, key)) return std::nullopt;
    return fmt::format("couldn't find key {} in {} {}", key, source.name, objects_.full_name(name));
  }

  PodConfigObjects objects_;
};

}  // namespace

std::optional<std::string> environment_problem(const api::Pod& pod, const api::Container& container, bool has_services,
                                               const apiserver::ConfigObjects& objects,
                                               const release::Behaviour& behaviour) {
  const bool has_service_links = pod.spec->stored == nullptr || pod.spec->stored->contains("enableServiceLinks");
  if (!has_service_links && behaviour.has(release::service_links_must_be_set)) {
    return "nil pod.spec.enableServiceLinks encountered, cannot construct envvars";
  }
  if (!has_services && !pod.is_static() && behaviour.has(release::services_must_be_listed)) {
    return std::string{unlisted_services};
  }
  if (!container.has_environment) return std::nullopt;
  return Environment{{pod, objects}}.missing(*container.stored);
}

}  // namespace podreel::kubelet
