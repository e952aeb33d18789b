// The ConfigMaps and Secrets of a scenario, as its API shows them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/apiserver/config_objects.hpp"
#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::server {

/// What was put or removed after that version of `config` becomes so in the API.
void show_changed(controllers::ClusterApi& api, const apiserver::ConfigObjects& config, std::uint64_t version);

/// What a pod refers to and nobody has said the contents of: it has the keys that are asked for by name, without
/// values.
void show_referred(controllers::ClusterApi& api, const apiserver::ConfigObjects& config, const std::string& name_space,
                   const nlohmann::json& pod);

}  // namespace podreel::server
