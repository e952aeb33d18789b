// /podreel/v1: the simulation's own API.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"
#include "tools/serve/target.hpp"

namespace podreel::server {

/// What the routes are, as OpenAPI describes them.
[[nodiscard]] nlohmann::json simulation_api_description();

/// "60x", "60", "paused"; nothing for what is no speed, or beyond 100000x.
[[nodiscard]] std::optional<double> speed_of(std::string_view text);

/// A request below /podreel. Throws StatusError.
[[nodiscard]] Response answer_about_simulation(Session& session, const Request& request, const Target& target);

}  // namespace podreel::server
