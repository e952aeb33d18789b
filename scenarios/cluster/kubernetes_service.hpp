// The Service of a cluster's API server: default/kubernetes.
#pragma once

#include <string>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controlplane/controller/kubernetesservice: creates it with its endpoints, and recreates it after a deletion.
class KubernetesService {
 public:
  /// `api` must outlive it.
  explicit KubernetesService(ClusterApi& api);
  ~KubernetesService() = default;
  KubernetesService(const KubernetesService&) = delete;
  KubernetesService& operator=(const KubernetesService&) = delete;

  /// Creates missing objects. The API server's address is `ip`.
  void make(const std::string& ip);

 private:
  ClusterApi& api_;
  Reconciler queue_;
  std::string ip_;
};

}  // namespace podreel::cluster
