#include "engine/kubelet/pod_config_objects.hpp"

#include <fmt/format.h>

namespace podreel::kubelet {

using apiserver::ConfigKind;

std::string PodConfigObjects::full_name(std::string_view name) const {
  return fmt::format("{}/{}", namespace_, name);
}

bool PodConfigObjects::exists(ConfigKind kind, std::string_view name) const {
  return objects_.exists(kind, full_name(name));
}

bool PodConfigObjects::has_key(ConfigKind kind, std::string_view name, std::string_view key) const {
  return objects_.has_key(kind, full_name(name), key);
}

std::optional<std::string> PodConfigObjects::not_found(ConfigKind kind, std::string_view name) const {
  if (exists(kind, name)) return std::nullopt;
  return fmt::format("{} \"{}\" not found", kind == ConfigKind::secret ? "secret" : "configmap", name);
}

}  // namespace podreel::kubelet
