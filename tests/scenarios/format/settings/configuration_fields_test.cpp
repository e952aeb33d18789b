#include "scenarios/format/settings/configuration_fields.hpp"

#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/load.hpp"

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

struct Reported {
  std::string problems;
  std::string warnings;
  kubelet::KubeletConfiguration config;
};

std::string lines(const std::vector<api::Problem>& list) {
  std::string text;
  for (const api::Problem& problem : list) text += to_string(problem) + "\n";
  return text;
}

/// What is said of a scenario with this spec.
Reported reported(const std::string& spec) {
  const std::string text = "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: config}, spec: " + spec;
  const Loaded loaded = load_scenarios(api::load_documents(text + "}", "config.yaml"), "config.yaml");
  Reported result{lines(loaded.problems), lines(loaded.warnings), {}};
  if (!loaded.scenarios.empty()) result.config = loaded.scenarios.front().node.kubelet.config;
  return result;
}

Reported with_config(const std::string& config, const std::string& kubelet) {
  return reported("{node: {kubelet: {" + kubelet + ", config: " + config + "}}}");
}

}  // namespace

TEST_CASE("what is not said has upstream's defaults") {
  const Reported none = with_config("{}", "version: '1.36'");
  CHECK(none.config == kubelet::KubeletConfiguration{});
  CHECK(none.config.sync_frequency == 1min);
  CHECK(none.config.runtime_request_timeout == 2min);
  CHECK(none.config.pulls_images_one_by_one());
}

TEST_CASE("several pulls at once are allowed by either field") {
  CHECK_FALSE(with_config("{maxParallelImagePulls: 3}", "version: '1.30'").config.pulls_images_one_by_one());
  CHECK_FALSE(with_config("{serializeImagePulls: false}", "version: '1.30'").config.pulls_images_one_by_one());
  CHECK(with_config("{maxParallelImagePulls: 1}", "version: '1.30'").config.pulls_images_one_by_one());
  CHECK(with_config("{serializeImagePulls: true, maxParallelImagePulls: 3}", "version: '1.30'").problems ==
        "config.yaml:1:155: spec.node.kubelet.config.maxParallelImagePulls: invalid configuration: "
        "maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to "
        "false\n");
}

TEST_CASE("a field that the kubelet does not know yet is warned of") {
  const Reported older = with_config(
      "{imageMaximumGCAge: 20m, maxParallelImagePulls: 2, crashLoopBackOff: "
      "{maxContainerRestartPeriod: 20s}}",
      "version: '1.26'");
  CHECK(older.problems == "");
  CHECK(older.warnings ==
        "config.yaml:1:128: spec.node.kubelet.config.imageMaximumGCAge: unknown to kubelets of 1.26, which ignore it\n"
        "config.yaml:1:152: spec.node.kubelet.config.maxParallelImagePulls: unknown to kubelets of 1.26, which ignore "
        "it\n"
        "config.yaml:1:178: spec.node.kubelet.config.crashLoopBackOff: unknown to kubelets of 1.26, which ignore it\n");
}

TEST_CASE("a field whose gate is off is refused, unless it is as by default") {
  CHECK(with_config("{imageMaximumGCAge: 20m}", "version: '1.29'").problems ==
        "config.yaml:1:128: spec.node.kubelet.config.imageMaximumGCAge: invalid configuration: ImageMaximumGCAge "
        "feature gate is required for Kubelet configuration option imageMaximumGCAge\n");
  CHECK(with_config("{imageMaximumGCAge: 0s}", "version: '1.29'").problems == "");
  CHECK(with_config("{imageMaximumGCAge: 20m}", "version: '1.29', featureGates: {ImageMaximumGCAge: true}").problems ==
        "");
  CHECK(with_config("{crashLoopBackOff: {maxContainerRestartPeriod: 20s}}", "version: '1.32'").problems ==
        "config.yaml:1:128: spec.node.kubelet.config.crashLoopBackOff: invalid configuration: FeatureGate "
        "KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set\n");
  CHECK(with_config("{crashLoopBackOff: {}}", "version: '1.32'").problems == "");
}

TEST_CASE("an older kubelet that starts with the same configuration is also checked") {
  const std::string start =
      "{node: {kubelet: {version: '1.35', config: {crashLoopBackOff: {maxContainerRestartPeriod: 20s}}}}, timeline: "
      "[{at: 1s, stopKubelet: {}}, {at: 2s, startKubelet: {version: '1.31'";
  const Reported kept = reported(start + "}}]}");
  CHECK(kept.problems == "");
  CHECK(kept.warnings ==
        "config.yaml:1:128: spec.node.kubelet.config.crashLoopBackOff: unknown to kubelets of 1.31, which ignore it\n");
  CHECK(reported(start + ", config: {}}}]}").warnings == "");
}

}  // namespace podreel::format
