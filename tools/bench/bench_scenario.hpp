// Scenarios of benchmarks.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/sim/time.hpp"
#include "scenarios/format/actions/create_pod.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::bench {

/// Returns a pod with one container.
[[nodiscard]] inline nlohmann::json pod_object(const std::string& name) {
  return {{"apiVersion", "v1"},
          {"kind", "Pod"},
          {"metadata", {{"name", name}, {"namespace", "default"}}},
          {"spec", {{"containers", {{{"name", "app"}, {"image", "img:1"}}}}}}};
}

[[nodiscard]] inline format::Step creation_of(nlohmann::json object) {
  const std::string name = object["metadata"]["name"];
  format::Step step;
  step.action = actions::create_pod("default/" + name, std::make_shared<const nlohmann::json>(std::move(object)));
  return step;
}

/// Returns a scenario that creates `pods` such pods at 0s on a node of 1.30.
[[nodiscard]] inline format::Scenario scenario_of(std::size_t pods, sim::Duration length) {
  format::Scenario scenario;
  scenario.name = "benchmark";
  scenario.duration = length;
  scenario.node.kubelet.version = release::default_release();
  for (std::size_t index = 0; index < pods; ++index) {
    scenario.timeline.push_back(creation_of(pod_object("pod-" + std::to_string(index))));
  }
  return scenario;
}

}  // namespace podreel::bench
