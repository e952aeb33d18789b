// Causes that Kubernetes itself names in reasons, messages and log lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/cause.hpp"

namespace podreel::reproduce {

/// Amount that a text says about the cause. A stronger text outweighs weaker ones.
enum class Strength : std::uint8_t {
  /// A consequence of the cause: a back-off, a failed readiness probe.
  symptom,
  /// A state without its cause: CreateContainerError.
  state,
  /// A step that fails: a mount, a pull.
  step,
  /// A decision of a component: an eviction, a rejection.
  decision,
  /// The cause itself: a missing ConfigMap, an exhausted resource.
  root,
};

struct KnownCause {
  Cause cause = Cause::unknown;
  Strength strength = Strength::symptom;
  /// A sentence without its full stop.
  std::string sentence;
};

/// Returns the cause that the text names. `reason` and `message` are those of an event or a status, or empty and the
/// text of a log line. `container` is the container's name; empty if the text is about the pod. Returns no value if
/// podreel knows neither the reason nor the message.
[[nodiscard]] std::optional<KnownCause> known_cause(std::string_view reason, std::string_view message,
                                                    std::string_view container);

/// Returns the cause that a message of Kubernetes in a longer text names: a decision or a root cause, in more than a
/// few words. A sentence that denies a cause names it by a single word, such as OOMKilled.
[[nodiscard]] std::optional<KnownCause> quoted_cause(std::string_view text);

}  // namespace podreel::reproduce
