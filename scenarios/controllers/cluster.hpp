// What a cluster of one node has beside the node: its API's objects, scheduler and controllers.
#pragma once

#include "scenarios/controllers/cluster_api.hpp"
#include "scenarios/controllers/cluster_node.hpp"
#include "scenarios/controllers/cron_job.hpp"
#include "scenarios/controllers/daemon_set.hpp"
#include "scenarios/controllers/deployment.hpp"
#include "scenarios/controllers/disruption.hpp"
#include "scenarios/controllers/endpoint_slices.hpp"
#include "scenarios/controllers/endpoints.hpp"
#include "scenarios/controllers/garbage_collector.hpp"
#include "scenarios/controllers/job.hpp"
#include "scenarios/controllers/kubernetes_service.hpp"
#include "scenarios/controllers/namespaces.hpp"
#include "scenarios/controllers/replica_set.hpp"
#include "scenarios/controllers/scheduler.hpp"
#include "scenarios/controllers/service_addresses.hpp"
#include "scenarios/controllers/stateful_set.hpp"
#include "scenarios/simulation/node.hpp"

namespace podreel::controllers {

class Cluster {
 public:
  /// All must outlive it.
  Cluster(ObjectLog& objects, simulation::Node& node, timing::Timing& timing);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  [[nodiscard]] ClusterApi& api() noexcept { return api_; }
  [[nodiscard]] const ClusterApi& api() const noexcept { return api_; }
  [[nodiscard]] ClusterNode& node() noexcept { return node_; }
  [[nodiscard]] Disruption& disruption() noexcept { return disruption_; }
  [[nodiscard]] const ServiceAddresses& service_addresses() const noexcept { return service_addresses_; }
  [[nodiscard]] KubernetesService& kubernetes_service() noexcept { return kubernetes_service_; }

 private:
  sim::Process world_;
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

}  // namespace podreel::controllers
