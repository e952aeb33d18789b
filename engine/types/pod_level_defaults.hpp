// Defaults that depend on more than one field of a pod.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "engine/types/type_graph.hpp"

namespace podreel::types {

/// Limits of a container that have no request beside them are requested.
void default_requests(nlohmann::json& container);

/// Requests of all containers, and their host ports in a pod with hostNetwork.
void default_pod_level(nlohmann::json& spec);

/// Defaults that only an API server sets: `spec` is in stored form and has the defaults of its fields.
class StoredSpecDefaults {
 public:
  StoredSpecDefaults(const Type& container, release::Release release, const release::FeatureGates& gates)
      : container_(container), release_(release), gates_(gates) {}

  void pod(nlohmann::json& spec) const;
  /// NotRequired for what is requested or limited (KEP-1287), up to some release.
  void resize_policy(nlohmann::json& container) const;

 private:
  [[nodiscard]] bool knows(std::string_view field) const;
  void proc_mount(nlohmann::json& container) const;

  const Type& container_;
  release::Release release_;
  const release::FeatureGates& gates_;
};

}  // namespace podreel::types
