// /podreel/v1, the API of the simulation.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"
#include "tools/serve/target.hpp"

namespace podreel::serve {

/// Returns the OpenAPI description of the routes.
[[nodiscard]] nlohmann::json simulation_api_description();

/// Parses "60x", "60" or "paused"; no value for other texts and for more than 100000x.
[[nodiscard]] std::optional<double> speed_of(std::string_view text);

/// Answers a request below /podreel. Throws StatusError.
[[nodiscard]] Response answer_about_simulation(Session& session, const Request& request, const Target& target);

}  // namespace podreel::serve
