#include "tests/support/served_scenario.hpp"

#include <doctest/doctest.h>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::testing {

namespace {

format::Scenario loaded(const std::string& spec) {
  const std::string text = "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: served}, spec: {" +
                           (spec.empty() ? std::string{"duration: 1m"} : spec) + "}}";
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "served.yaml"), "served.yaml");
  for (const api::Problem& problem : loaded.problems) FAIL(api::to_string(problem));
  return std::move(loaded.scenarios.at(0));
}

}  // namespace

ServedScenario::ServedScenario(const std::string& spec, double speed, const net::MemoryBudget& budget)
    : scenario_{loaded(spec)},
      served_{std::make_unique<cri::ServedRuntime>(
          scenario_, cri::Pace{began, speed}, logs,
          [this](const std::string& complaint) { complaints_.push_back(complaint); }, budget)},
      client_{served_->scheduler()} {}

cri::SandboxConfig ServedScenario::sandbox(const std::string& pod, std::uint32_t attempt) {
  cri::SandboxConfig config;
  config.metadata = {pod, "uid-of-" + pod, "default", attempt};
  config.log_directory = "logs";
  config.labels = {{"pod", pod}};
  return config;
}

cri::ContainerConfig ServedScenario::container(const std::string& name, std::uint32_t attempt) {
  cri::ContainerConfig config;
  config.name = name;
  config.attempt = attempt;
  config.image = "img";
  config.log_path = name + ".log";
  config.labels = {{"container", name}};
  return config;
}

std::string ServedScenario::run_sandbox(const std::string& pod) {
  return get(service().run_pod_sandbox(client_, sandbox(pod)));
}

std::string ServedScenario::run_container(const std::string& sandbox, const std::string& name) {
  const std::string id = get(service().create_container(client_, sandbox, container(name)));
  get(service().start_container(client_, id));
  return id;
}

}  // namespace podreel::testing
