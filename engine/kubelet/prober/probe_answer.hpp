// Results of answers to probes: pkg/probe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/api/container.hpp"
#include "engine/decide/pod_actions.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"

namespace podreel::kubelet {

/// probe.Result with its output.
struct ProbeAnswer {
  enum class Verdict : std::uint8_t { success, warning, failure };
  Verdict verdict = Verdict::success;
  std::string output;
  /// The probe could not be made, and says nothing about the container.
  std::optional<std::string> error;

  /// No value: the probe says nothing about the container.
  [[nodiscard]] std::optional<decide::ProbeResult> result() const noexcept {
    if (error) return std::nullopt;
    return verdict == Verdict::failure ? decide::ProbeResult::failure : decide::ProbeResult::success;
  }
};

/// A port by number, or by its name among the container's ports; else the error that Go's strconv.Atoi has for it.
struct ProbePort {
  std::int32_t number = 0;
  std::optional<std::string> error;
};
[[nodiscard]] ProbePort resolve_probe_port(const api::Container& container, const std::string& port);

/// "host:port", an IPv6 address in brackets.
[[nodiscard]] std::string join_host_port(const std::string& host, std::int32_t port);

/// `host` and the port of the probe are what was dialled.
[[nodiscard]] ProbeAnswer evaluate_network_answer(const runtime::Runtime::NetworkProbe& probe,
                                                  const runtime::Runtime::NetworkAnswer& answer,
                                                  const std::string& host, sim::Duration timeout,
                                                  const release::Behaviour& behaviour);

[[nodiscard]] ProbeAnswer evaluate_exec_result(const runtime::Result<runtime::ExecResult>& result,
                                               const api::ExecAction& action, sim::Duration timeout,
                                               const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
