#include "engine/kubelet/prober/probe_type.hpp"

namespace podreel::kubelet {

std::string_view to_string(ProbeType type) noexcept {
  switch (type) {
    case ProbeType::liveness:
      return "Liveness";
    case ProbeType::readiness:
      return "Readiness";
    case ProbeType::startup:
      break;
  }
  return "Startup";
}

const std::optional<api::Probe>& probe_of(const api::Container& container, ProbeType type) noexcept {
  switch (type) {
    case ProbeType::liveness:
      return container.liveness_probe;
    case ProbeType::readiness:
      return container.readiness_probe;
    case ProbeType::startup:
      break;
  }
  return container.startup_probe;
}

decide::ProbeResult initial_result(ProbeType type) noexcept {
  switch (type) {
    case ProbeType::liveness:
      return decide::ProbeResult::success;
    case ProbeType::readiness:
      return decide::ProbeResult::failure;
    case ProbeType::startup:
      break;
  }
  return decide::ProbeResult::unknown;
}

}  // namespace podreel::kubelet
