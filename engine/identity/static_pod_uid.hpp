// The UID that a kubelet gives to a pod from a file: a hash of what it holds in memory after reading it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::identity {

/// Where a manifest was found.
struct StaticPodSource {
  /// As given to the kubelet, not lower-cased.
  std::string node;
  /// Absolute file name, as the kubelet globs its folder; empty for a manifest from a URL.
  std::string path;
  std::string url;
};

struct StaticPodUid {
  /// 32 hex digits, or what the manifest says.
  std::string uid;
  /// The manifest's own UID was kept.
  bool given = false;
  /// The release's internal types were not observed but concluded from the public API.
  bool inferred = false;
  /// "etcd-node-1": the name under which the pod appears.
  std::string pod_name;
};

struct StaticPodOptions {
  /// Official 1.7 and 1.8 binaries were built with Go 1.8, whose time.Time prints differently. True: built with Go 1.9
  /// or later, which changes every UID of those releases.
  bool newer_go = false;
  /// SpewOptions::spaced_raw_json. False is right for YAML manifests, which become JSON without blanks.
  bool spaced_raw_json = false;
};

/// pkg/kubelet/config/common.go applyDefaults.
[[nodiscard]] StaticPodUid static_pod_uid(const nlohmann::json& manifest, release::Release release,
                                          const StaticPodSource& source, StaticPodOptions options = {});

/// Input of the hash, write by write; none if the manifest has a UID.
[[nodiscard]] std::vector<std::string> static_pod_writes(const nlohmann::json& manifest, release::Release release,
                                                         const StaticPodSource& source, StaticPodOptions options = {});

}  // namespace podreel::identity
