#include "runtime_fake/sandbox.hpp"

namespace podreel::runtime_fake {

runtime::SandboxStatus status_of(const Sandbox& sandbox) {
  return {.id = sandbox.id,
          .state = sandbox.ready ? runtime::SandboxState::ready : runtime::SandboxState::not_ready,
          .created_at = sandbox.created_at,
          .attempt = sandbox.attempt,
          .ip = sandbox.ip,
          .host_network = sandbox.host_network};
}

}  // namespace podreel::runtime_fake
