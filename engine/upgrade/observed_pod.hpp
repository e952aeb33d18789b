// Decision of a kubelet about a pod that it finds on its node when it takes over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/policy.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"

namespace podreel::upgrade {

/// Effect of a takeover on a container.
enum class TakeoverEffect : std::uint8_t {
  none,
  /// It did not run, and is started: for the first time, or once more after it ended by itself.
  started,
  /// It ran, and is killed; what has to be before it is started again does not come: 1.7 waits for a sidecar to end.
  killed,
  /// It ran, is killed and started again.
  restarted,
};

/// A pod with a sandbox, and containers that are as its status says. Where that says nothing they are as in a pod that
/// came up well: init containers that are no sidecars have succeeded, all others run. What ended by itself will do so
/// again; probes do not fail.
class ObservedPod {
 public:
  /// From a valid v1.Pod.
  explicit ObservedPod(const nlohmann::json& pod);

  /// Gives a policy that decides the pod's metadata and spec to look at, from the same v1.Pod.
  void show(const nlohmann::json& pod);

  /// Spec of the container as the API server stores it after the step.
  void set_requested(std::size_t place, const nlohmann::json& stored_container);

  /// Lets a kubelet decide and do until nothing is left to do, and remembers how the containers are then. `changed`
  /// says which containers it takes for others than were started; both lists count init, regular and ephemeral
  /// containers in this order. `has_resource_record` is false for a kubelet that resizes and has no record of what
  /// containers were given. `policy` decides, and is not asked for hashes; null: upstream's decides.
  [[nodiscard]] std::vector<TakeoverEffect> take_over(const release::Behaviour& behaviour,
                                                      const std::vector<bool>& changed, bool has_resource_record = true,
                                                      const decide::Policy* policy = nullptr);

 private:
  class Takeover;

  api::Pod pod_;
  std::shared_ptr<api::PodSpec> spec_;
  runtime::PodStatus status_;
};

}  // namespace podreel::upgrade
