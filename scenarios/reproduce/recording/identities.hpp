// Messages without what differs from run to run.
#pragma once

#include <string>
#include <string_view>

namespace podreel::reproduce {

/// The message with a placeholder for each UID, each duration of an image pull and each size of an image. Takes time
/// that is linear in the length of the message, and no stack, whatever the message is.
[[nodiscard]] std::string without_identities(std::string_view message);

}  // namespace podreel::reproduce
