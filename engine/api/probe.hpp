// v1.Probe, v1.Lifecycle and their handlers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace podreel::api {

struct ExecAction {
  std::vector<std::string> command;
  friend bool operator==(const ExecAction&, const ExecAction&) = default;
};

struct HttpGetAction {
  std::string host;
  /// A number or the name of a container port, as written.
  std::string port;
  std::string path = "/";
  std::string scheme = "HTTP";
  friend bool operator==(const HttpGetAction&, const HttpGetAction&) = default;
};

struct TcpSocketAction {
  std::string host;
  std::string port;
  friend bool operator==(const TcpSocketAction&, const TcpSocketAction&) = default;
};

struct GrpcAction {
  std::int32_t port = 0;
  std::string service;
  friend bool operator==(const GrpcAction&, const GrpcAction&) = default;
};

struct SleepAction {
  std::int64_t seconds = 0;
  friend bool operator==(const SleepAction&, const SleepAction&) = default;
};

/// Handler of a probe or hook; `monostate` if the manifest names none.
using Handler = std::variant<std::monostate, ExecAction, HttpGetAction, TcpSocketAction, GrpcAction, SleepAction>;

/// Numbers are seconds or counts, after the API server's defaulting.
struct Probe {
  Handler handler;
  std::int32_t initial_delay_seconds = 0;
  std::int32_t timeout_seconds = 1;
  std::int32_t period_seconds = 10;
  std::int32_t success_threshold = 1;
  std::int32_t failure_threshold = 3;
  std::optional<std::int64_t> termination_grace_period_seconds;
  friend bool operator==(const Probe&, const Probe&) = default;
};

struct Lifecycle {
  std::optional<Handler> post_start;
  std::optional<Handler> pre_stop;
  friend bool operator==(const Lifecycle&, const Lifecycle&) = default;
};

}  // namespace podreel::api
