// Listens to a node while it has its turn.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "engine/trace/recorder.hpp"
#include "scenarios/fleet/node_account.hpp"
#include "scenarios/fleet/watched_pod.hpp"

namespace podreel::fleet {

/// What the API server and the registry have to do with what is told: nothing, with most.
[[nodiscard]] Second load_of(const trace::Record& record) noexcept;

/// From the beginning of a turn, or of what the masters do, to its end.
class NodeWatch final : public trace::Sink {
 public:
  /// It begins then; before it, pods are as they are told. `kubelet_has_started`: not told, for it did so before.
  explicit NodeWatch(sim::Time start, bool kubelet_has_started = false)
      : start_{start}, kubelet_has_started_{kubelet_has_started} {}

  /// One of those that the account is about.
  void expect(const std::string& name, Replica replica) { pods_.emplace(name, WatchedPod{replica}); }
  void expect_step(sim::Duration at) { account_.done_at = std::max(account_.done_at, at); }

  /// A version of a pod in the API.
  void see(sim::Time time, const api::Pod& pod, bool gone);
  [[nodiscard]] trace::Kinds wanted() const override {
    return trace::Kinds::of<trace::KubeletProcess, trace::RuntimeCall, trace::World, trace::Event, trace::Status,
                            trace::EventWrite>();
  }
  void write(const trace::Record& record) override;

  /// Of a turn of that length.
  [[nodiscard]] NodeAccount account(sim::Duration length) &&;

 private:
  template <class Other>
  void note(sim::Time /*time*/, WatchedPod* /*pod*/, const Other& /*told*/) {}
  void note(sim::Time time, WatchedPod* pod, const trace::RuntimeCall& call);
  void note(sim::Time time, WatchedPod* pod, const trace::World& world);
  void note(sim::Time time, WatchedPod* pod, const trace::Event& event);

  Second& second_of(sim::Time time);

  sim::Time start_;
  bool kubelet_has_started_;
  std::map<std::string, WatchedPod, std::less<>> pods_;
  NodeAccount account_;
};

}  // namespace podreel::fleet
