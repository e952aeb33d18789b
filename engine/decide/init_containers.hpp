// The progress of init containers as releases without sidecars see it: upstream's findNextInitContainerToRun.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/decide/decision.hpp"

namespace podreel::decide {

struct NextInitContainer {
  /// The last failed init container's newest instance; null if none failed.
  const runtime::ContainerStatus* failed = nullptr;
  /// The init container to start, by its index; none while one runs or all are done.
  std::optional<std::size_t> next;
  bool done = false;
  /// Why, and the instance that shows it: null where there are no init containers, or none has run yet.
  const Rule* rule = nullptr;
  const runtime::ContainerStatus* witness = nullptr;
};

/// Reads the init containers' newest instances. Used by releases up to 1.32 for pods without sidecars.
[[nodiscard]] NextInitContainer next_init_container(const Observed& observed);

/// It exited with another code than 0, or (by release) was OOMKilled or lost.
[[nodiscard]] bool init_container_failed(const release::Behaviour& behaviour, const runtime::ContainerStatus& status);

/// Adds what the init containers need to the actions. Returns whether the regular containers are to be looked at.
[[nodiscard]] bool decide_init_containers(Decision& decision);

/// The message with which a container in an unknown state is killed: "Init container is in …", "Container is in …".
[[nodiscard]] std::string unknown_state_message(std::string_view what);

}  // namespace podreel::decide
