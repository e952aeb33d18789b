// Refusals of API servers, for messages.
#pragma once

#include <string>

#include "tools/serve/message.hpp"

namespace podreel::cri {

/// Returns the message of a metav1.Status, or the status and the beginning of another body; at most a line.
[[nodiscard]] std::string refusal_text(const serve::Response& response);

}  // namespace podreel::cri
