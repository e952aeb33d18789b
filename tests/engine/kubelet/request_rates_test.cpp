#include "engine/kubelet/request_rates.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

namespace {

release::Behaviour of(std::string_view release) {
  return release::behaviour_of(release::parse_release(release).value());
}

}  // namespace

TEST_CASE("kubelets have become ten times as quick to ask") {
  CHECK(api_rate({}, of("1.26")) == sync::Rate{5, 10});
  CHECK(event_rate({}, of("1.26")) == sync::Rate{5, 10});
  CHECK(api_rate({}, of("1.27")) == sync::Rate{50, 100});
  CHECK(event_rate({}, of("1.27")) == sync::Rate{50, 100});
}

TEST_CASE("what is configured counts") {
  KubeletConfiguration config;
  config.kube_api_qps = 20;
  config.event_burst = 7;
  CHECK(api_rate(config, of("1.30")) == sync::Rate{20, 100});
  CHECK(event_rate(config, of("1.30")) == sync::Rate{50, 7});
}

TEST_CASE("a rate of 0 is the client's own, and for events none once that was mended") {
  KubeletConfiguration config;
  config.kube_api_qps = 0;
  config.event_record_qps = 0;
  CHECK(api_rate(config, of("1.30")).per_second == 5);
  CHECK(event_rate(config, of("1.36")).per_second == 5);
  CHECK(event_rate(config, of("1.37")).per_second == 0);
}

}  // namespace podreel::kubelet
