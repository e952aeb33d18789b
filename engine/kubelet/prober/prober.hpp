// Runs one probe, and records its answer.
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/kubelet/prober/probe_answer.hpp"
#include "engine/kubelet/prober/probe_type.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/prober/prober.go and pkg/probe.
class Prober {
 public:
  explicit Prober(const sync::SyncDependencies& environment) noexcept : env_{environment} {}

  struct Request {
    api::PodPtr pod;
    std::string container;
    std::string container_id;
    std::string pod_ip;
    ProbeType type = ProbeType::liveness;
    /// The context of the sync that started the worker has been cancelled.
    bool is_cancelled = false;
  };

  /// Returns the answer of the last of at most three tries: the first that is no error. `request` must outlive the
  /// call.
  sim::Task<ProbeAnswer> probe(const Request& request);

  /// Records an answer, and the event of one that is no success.
  void report(const Request& request, const ProbeAnswer& answer);

  /// Returns the time until which such probes of the container succeed immediately and without effect, unless a change
  /// of its pod is reported before. No value: each probe has to be executed.
  [[nodiscard]] std::optional<sim::Time> succeeds_until(const Request& request) const;

 private:
  /// Where a probe over the network goes; an empty host is the pod.
  struct Target {
    runtime::Runtime::NetworkProbe probe;
    std::string host;
    std::string port;
  };
  /// Returns whether the handler is a probe over the network.
  static Target target_of(const api::Handler& handler);

  sim::Task<ProbeAnswer> ask(const Request& request, const api::Container& container, const api::Probe& spec);
  sim::Task<ProbeAnswer> run_exec_probe(const Request& request, const api::ExecAction& action, sim::Duration timeout);
  sim::Task<ProbeAnswer> probe_port(const Request& request, const api::Container& container, Target& target,
                                    sim::Duration timeout);
  [[nodiscard]] std::optional<sim::Time> exec_succeeds_until(const Request& request, const api::ExecAction& action,
                                                             sim::Duration timeout) const;
  [[nodiscard]] std::optional<sim::Time> port_answers_until(const Request& request, const api::Container& container,
                                                            Target target, sim::Duration timeout) const;
  void record_event(const Request& request, std::string_view reason, std::string message);

  sync::SyncDependencies env_;
};

}  // namespace podreel::kubelet
