// What is promised of containers, and not kept by every release.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scenarios/invariants/invariant.hpp"

namespace podreel::invariants {

namespace {

/// An instance of the init container has done its work in the sandbox: by then a sidecar has started, another has
/// exited with 0.
bool is_done(const History& history, const Instance& app, const api::Container& init) {
  const bool is_sidecar = init.restart_policy == api::RestartPolicy::always;
  return std::ranges::any_of(history.instances(), [&](const Instance& other) {
    if (other.sandbox != app.sandbox || other.container != init.name) return false;
    if (is_sidecar) return other.started_at && *other.started_at <= app.created_at;
    return other.exited_at && *other.exited_at <= app.created_at && other.exit_code == 0;
  });
}

std::optional<Finding> init_containers_come_first(const History& history) {
  for (const Instance& app : history.instances()) {
    const PodLife* life = history.pod_named(app.pod);
    if (life == nullptr || !app.started_at || !history.is_only_of_its_name(app.pod)) continue;
    const api::PodSpec& spec = *life->last().spec;
    if (find_container(spec, app.container).kind != api::ContainerKind::regular) continue;
    for (const api::Container& init : spec.init_containers) {
      if (is_done(history, app, init)) continue;
      return Finding{*app.started_at, fmt::format("{}/{} starts, and init container {} has not done its work", app.pod,
                                                  app.container, init.name)};
    }
  }
  return std::nullopt;
}

constexpr std::array table_of_promised_containers{
    Invariant{
        "init-containers-come-first",
        "a regular container starts when every init container has succeeded in its sandbox, and sidecars have started",
        init_containers_come_first, "https://kubernetes.io/docs/concepts/workloads/pods/init-containers/"},
};

}  // namespace

std::span<const Invariant> promises_of_containers() {
  return table_of_promised_containers;
}

}  // namespace podreel::invariants
