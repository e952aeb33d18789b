// Fleets for tests.
#pragma once

#include <cstdint>
#include <string>

#include "scenarios/fleet/load.hpp"

namespace podreel::testing {

/// In the repository's root.
inline const std::string shop_file = "scenarios/library/fleets/shop.yaml";

/// Two clusters with web (probed, two containers), db (a StatefulSet), billing (one replica) and a DaemonSet, and the
/// plans swap, careful and rewrite.
[[nodiscard]] fleet::Loaded shop_fleet();

/// The text of that file, with something in it written otherwise.
[[nodiscard]] std::string shop_with(const std::string& instead_of, const std::string& text);

/// What the documents in `text` say.
[[nodiscard]] fleet::Loaded loaded_fleet(const std::string& text);

/// A fleet of one cluster "c" with `nodes` nodes "nodes-0" … of 1.30, and `workloads`, a YAML list in one line.
[[nodiscard]] std::string small_fleet(int nodes, const std::string& workloads);

/// A Deployment for `small_fleet`.
[[nodiscard]] std::string deployment(const std::string& name, int replicas, const std::string& pod_spec);

/// The same as `small_fleet` behind an API server of 1.26. Its kubelets hash resizePolicy, which API servers of 1.27
/// fill in where the gate InPlacePodVerticalScaling is on, as it is here.
[[nodiscard]] std::string masters_fleet(int nodes, const std::string& workloads);
/// A pod spec for `deployment` for which they do.
inline constexpr const char* resizable_container_spec =
    "{containers: [{name: a, image: i, resources: {requests: {cpu: 100m}}}]}";
/// A plan "masters" whose masters come to 1.27 after a second, and its kubelets to 1.31. `more_of_masters` begins with
/// a comma; `more` are further lines of its spec.
[[nodiscard]] std::string masters_plan(const std::string& more_of_masters, const std::string& more = "");

/// A made-up fleet of a few clusters, another one for another seed, and the plans "all", "back", which is stopped and
/// taken back, and "masters".
[[nodiscard]] std::string generated_fleet(std::uint64_t seed);

/// The same for a StatefulSet; its pods have the label app={name}.
[[nodiscard]] std::string stateful_set(const std::string& name, int replicas, const std::string& management_policy);

/// For the end of a `small_fleet`: budgets in a YAML list.
[[nodiscard]] std::string budgets(const std::string& list);
/// One of them, for the pods with that label app. `spec`: "minAvailable: 1".
[[nodiscard]] std::string budget(const std::string& app, const std::string& spec);

/// A plan that drains nodes and starts a 1.31 there; `more` fields of its spec begin with a comma.
[[nodiscard]] std::string drain_plan(const std::string& drain, const std::string& more = "");

/// A pod spec for `deployment`.
inline constexpr const char* one_container_spec = "{containers: [{name: a, image: i}]}";

}  // namespace podreel::testing
