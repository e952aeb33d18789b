// Sizes of objects, as a cluster bounds them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/serve/resources.hpp"
#include "tools/serve/session.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

/// Maximum size of an object in bytes, as etcd's --max-request-bytes.
inline constexpr std::size_t max_object_bytes = std::size_t{3} * 512 * 1024;

/// Returns the causes for the data of a ConfigMap or Secret, and for annotations, that are too long.
[[nodiscard]] std::vector<Cause> broken_size_rules(std::string_view resource, const nlohmann::json& object);

/// Throws StatusError (500, as a cluster answers) for an object that etcd would refuse.
void check_object_size(const nlohmann::json& object);

/// Throws StatusError (429) for a request that stores something for which the server has no memory left.
void check_memory_for(const Session& session, const Request& request);

}  // namespace podreel::serve
