// What must hold between the fields of a pod: the API server's validation, as far as users meet it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/problem_list.hpp"

namespace podreel::api {

enum class ContainerRole : std::uint8_t { regular, init, ephemeral };

/// Rules of one container. `volumes`: the names of the pod's volumes; null if they are not known.
void check_container_rules(const Tree& container, ContainerRole role, const std::vector<std::string_view>* volumes,
                           const std::string& path, ProblemList& problems);

/// Rules of a PodSpec and all its containers. `claimed_volumes`: further volumes, of a StatefulSet's claim templates.
void check_pod_rules(const Tree& spec, const std::vector<std::string_view>& claimed_volumes, const std::string& path,
                     ProblemList& problems);

}  // namespace podreel::api
