// Facts that identities of containers and static pods depend on, as ranges of releases.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/release/behaviour.hpp"

namespace podreel::release {

enum class ContainerFormula : std::uint8_t {
  /// adler32 over spew of the internal Go struct, after defaulting.
  adler32_of_internal_struct,
  /// fnv32a over spew of the v1 Go struct.
  fnv32a_of_struct,
  /// fnv32a over spew of the container's JSON bytes.
  fnv32a_of_json,
  /// fnv32a over {"image", "name"} only.
  fnv32a_of_name_and_image,
};

struct FormulaRow {
  ReleaseRange range;
  ContainerFormula formula;
  /// Difference of the range's first release: "hashes the container's JSON instead of its Go struct".
  std::string_view what;
  std::string_view source;
};

/// The row that holds in `release`.
[[nodiscard]] const FormulaRow& container_formula(Release release);

/// Kubelets can also store a hash that leaves the container's resources out (HashContainerWithoutResources, gate
/// InPlacePodVerticalScaling).
inline constexpr ReleaseRange has_hash_without_resources{v(27), v(31)};
/// The Go toolchain of the official build writes backspace and form feed in JSON as \b and \f (Go 1.22).
inline constexpr ReleaseRange writes_short_json_escapes{v(30), {}};
/// Official builds lay out time.Time as Go 1.8 did.
inline constexpr ReleaseRange built_with_go18{v(0), v(9)};

/// Node and path are part of a static pod's UID (kubernetes/kubernetes#87461; before, they were written first and
/// thrown away).
inline constexpr ReleaseRange static_uid_covers_source{v(21), {}};
/// A static pod's UID is its FNV-1a hash of 128 bits; before, its md5 (kubernetes/kubernetes#133511).
inline constexpr ReleaseRange static_uid_is_fnv{v(35), {}};
/// The node's name is lowered in a static pod's name; since some release between 1.7 and 1.14.
inline constexpr ReleaseRange lowers_node_name{v(8), {}};

/// The image name was cut at its last colon without checking it, up to some release before 1.7.
inline constexpr ReleaseRange cuts_image_name_at_colon{v(0), v(7)};
/// API servers read the names of images with distribution/reference v0.5.0, which knows more registries.
inline constexpr ReleaseRange reads_images_by_reference_0_5{v(29), {}};
/// Before, the defaults of a container were not applied to ephemeral ones.
inline constexpr ReleaseRange defaults_ephemeral_containers{v(21), {}};
/// Before, a negative terminationGracePeriodSeconds is stored as it is (pkg/apis/core/v1/conversion.go, read in 1.26.5
/// and 1.27.7).
inline constexpr ReleaseRange raises_negative_grace{v(27), {}};
/// API servers store procMount in every security context of a container, even where its gate is off; 1.15.0 does not
/// any more (kubernetes/kubernetes#78881, #78882, #78883; unverified).
inline constexpr std::array forces_proc_mount{ReleaseRange{v(12), v(12, 10)}, ReleaseRange{v(13), v(13, 8)},
                                              ReleaseRange{v(14), v(14, 4)}};
/// API servers fill in resizePolicy where its gate is on; they stopped before it came on by default, for the sake of
/// kubelets that hash it (kubernetes/kubernetes#128920).
inline constexpr ReleaseRange defaults_resize_policy{v(27), v(33)};

/// Validation of manifests in files: pkg/apis/core/validation and pkg/kubelet/config/common.go.
inline constexpr ReleaseRange has_ephemeral_storage{v(8), {}};
inline constexpr ReleaseRange refuses_host_aliases_with_host_network{v(7), v(8)};
inline constexpr ReleaseRange refuses_static_resource_claims{v(32), {}};
/// Kubelets validate pods from files without the options of feature gates: no resizePolicy of init containers, no
/// restartPolicy of regular ones (pkg/kubelet/config/common.go; read in 1.34 and 1.35).
inline constexpr ReleaseRange refuses_static_options{v(27), v(35)};
/// Containers of pods that never restart cannot ask for a restart at a resize (validateResizePolicy; read in 1.28 and
/// 1.29). From 1.36 on the text names the pod's policy, and init containers other than sidecars cannot ask for it.
inline constexpr ReleaseRange refuses_resize_restart_of_never{v(29), {}};
inline constexpr ReleaseRange refuses_resize_restart_of_init{v(36), {}};
/// Hooks in files may sleep for 0 seconds; from 1.32 on, the refusal named the gate that API servers have for it
/// (validateSleepAction; read in 1.31, 1.32, 1.34 and 1.35).
inline constexpr ReleaseRange takes_zero_sleep{v(35), {}};
inline constexpr ReleaseRange names_gate_of_zero_sleep{v(32), v(35)};
/// Files may not refer to objects of the API (pkg/kubelet/config/common.go; read in 1.33 and 1.34); up to 1.36 only if
/// the gate PreventStaticPodAPIReferences is on.
inline constexpr ReleaseRange refuses_api_references{v(34), {}};
inline constexpr ReleaseRange may_take_api_references{v(34), v(37)};

/// Removal of the pod that the previous kubelet created under another UID.
struct OrphanTreatment {
  ReleaseRange range;
  /// CRI StopContainer's timeout; negative: the pod's own grace period.
  int stop_timeout_seconds = 0;
  bool runs_pre_stop_hook = false;
  /// The component that kills it.
  std::string_view killer;
  /// Line in the kubelet's log; empty if there is none.
  std::string_view log;
};

[[nodiscard]] const OrphanTreatment& orphan_treatment(Release release);

}  // namespace podreel::release
