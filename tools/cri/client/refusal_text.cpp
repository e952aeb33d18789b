#include "tools/cri/client/refusal_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cri {

std::string refusal_text(const serve::Response& response) {
  const nlohmann::json status = nlohmann::json::parse(response.body, nullptr, false);
  const std::string message = status.is_object() ? api::string_member(status, "message") : std::string{};
  if (!message.empty()) return cli::shown(message);
  return fmt::format("the API server answered {}: {}", response.status, cli::shown(response.body));
}

}  // namespace podreel::cri
