// Groups, resources and verbs of the server.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/status_error.hpp"

namespace podreel::serve {

struct Subresource {
  std::string_view name;
  std::string_view kind;
  /// Group and version of the kind, if they differ from those of the resource.
  std::string_view group_version;
  /// Verbs as in discovery: "get patch update".
  std::string_view verbs;
};

struct Resource {
  /// For example "deployments".
  std::string_view name;
  std::string_view kind;
  std::string_view singular{};
  /// Empty: the core group.
  std::string_view group;
  std::string_view version;
  bool is_namespaced = true;
  std::string_view short_name{};
  /// Whether `kubectl get all` shows it.
  bool is_of_all = false;
  std::string_view verbs{};
  std::span<const Subresource> subresources{};
  /// Whether only simulations with an external kubelet have it.
  bool is_of_kubelets = false;

  /// Returns "apps/v1" or "v1".
  [[nodiscard]] std::string group_version() const;
  /// Returns "deployments.apps" or "pods".
  [[nodiscard]] std::string qualified() const;
  [[nodiscard]] const Subresource* subresource(std::string_view wanted) const;
};

/// Returns the resources, without those of kubelets.
[[nodiscard]] std::span<const Resource> resources();
/// Returns a resource; null if there is none.
[[nodiscard]] const Resource* find_resource(std::string_view group, std::string_view version, std::string_view name);
/// Returns a resource that must exist.
[[nodiscard]] const Resource& resource_named(std::string_view name);

[[nodiscard]] Kind kind_of(const Resource& resource);

/// Returns whether a list such as "get list watch" has a verb.
[[nodiscard]] bool has_verb(std::string_view verbs, std::string_view verb);

}  // namespace podreel::serve
