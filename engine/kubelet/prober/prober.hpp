// Runs one probe: asks the container, judges the answer, tells of a bad one.
#pragma once

#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "engine/kubelet/prober/probe_type.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/events.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/prober/prober.go and pkg/probe.
class Prober {
 public:
  Prober(const sim::Process& process, runtime::Runtime& runtime, const release::Behaviour& behaviour,
         sync::EventRecorder& events, trace::Recorder& recorder) noexcept
      : process_{process}, runtime_{runtime}, behaviour_{behaviour}, events_{events}, recorder_{recorder} {}

  struct Request {
    api::PodPtr pod;
    std::string container;
    std::string container_id;
    std::string pod_ip;
    ProbeType type = ProbeType::liveness;
  };

  /// No value: the probe itself failed, after three tries, and says nothing about the container.
  sim::Task<std::optional<decide::ProbeResult>> probe(Request request);

 private:
  struct Answer {
    bool healthy = false;
    std::string output;
    /// The probe could not be made.
    std::optional<std::string> error;
  };

  sim::Task<Answer> ask(const Request& request, const api::Container& container, const api::Probe& spec);
  sim::Task<Answer> ask_exec(const Request& request, const api::ExecAction& action, sim::Duration timeout);
  sim::Task<Answer> ask_network(const Request& request, runtime::Runtime::NetworkProbe probe, sim::Duration timeout,
                                std::string address);
  void tell(const Request& request, std::string message);

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  const release::Behaviour& behaviour_;
  sync::EventRecorder& events_;
  trace::Recorder& recorder_;
};

}  // namespace podreel::kubelet
