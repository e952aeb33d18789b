// How the kubelet of a scenario is set up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"

namespace podreel::language {

/// How the kubelet tells that a container is still the one that the spec asks for.
struct IdentityPolicy {
  /// One of `identity_policy_names()`.
  std::string name = "upstream";
  /// dual-hash: the older release whose formula is tried where the kubelet's own differs.
  std::optional<release::Release> release;
  /// dual-hash: whose types the older formula walks; default: the kubelet's own.
  std::optional<release::Release> types;
  /// dual-hash: fields of the container, by their Go names, that the older formula leaves out; empty: all that the
  /// types have gained since.
  std::vector<std::string> ignore_fields;

  friend bool operator==(const IdentityPolicy&, const IdentityPolicy&) = default;
};

[[nodiscard]] const std::vector<std::string_view>& identity_policy_names();

/// The fields of KubeletConfiguration that a simulated kubelet obeys. No value: the release's default.
struct KubeletConfig {
  std::optional<sim::Duration> sync_frequency;
  std::optional<sim::Duration> runtime_request_timeout;
  std::optional<bool> serialize_image_pulls;
  std::optional<std::int32_t> max_parallel_image_pulls;
  std::optional<std::int64_t> image_gc_high_threshold_percent;
  std::optional<std::int64_t> image_gc_low_threshold_percent;
  std::optional<sim::Duration> image_minimum_gc_age;
  /// Zero: for ever (1.29, KEP-4210).
  std::optional<sim::Duration> image_maximum_gc_age;
  /// crashLoopBackOff.maxContainerRestartPeriod (1.32, KEP-4603).
  std::optional<sim::Duration> max_container_restart_period;

  friend bool operator==(const KubeletConfig&, const KubeletConfig&) = default;
};

struct KubeletSettings {
  release::Release version;
  release::FeatureGates feature_gates;
  IdentityPolicy identity_policy;
  KubeletConfig config;

  friend bool operator==(const KubeletSettings&, const KubeletSettings&) = default;
};

}  // namespace podreel::language
