#include "tests/support/short_scenario.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <utility>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::testing {

namespace {

double seconds_in(const RunHistory& history, sim::Time time) {
  return format::in_seconds(time - history.start);
}

format::Scenario only_scenario(const std::string& text) {
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "short.yaml"), "short.yaml");
  for (const api::Problem& problem : loaded.problems) FAIL(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

}  // namespace

format::Scenario short_scenario(const std::string& spec) {
  return only_scenario(
      fmt::format("{{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: short}}, "
                  "spec: {{description: In a test., {}}}}}",
                  spec));
}

RunHistory history_of(const std::string& spec, simulation::ReplayOptions options) {
  return recorded_run(short_scenario(spec), std::move(options));
}

RunHistory history_of_document(const std::string& text, simulation::ReplayOptions options) {
  return recorded_run(only_scenario(text), std::move(options));
}

std::vector<std::string> calls_in(const RunHistory& history, std::string_view operation) {
  std::vector<std::string> calls;
  for (const trace::Record& record : history.records) {
    const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
    if (call == nullptr || !call->op.starts_with(operation)) continue;
    std::string line = fmt::format("{:g} {}", seconds_in(history, record.time), call->op);
    if (call->container) line += " " + *call->container;
    if (call->timeout) line += fmt::format(" {}", *call->timeout);
    calls.push_back(std::move(line));
  }
  return calls;
}

std::vector<double> events_in(const RunHistory& history, std::string_view reason) {
  std::vector<double> times;
  for (const trace::Record& record : history.records) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event != nullptr && event->reason == reason) times.push_back(seconds_in(history, record.time));
  }
  return times;
}

}  // namespace podreel::testing
