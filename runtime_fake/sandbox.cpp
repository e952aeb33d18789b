#include "runtime_fake/sandbox.hpp"

#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

std::string ip_of(const Sandbox& sandbox) {
  return sandbox.host_network ? std::string{} : pod_ip(sandbox.ip_number);
}

runtime::SandboxStatus status_of(const Sandbox& sandbox) {
  return {.id = sandbox.id,
          .state = sandbox.ready ? runtime::SandboxState::ready : runtime::SandboxState::not_ready,
          .created_at = sandbox.created_at,
          .attempt = sandbox.attempt,
          .ip = ip_of(sandbox),
          .host_network = sandbox.host_network};
}

}  // namespace podreel::runtime_fake
