// What the server has: its groups, their resources, and what can be done to them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/status_error.hpp"

namespace podreel::server {

struct Subresource {
  std::string_view name;
  std::string_view kind;
  /// Of the kind, where it is not that of the resource.
  std::string_view group_version;
  /// "get patch update", as discovery lists them.
  std::string_view verbs;
};

struct Resource {
  /// "deployments".
  std::string_view name;
  std::string_view kind;
  std::string_view singular{};
  /// Empty: the core.
  std::string_view group;
  std::string_view version;
  bool is_namespaced = true;
  std::string_view short_name{};
  /// `kubectl get all` shows it.
  bool is_of_all = false;
  std::string_view verbs{};
  std::span<const Subresource> subresources{};
  /// Only a simulation with a kubelet from outside has it.
  bool is_of_kubelets = false;

  /// "apps/v1", "v1".
  [[nodiscard]] std::string group_version() const;
  /// "deployments.apps", "pods".
  [[nodiscard]] std::string qualified() const;
  [[nodiscard]] const Subresource* subresource(std::string_view wanted) const;
};

/// Without those of kubelets.
[[nodiscard]] std::span<const Resource> resources();
/// Null: there is none.
[[nodiscard]] const Resource* find_resource(std::string_view group, std::string_view version, std::string_view name);
/// One that is there.
[[nodiscard]] const Resource& resource_named(std::string_view name);

[[nodiscard]] Kind kind_of(const Resource& resource);

/// "get" is one of "get list watch".
[[nodiscard]] bool has_verb(std::string_view verbs, std::string_view verb);

}  // namespace podreel::server
