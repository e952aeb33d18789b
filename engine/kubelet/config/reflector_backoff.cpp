#include "engine/kubelet/config/reflector_backoff.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace podreel::kubelet {

namespace {

constexpr sim::Duration first_wait = std::chrono::milliseconds{800};
constexpr sim::Duration longest_wait = std::chrono::seconds{30};
constexpr sim::Duration begins_anew_after = std::chrono::minutes{2};

}  // namespace

ReflectorBackoff::ReflectorBackoff(sim::Choices& choices, sim::Time now)
    : jitter_{choices.stream("reflector-jitter", std::to_string(sim::unix_seconds(now)))}, wait_{first_wait} {}

sim::Duration ReflectorBackoff::next(sim::Time now) {
  if (now - last_ > begins_anew_after) wait_ = first_wait;
  last_ = now;
  const sim::Duration wait = std::exchange(wait_, std::min(2 * wait_, longest_wait));
  return wait + jitter_.between({}, wait);
}

}  // namespace podreel::kubelet
