// Namespaces, and the deletion of their contents.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// Returns a namespace as the API server stores it (pkg/registry/core/namespace/strategy.go): with the label of its
/// name, and active until it is deleted. Keeps its other labels and its annotations.
[[nodiscard]] nlohmann::json active_namespace(nlohmann::json object, const std::string& name);

/// Whether it is being deleted, so that nothing can be created in it.
[[nodiscard]] bool is_terminating(const ObjectStore& objects, std::string_view name);

/// pkg/controller/namespace: deletes the contents of a terminating namespace, and then the namespace.
class NamespaceController {
 public:
  /// `api` must outlive it.
  explicit NamespaceController(ClusterApi& api);
  ~NamespaceController() = default;
  NamespaceController(const NamespaceController&) = delete;
  NamespaceController& operator=(const NamespaceController&) = delete;

 private:
  void sync(const std::string& name);
  void set_conditions(const std::string& name, const std::string& remaining);

  ClusterApi& api_;
  Reconciler queue_;
};

}  // namespace podreel::cluster
