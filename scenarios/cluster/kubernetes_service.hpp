// The Service by which a cluster's API server is reached: default/kubernetes.
#pragma once

#include <string>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::controllers {

/// pkg/controlplane/controller/kubernetesservice: it is made with its endpoints, and made again when it is deleted.
class KubernetesService {
 public:
  /// `api` must outlive it.
  explicit KubernetesService(ClusterApi& api);
  KubernetesService(const KubernetesService&) = delete;
  KubernetesService& operator=(const KubernetesService&) = delete;

  /// What of it is not there. The API server's address is `ip`.
  void make(const std::string& ip);

 private:
  ClusterApi& api_;
  Reconciler queue_;
  std::string ip_;
};

}  // namespace podreel::controllers
