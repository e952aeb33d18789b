#include "engine/decide/kill_messages.hpp"

#include <fmt/format.h>

#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

std::string definition_changed_message(const Decision& decision, const runtime::ContainerStatus& status,
                                       const IdentityVerdict& verdict) {
  if (decision.behaviour().has(release::kill_messages_name_container))
    return fmt::format("Container {} definition changed", status.name);
  return fmt::format("Container spec hash changed ({} vs {}).", verdict.stored_hash, verdict.wanted_hash);
}

std::string liveness_failed_message(const Decision& decision, const runtime::ContainerStatus& status) {
  if (decision.behaviour().has(release::kill_messages_name_container)) {
    return fmt::format("Container {} failed liveness probe", status.name);
  }
  return "Container failed liveness probe.";
}

std::string startup_failed_message(const runtime::ContainerStatus& status) {
  return fmt::format("Container {} failed startup probe", status.name);
}

std::string and_restarted(const Decision& decision, const std::string& message) {
  if (decision.behaviour().has(release::kill_messages_name_container)) return message + ", will be restarted";
  return message + ". Container will be killed and recreated.";
}

}  // namespace podreel::decide
