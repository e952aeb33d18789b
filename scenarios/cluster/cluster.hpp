// A cluster of one node, without the node: the objects of its API, scheduler and controllers.
#pragma once

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/cluster_node.hpp"
#include "scenarios/cluster/cron_job.hpp"
#include "scenarios/cluster/daemon_set.hpp"
#include "scenarios/cluster/deployment.hpp"
#include "scenarios/cluster/disruption.hpp"
#include "scenarios/cluster/endpoint_slices.hpp"
#include "scenarios/cluster/endpoints.hpp"
#include "scenarios/cluster/garbage_collector.hpp"
#include "scenarios/cluster/job.hpp"
#include "scenarios/cluster/kubernetes_service.hpp"
#include "scenarios/cluster/namespaces.hpp"
#include "scenarios/cluster/replica_set.hpp"
#include "scenarios/cluster/scheduler.hpp"
#include "scenarios/cluster/service_addresses.hpp"
#include "scenarios/cluster/stateful_set.hpp"
#include "scenarios/simulation/node.hpp"

namespace podreel::cluster {

class Cluster {
 public:
  /// Both must outlive it.
  Cluster(simulation::Node& node, timing::Timing& timing);
  ~Cluster() = default;
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  [[nodiscard]] ClusterApi& api() noexcept { return api_; }
  [[nodiscard]] const ClusterApi& api() const noexcept { return api_; }
  [[nodiscard]] ClusterNode& node() noexcept { return node_; }
  [[nodiscard]] Disruption& disruption() noexcept { return disruption_; }
  [[nodiscard]] const ServiceAddresses& service_addresses() const noexcept { return service_addresses_; }
  [[nodiscard]] KubernetesService& kubernetes_service() noexcept { return kubernetes_service_; }

 private:
  sim::Process context_;
  ClusterApi api_;
  ClusterNode node_;
  Scheduler scheduler_;
  Disruption disruption_;
  DeploymentController deployments_;
  ReplicaSetController replica_sets_;
  StatefulSetController stateful_sets_;
  DaemonSetController daemon_sets_;
  JobController jobs_;
  CronJobController cron_jobs_;
  ServiceAddresses service_addresses_;
  EndpointsController endpoints_;
  EndpointSliceController endpoint_slices_;
  KubernetesService kubernetes_service_;
  GarbageCollector garbage_;
  NamespaceController namespaces_;
};

}  // namespace podreel::cluster
