// Observes a node during its upgrade.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "engine/trace/recorder.hpp"
#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/watched_pod.hpp"

namespace podreel::fleet {

/// Returns the load of the record on the API server and the registry; most records cause none.
[[nodiscard]] Second load_of(const trace::Record& record) noexcept;

/// Observes from the beginning of an upgrade, or of the control-plane upgrade, to its end.
class NodeWatch final : public trace::Sink {
 public:
  /// Begins at `start`; until then `see` sets the state of pods. `kubelet_has_started`: it started before, and the run
  /// does not report it.
  explicit NodeWatch(sim::Time start, bool kubelet_has_started = false)
      : start_{start}, kubelet_has_started_{kubelet_has_started} {}

  /// Adds a pod of the account.
  void expect(const std::string& name, Replica replica) { pods_.emplace(name, WatchedPod{replica}); }
  void expect_step(sim::Duration at) { account_.done_at = std::max(account_.done_at, at); }

  /// Takes a version of a pod in the API.
  void see(sim::Time time, const api::Pod& pod, bool gone);
  [[nodiscard]] trace::Kinds wanted() const override {
    return trace::Kinds::of<trace::KubeletProcess, trace::RuntimeCall, trace::Environment, trace::Event, trace::Status,
                            trace::EventWrite>();
  }
  void write(const trace::Record& record) override;

  /// Returns the result of an upgrade of that length.
  [[nodiscard]] NodeResult result(sim::Duration length) const;

 private:
  template <class Other>
  void note(const trace::Record& /*record*/, const Other& /*payload*/) {}
  void note(const trace::Record& record, const trace::RuntimeCall& call);
  void note(const trace::Record& record, const trace::Environment& world);
  void note(const trace::Record& record, const trace::Event& event);

  /// Returns the pod of the record, or null.
  [[nodiscard]] WatchedPod* pod_of(const trace::Record& record);
  Second& second_of(sim::Time time);

  sim::Time start_;
  bool kubelet_has_started_;
  std::map<std::string, WatchedPod, std::less<>> pods_;
  NodeResult account_;
};

}  // namespace podreel::fleet
