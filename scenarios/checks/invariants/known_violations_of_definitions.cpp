// Invariants of containers with unchanged definitions that some releases violate.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/release/behaviour/resizing.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

/// Returns "app" of "spec.containers{app}".
std::string_view container_in(std::string_view field_path) {
  const auto begin = field_path.find('{');
  const auto end = field_path.find('}');
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return field_path.substr(begin + 1, end - begin - 1);
}

bool names_other_definition(const trace::Event& event) {
  return event.reason == "Killing" && (event.message.find("definition changed") != std::string::npos ||
                                       event.message.find("hash changed") != std::string::npos);
}

/// Returns the container's definition in the API at that time, without fields that can change in place; null if there
/// was none.
nlohmann::json definition_at(const PodLife& life, std::string_view container, sim::Time then, bool resizes_in_place) {
  const auto later = std::ranges::upper_bound(life.versions, then, {}, &PodVersion::since);
  const PodVersion& version = later == life.versions.begin() ? *later : *std::prev(later);
  const api::Container* found = find_container(*version.pod->spec, container).container;
  if (found == nullptr || found->stored == nullptr) return nullptr;
  nlohmann::json definition = *found->stored;
  if (resizes_in_place) definition.erase("resources");
  return definition;
}

std::optional<Finding> unchanged_containers_run_on(const History& history) {
  const bool resizes = history.circumstances().any_has(release::in_place_resize);
  for (const trace::Record& record : history.records()) {
    const auto* event = std::get_if<trace::Event>(&record.payload);
    if (event == nullptr || !event->field_path || !names_other_definition(*event)) continue;
    const std::string_view name = container_in(*event->field_path);
    const PodLife* life = history.pod_named(record.pod);
    const auto& instances = history.instances();
    const auto newest = std::find_if(instances.rbegin(), instances.rend(), [&](const Instance& instance) {
      return instance.pod == record.pod && instance.container == name && instance.created_at < record.time;
    });
    if (life == nullptr || newest == instances.rend() || !history.is_only_of_its_name(record.pod)) continue;
    const nlohmann::json before = definition_at(*life, name, newest->created_at, resizes);
    if (before.is_null() || before != definition_at(*life, name, record.time, resizes)) continue;
    return Finding{record.time,
                   fmt::format("{}/{} is stopped for a changed definition, which has not changed", record.pod, name)};
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_definitions{
    Invariant{"unchanged-containers-run-on",
              "a container is not stopped for a changed definition if only resizable fields or nothing changed",
              unchanged_containers_run_on, "kubernetes/kubernetes#119187"},
};

}  // namespace

std::span<const Invariant> known_violations_of_definitions() {
  return table_of_promised_definitions;
}

}  // namespace podreel::invariants
