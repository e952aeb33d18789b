// The forecast of an upgrade, container by container, is what a replay of it does.
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/identity/container_hash.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/sim/random.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "engine/upgrade/upgrade_evaluator.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/generated_scenario.hpp"
#include "tests/support/generated_upgrade.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/sample.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::generated_pause;
using testing::generated_phase;
using testing::GeneratedUpgrade;
using upgrade::ContainerForecast;
using upgrade::Effect;

/// What the records of one kubelet's life say of a container.
struct Seen {
  bool was_started_before = false;
  bool is_started = false;
  /// Killed because the kubelet took it for another container, or for one that has not got what it asks for.
  bool is_killed_as_changed = false;
  /// The stored hashes have been rewritten since a kubelet stored them.
  bool is_rewritten = false;
  /// The hash stored last before that life, and the first one stored in it; empty: none.
  std::string hash_before;
  std::string hash_after;
};

/// "app" of "spec.containers{app}".
std::string container_of(const trace::Event& event) {
  const std::string path = event.field_path.value_or("");
  const std::size_t brace = path.find('{');
  return brace == std::string::npos ? std::string{} : path.substr(brace + 1, path.size() - brace - 2);
}

std::map<std::string, Seen> seen_in(const testing::RunHistory& run, std::size_t step) {
  const sim::Time begin = run.start + static_cast<int>(step) * generated_phase;
  const sim::Time end = begin + generated_phase;
  std::map<std::string, Seen> seen;
  for (const trace::Record& record : run.records) {
    if (record.time > end) break;
    if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload); call && call->container) {
      Seen& container = seen[*call->container];
      if (call->op == "StartContainer" && !call->error) {
        (record.time < begin ? container.was_started_before : container.is_started) = true;
      }
      if (call->op != "CreateContainer") continue;
      if (record.time < begin) container.hash_before = call->hash.value_or("");
      if (record.time >= begin && container.hash_after.empty()) container.hash_after = call->hash.value_or("");
    } else if (const auto* event = std::get_if<trace::Event>(&record.payload)) {
      const auto says = [&](const char* what) { return event->message.find(what) != std::string::npos; };
      const bool is_change = event->reason == "Killing" && (says("changed") || says("resize requires restart"));
      if (is_change && record.time >= begin) seen[container_of(*event)].is_killed_as_changed = true;
    }
  }
  return seen;
}

/// The pod as the API has it when the kubelet stops before a step; null if there is none.
json pod_before(const testing::RunHistory& run, std::size_t step) {
  const auto pod = run.pods.find("default/web");
  if (pod == run.pods.end()) return nullptr;
  json object;
  for (const format::PodVersion& version : pod->second) {
    if (version.since < run.start + static_cast<int>(step) * generated_phase)
      object = version.object ? *version.object : json{};
  }
  return object;
}

bool runs(const json& pod, const ContainerForecast& pod_forecast) {
  for (const upgrade::ContainerList& list : upgrade::container_lists) {
    for (const json& status : pod.at("status").value(list.statuses, json::array())) {
      if (status.at("name") == std::string{pod_forecast.container}) return status.at("state").contains("running");
    }
  }
  return false;
}

std::string difference(const ContainerForecast& pod_forecast, const Seen& seen, bool runs, bool starts_again) {
  const bool restarts = seen.is_started && seen.was_started_before;
  const std::string forecast = fmt::format("forecast: {}; ", to_string(pod_forecast.effect));
  if (pod_forecast.effect == Effect::restarts && !seen.is_killed_as_changed)
    return forecast + "the replay does not kill it";
  if (pod_forecast.effect == Effect::restarts && !restarts && starts_again)
    return forecast + "the replay only kills it";
  if (pod_forecast.effect != Effect::restarts && seen.is_killed_as_changed)
    return forecast + "the replay kills it as changed";
  if (pod_forecast.effect != Effect::restarts && runs && restarts) return forecast + "the replay restarts it";
  // What stands beside the container on the node; a rewrite changes that while no kubelet runs.
  const std::string before = identity::hash_text(pod_forecast.before);
  if (!seen.is_rewritten && !seen.hash_before.empty() && before != seen.hash_before) {
    return fmt::format("forecast of the stored hash: {}, stored: {}", before, seen.hash_before);
  }
  const std::string after = identity::hash_text(pod_forecast.after);
  if (!seen.hash_after.empty() && after != seen.hash_after) {
    return fmt::format("forecast of the next hash: {}, stored: {}", after, seen.hash_after);
  }
  return {};
}

/// Where forecast and replay part; empty: nowhere.
std::string difference(const GeneratedUpgrade& made, std::set<Effect>& effects) {
  const format::Loaded loaded =
      format::load_scenarios(api::load_documents(made.scenario(), "made-up.json"), "made-up.json");
  if (!loaded.problems.empty()) return to_string(loaded.problems.front());
  const testing::RunHistory run = testing::recorded_run(loaded.scenarios.front());
  const json pod = pod_before(run, 1);
  if (pod.is_null()) return {};
  upgrade::UpgradeEvaluator evaluator{made.path};
  const auto pod_forecasts = evaluator.evaluate({pod, {}, "", ""}, "made-up.json");
  // A pod that has not come up yet does not tell how its containers will end.
  const std::size_t known_steps = upgrade::phase_of(pod) == "Pending" ? 1 : pod_forecasts.size();
  for (std::size_t step = 1; step <= known_steps; ++step) {
    std::map<std::string, Seen> seen = seen_in(run, step);
    const json pod_then = pod_before(run, step);
    // 1.7 kills before it looks at the init containers, of which a sidecar does not end.
    const bool starts_again =
        release::behaviour_of(made.path.releases[step], made.path.gates).has(release::modern_pod_actions);
    for (const ContainerForecast& pod_forecast : pod_forecasts[step - 1]) {
      effects.insert(pod_forecast.effect);
      Seen& container = seen[pod_forecast.container];
      container.is_rewritten = step > 1 && made.path.policy.kind == decide::PolicyKind::rewrite;
      const std::string text = difference(pod_forecast, container, runs(pod_then, pod_forecast), starts_again);
      if (!text.empty()) return fmt::format("step {}: {}: {}", step, std::string{pod_forecast.container}, text);
    }
  }
  return {};
}

/// Takes away what is not needed to part forecast and replay.
GeneratedUpgrade smallest(GeneratedUpgrade failing) {
  std::set<Effect> effects;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (GeneratedUpgrade& less : failing.smaller()) {
      if (difference(less, effects).empty()) continue;
      failing = std::move(less);
      is_smaller = true;
      break;
    }
  }
  return failing;
}

GeneratedUpgrade upgrade_of_seed(std::uint64_t seed) {
  const std::string drawn = testing::bytes_of_seed(seed);
  fuzz::Bytes bytes{drawn};
  return testing::generated_upgrade(bytes);
}

}  // namespace

TEST_CASE("the forecast of generated pods' upgrades equals their replay") {
  const std::uint64_t cases = 600 / testing::one_in({.sanitized = 6});
  std::set<Effect> effects;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    const GeneratedUpgrade made = upgrade_of_seed(seed);
    const std::string found = difference(made, effects);
    if (found.empty()) continue;
    const GeneratedUpgrade small = smallest(made);
    CAPTURE(seed);
    CHECK_MESSAGE(found.empty(), found, "\nsmallest: ", difference(small, effects), "\nfor `podreel run -f FILE`:\n",
                  small.scenario());
  }
  CHECK(effects == std::set{Effect::stays, Effect::left_alone, Effect::restarts});
}

}  // namespace podreel
