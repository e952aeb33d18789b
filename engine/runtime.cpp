#include "engine/runtime.hpp"

#include <boost/assert/source_location.hpp>
#include <stdexcept>

namespace podreel::runtime {

void throw_exception_from_error(const Error& error, const boost::source_location& /*where*/) {
  throw std::runtime_error(error.message);
}

std::string_view to_string(ContainerState state) noexcept {
  switch (state) {
    case ContainerState::created:
      return "created";
    case ContainerState::running:
      return "running";
    case ContainerState::exited:
      return "exited";
    case ContainerState::unknown:
      break;
  }
  return "unknown";
}

const ContainerStatus* PodStatus::find(std::string_view container_name) const noexcept {
  for (const ContainerStatus& container : containers) {
    if (container.name == container_name) return &container;
  }
  return nullptr;
}

sim::Task<Result<>> Runtime::container_status(const sim::Process& /*caller*/, std::string /*container_id*/) {
  co_return Result<>{};
}

}  // namespace podreel::runtime
