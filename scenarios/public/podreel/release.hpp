// Kubernetes releases: their feature gates, and the capabilities of their kubelets.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel {

/// Kubernetes 1.`minor`.`patch`.
struct Release {
  /// Minor number: 30 for 1.30.7.
  int minor = 0;
  /// Patch number: 7 for 1.30.7.
  int patch = 0;

  /// Orders releases by minor, then by patch.
  friend auto operator<=>(const Release& left, const Release& right) = default;
};

/// Reads "1.30", "v1.30", "1.30.7" or "v1.30.7". A minor alone means its newest patch that podreel knows. Returns
/// nothing for another form, and for a minor that is not among known_releases().
[[nodiscard]] std::optional<Release> parse_release(std::string_view text);

/// Returns "1.30.7".
[[nodiscard]] std::string to_string(Release release);

/// Returns the newest patch of every minor whose container hashes podreel computes, oldest first.
[[nodiscard]] std::vector<Release> known_releases();

/// Returns the newest patch of every minor whose kubelet podreel simulates, oldest first.
[[nodiscard]] std::vector<Release> simulated_releases();

/// Returns the default release of a scenario's kubelet.
[[nodiscard]] Release default_release();

/// Feature gates that are set explicitly, by their upstream names. All others have their release's default. "AllAlpha"
/// and "AllBeta" set all gates of that stage that are not set themselves.
using FeatureGates = std::map<std::string, bool, std::less<>>;

/// A feature gate as the kubelet of one release has it (upstream pkg/features/kube_features.go).
struct FeatureGate {
  /// Upstream name: "SidecarContainers".
  std::string name;
  /// "alpha", "beta", "GA" or "deprecated".
  std::string stage;
  /// Whether the gate is on by default.
  bool on_by_default = false;
  /// Whether the gate cannot be set to anything but its default.
  bool is_locked = false;
  /// Whether the gate is on with the given gates.
  bool is_on = false;
};

/// Returns every gate that the kubelet of `release` knows, by name, with `set` applied. Names in `set` that it does not
/// know, and gates that it has locked, have no effect.
[[nodiscard]] std::vector<FeatureGate> feature_gates(Release release, const FeatureGates& set = {});

/// A difference between releases, as one kubelet has it: a row of `podreel versions --behaviour`.
struct Capability {
  /// podreel's name: "sidecars".
  std::string name;
  /// Sentence that describes the effect of the capability.
  std::string statement;
  /// Upstream KEP, pull request or issue.
  std::string source;
  /// Whether the kubelet has the capability.
  bool is_present = false;
};

/// Returns all capabilities, in the order of podreel's table, for a kubelet of `release` with `set` applied.
[[nodiscard]] std::vector<Capability> capabilities(Release release, const FeatureGates& set = {});

/// Returns whether a kubelet of `release` with `set` applied has the capability. Returns nothing if there is no
/// capability of that name.
[[nodiscard]] std::optional<bool> has_capability(Release release, std::string_view name, const FeatureGates& set = {});

}  // namespace podreel
