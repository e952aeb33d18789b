#include "scenarios/cluster/cluster.hpp"

namespace podreel::cluster {

Cluster::Cluster(simulation::Node& node, timing::Timing& timing)
    : context_{node.scheduler()},
      api_{{.server = node.api_server(),
            .world = context_,
            .timing = timing,
            .recorder = node.recorder(),
            .node = node.node_name()}},
      node_{api_, node},
      scheduler_{api_, node_},
      disruption_{api_},
      deployments_{api_},
      replica_sets_{api_},
      stateful_sets_{api_},
      daemon_sets_{api_, node_},
      jobs_{api_},
      cron_jobs_{api_},
      service_addresses_{api_.store()},
      endpoints_{api_},
      endpoint_slices_{api_},
      kubernetes_service_{api_},
      garbage_{api_},
      namespaces_{api_} {}

}  // namespace podreel::cluster
