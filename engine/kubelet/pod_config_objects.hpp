// The ConfigMaps and Secrets that a pod can refer to: those of its namespace.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/apiserver/config_objects.hpp"

namespace podreel::kubelet {

/// Answers of the kubelet's managers of ConfigMaps and Secrets (pkg/kubelet/configmap, pkg/kubelet/secret). The pod
/// and the objects must outlive it.
class PodConfigObjects {
 public:
  PodConfigObjects(const api::Pod& pod, const apiserver::ConfigObjects& objects) noexcept
      : namespace_{pod.metadata.namespace_name}, objects_{objects} {}

  /// As messages name the object: "namespace/name".
  [[nodiscard]] std::string full_name(std::string_view name) const;
  [[nodiscard]] bool exists(apiserver::ConfigKind kind, std::string_view name) const;
  /// Only of one that exists.
  [[nodiscard]] bool has_key(apiserver::ConfigKind kind, std::string_view name, std::string_view key) const;
  /// The API server's answer for one that is not there; no value if it is.
  [[nodiscard]] std::optional<std::string> not_found(apiserver::ConfigKind kind, std::string_view name) const;

 private:
  std::string_view namespace_;
  const apiserver::ConfigObjects& objects_;
};

}  // namespace podreel::kubelet
