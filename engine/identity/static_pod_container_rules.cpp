#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/identity/go_value.hpp"
#include "engine/identity/static_pod_rules.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

using release::v;

const release::ReleaseRange knows_ephemeral_storage{v(8), {}};
const release::ReleaseRange knows_restart_policy{v(28), {}};
const release::ReleaseRange knows_restart_rules{v(34), {}};
const release::ReleaseRange knows_probe_grace{v(21), {}};
const release::ReleaseRange knows_startup_probe{v(16), {}};

/// Containers of one list and what they share.
class ContainerChecker {
 public:
  ContainerChecker(const Json& spec, std::string_view list, StaticPodCheck& check)
      : spec_(spec), is_init_(list == "initContainers"), check_(check) {}

  void operator()(const Json& container, const std::string& path) {
    const std::string name{go_string(find_member(&container, "name"))};
    if (!is_dns_label(name)) check_.refuse(path + ".name", fmt::format("\"{}\" is no DNS label", name));
    if (!names_.insert(name).second) check_.refuse(path + ".name", fmt::format("Duplicate value: \"{}\"", name));
    if (go_string(find_member(&container, "image")).empty()) check_.refuse(path + ".image", "Required value");
    ports(container, path);
    handlers(container, path);
    mounts(container, path);
    resources(container, path);
    restart_policy(container, path);
  }

 private:
  void ports(const Json& container, const std::string& path) {
    const bool host_network = go_bool(find_member(find_member(&spec_, "securityContext"), "hostNetwork"));
    const Json* list = find_member(&container, "ports");
    if (list == nullptr || !list->is_array()) return;
    for (std::size_t index = 0; index < list->size(); ++index) {
      const Json& port = (*list)[index];
      const std::string port_path = fmt::format("{}.ports[{}]", path, index);
      const std::int64_t number = go_integer(find_member(&port, "containerPort"));
      const std::int64_t host_port = go_integer(find_member(&port, "hostPort"));
      constexpr std::int64_t largest = 65535;
      if (number < 1 || number > largest) check_.refuse(port_path + ".containerPort", "must be between 1 and 65535");
      if (host_network && host_port != number) {
        check_.refuse(port_path + ".hostPort", "must match `containerPort` when `hostNetwork` is true");
      }
      const std::string key = fmt::format("{}/{}/{}", go_string(find_member(&port, "protocol")),
                                          go_string(find_member(&port, "hostIP")), host_port);
      if (host_port != 0 && !host_ports_.insert(key).second) {
        check_.refuse(port_path + ".hostPort", fmt::format("Duplicate value: \"{}\"", key));
      }
    }
  }

  void handlers(const Json& container, const std::string& path) {
    for (const std::string_view probe : {"livenessProbe", "readinessProbe", "startupProbe"}) {
      const Json* value = find_member(&container, probe);
      if (value == nullptr || (probe == "startupProbe" && !knows_startup_probe.contains(check_.release))) continue;
      const std::string probe_path = fmt::format("{}.{}", path, probe);
      one_handler(*value, "core.Probe", probe_path);
      if (probe != "readinessProbe" && go_integer(find_member(value, "successThreshold")) != 1) {
        check_.refuse(probe_path + ".successThreshold", "must be 1");
      }
      const Json* grace = find_member(value, "terminationGracePeriodSeconds");
      if (grace == nullptr || !knows_probe_grace.contains(check_.release)) continue;
      if (probe == "readinessProbe" || go_integer(grace) < 1) {
        check_.refuse(probe_path + ".terminationGracePeriodSeconds",
                      probe == "readinessProbe" ? "must not be set for readinessProbes" : "must be greater than 0");
      }
    }
    const std::string_view hook_type = has_lifecycle_handler() ? "core.LifecycleHandler" : "core.Handler";
    for (const std::string_view hook : {"postStart", "preStop"}) {
      const Json* value = find_member(find_member(&container, "lifecycle"), hook);
      if (value != nullptr) one_handler(*value, hook_type, fmt::format("{}.lifecycle.{}", path, hook));
    }
  }

  [[nodiscard]] bool has_lifecycle_handler() const {
    return !internal_type(check_.release, "core.LifecycleHandler").fields.empty();
  }

  void one_handler(const Json& value, std::string_view type, const std::string& path) {
    const int count = handler_count(value, type, check_.release);
    if (count == 0) check_.refuse(path, "must specify a handler type");
    if (count > 1) check_.refuse(path, "may not specify more than 1 handler type");
  }

  void mounts(const Json& container, const std::string& path) {
    const Json* list = find_member(&container, "volumeMounts");
    if (list == nullptr || !list->is_array()) return;
    std::set<std::string> places;
    for (std::size_t index = 0; index < list->size(); ++index) {
      const std::string mount_path = fmt::format("{}.volumeMounts[{}]", path, index);
      const std::string_view name = go_string(find_member(&(*list)[index], "name"));
      if (!has_volume(name)) check_.refuse(mount_path + ".name", fmt::format("Not found: \"{}\"", name));
      const std::string place{go_string(find_member(&(*list)[index], "mountPath"))};
      if (place.empty()) check_.refuse(mount_path + ".mountPath", "Required value");
      if (!places.insert(place).second) check_.refuse(mount_path + ".mountPath", "must be unique");
    }
  }

  [[nodiscard]] bool has_volume(std::string_view name) const {
    const Json* volumes = find_member(&spec_, "volumes");
    if (volumes == nullptr) return false;
    for (const Json& volume : *volumes) {
      if (go_string(find_member(&volume, "name")) == name) return true;
    }
    return false;
  }

  void resources(const Json& container, const std::string& path) {
    const Json* resources = find_member(&container, "resources");
    const Json* limits = find_member(resources, "limits");
    for (const std::string_view list : {"limits", "requests"}) {
      const Json* quantities = find_member(resources, list);
      if (quantities == nullptr || !quantities->is_object()) continue;
      for (const auto& [resource, quantity] : quantities->items()) {
        const std::string place = fmt::format("{}.resources.{}[{}]", path, list, resource);
        if (!is_standard(resource)) check_.refuse(place, "must be a standard resource for containers");
        if (go_quantity(&quantity) < api::Quantity{}) check_.refuse(place, "must be greater than or equal to 0");
        const Json* limit = list == "requests" ? find_member(limits, resource) : nullptr;
        if (limit != nullptr && go_quantity(limit) < go_quantity(&quantity)) {
          check_.refuse(place, fmt::format("must be less than or equal to {} limit", resource));
        }
      }
    }
  }

  [[nodiscard]] bool is_standard(std::string_view resource) const {
    if (resource == "ephemeral-storage") return knows_ephemeral_storage.contains(check_.release);
    return resource.find('/') != std::string_view::npos || resource == "cpu" || resource == "memory" ||
           resource.starts_with("hugepages-");
  }

  void restart_policy(const Json& container, const std::string& path) {
    if (!knows_restart_policy.contains(check_.release)) return;
    const bool is_sidecar = go_string(find_member(&container, "restartPolicy")) == "Always";
    const bool is_set = find_member(&container, "restartPolicy") != nullptr;
    if (is_set && !is_init_ && !knows_restart_rules.contains(check_.release)) {
      check_.refuse(path + ".restartPolicy", "may not be set for non-init containers");
    }
    if (!is_init_ || is_sidecar) return;
    for (const std::string_view member : {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
      if (find_member(&container, member) == nullptr) continue;
      check_.refuse(fmt::format("{}.{}", path, member),
                    "may not be set for init containers without restartPolicy=Always");
    }
  }

  const Json& spec_;
  bool is_init_;
  StaticPodCheck& check_;
  std::set<std::string> names_;
  std::set<std::string> host_ports_;
};

}  // namespace

void check_containers(const Json& spec, std::string_view list, StaticPodCheck& check) {
  const Json* containers = find_member(&spec, list);
  if (containers == nullptr || !containers->is_array()) return;
  ContainerChecker checker{spec, list, check};
  for (std::size_t index = 0; index < containers->size(); ++index) {
    checker((*containers)[index], fmt::format("spec.{}[{}]", list, index));
  }
}

}  // namespace podreel::identity
