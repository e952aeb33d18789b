// Rules between the fields of a pod: ValidatePodCreate (pkg/apis/core/validation) and, for pods from files,
// pkg/kubelet/config/common.go, as far as users meet them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/problem_list.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/types/pod_validator.hpp"

namespace podreel::types {

enum class ContainerRole : std::uint8_t { regular, init, ephemeral };

/// The members of `value` that exclude each other: fields of `type` that point to structures.
[[nodiscard]] std::vector<std::string_view> alternatives_in(const api::Cursor& value, const Type& type);

/// Rules of the containers of one list.
class ContainerRules {
 public:
  /// Facts of the pod around the containers.
  struct PodFacts {
    bool host_network = false;
    /// Empty if it is not known.
    std::string_view restart_policy{};
    /// Name of the operating system; empty if the pod names none.
    std::string_view os{};
    /// Names of the pod's volumes; null if they are not known.
    const std::vector<std::string_view>* volumes = nullptr;
    /// terminationGracePeriodSeconds; no value if it is not known.
    std::optional<std::int64_t> grace_period{};
  };
  ContainerRules(ContainerRole role, const PodFacts& pod, PodValidator& validator);
  void check(const api::Cursor& container, const std::string& path);

 private:
  void ports(const api::Cursor& container, const std::string& path);
  void host_port(const api::Cursor& port, const std::string& path);
  void probe(const api::Cursor& container, std::string_view name, const std::string& path);
  void http_protocol(const api::Cursor& action, const std::string& path);
  void hooks(const api::Cursor& container, const std::string& path);
  void sleep(const api::Cursor& hook, const std::string& path);
  void exactly_one(const api::Cursor& value, std::string_view type, const std::string& path, std::string_view what);
  void environment(const api::Cursor& container, const std::string& path);
  void mounts(const api::Cursor& container, const std::string& path);
  void volume_exists(const api::Cursor& use, const std::string& path);
  void resources(const api::Cursor& container, const std::string& path);
  [[nodiscard]] bool is_standard(std::string_view resource) const;
  void restart_policy(const api::Cursor& container, const std::string& path);
  void resize_policy(const api::Cursor& container, const std::string& path);
  void stop_signal(const api::Cursor& container, const std::string& path);
  void not_possible(const api::Cursor& container, std::initializer_list<std::string_view> fields,
                    const std::string& path, std::string_view advice, std::string_view refusal);

  ContainerRole role_;
  PodFacts pod_;
  PodValidator& validator_;
  std::set<std::string> host_ports_;
};

/// Rules of a PodSpec and all its containers. `claimed_volumes`: further volumes, of a StatefulSet's claim templates.
void check_pod_rules(const api::Cursor& spec, const std::vector<std::string_view>& claimed_volumes,
                     const std::string& path, PodValidator& validator);

}  // namespace podreel::types
