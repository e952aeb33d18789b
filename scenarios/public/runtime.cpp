#include "podreel/runtime.hpp"

#include <utility>

namespace podreel {

Clock::~Clock() = default;

ContainerRuntime::~ContainerRuntime() = default;

void ContainerRuntime::exec_sync(const std::string& /*container_id*/, const std::vector<std::string>& /*command*/,
                                 std::chrono::nanoseconds /*timeout*/, Reply<ExecResult> reply) {
  reply(ExecResult{});
}

void ContainerRuntime::probe_network(const std::string& /*container_id*/, const NetworkProbe& probe,
                                     std::chrono::nanoseconds /*timeout*/, Reply<ProbeAnswer> reply) {
  constexpr int http_ok = 200;
  reply(ProbeAnswer{.status = probe.kind == NetworkProbe::Kind::http ? http_ok : 0});
}

}  // namespace podreel
