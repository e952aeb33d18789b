#include "engine/kubelet/request_rates.hpp"

#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

/// rest.DefaultQPS, which a client that is given 0 takes, and rest.DefaultBurst.
constexpr sync::Rate of_clients{5, 10};
/// SetDefaults_KubeletConfiguration.
constexpr sync::Rate frequent{50, 100};

}  // namespace

sync::Rate api_rate(const KubeletConfiguration& config, const release::Behaviour& behaviour) {
  const sync::Rate usual = behaviour.has(release::requests_are_frequent) ? frequent : of_clients;
  sync::Rate rate{config.kube_api_qps.value_or(usual.per_second), config.kube_api_burst.value_or(usual.burst)};
  if (rate.per_second == 0) rate.per_second = of_clients.per_second;
  return rate;
}

sync::Rate event_rate(const KubeletConfiguration& config, const release::Behaviour& behaviour) {
  const sync::Rate usual = behaviour.has(release::requests_are_frequent) ? frequent : of_clients;
  sync::Rate rate{config.event_record_qps.value_or(usual.per_second), config.event_burst.value_or(usual.burst)};
  if (rate.per_second == 0 && !behaviour.has(release::event_rate_can_be_unlimited))
    rate.per_second = of_clients.per_second;
  return rate;
}

}  // namespace podreel::kubelet
