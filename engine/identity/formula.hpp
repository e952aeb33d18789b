// Which formula a kubelet hashes a container with.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/identity/go_json.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::identity {

enum class ContainerFormula : std::uint8_t {
  /// adler32 over spew of the internal Go struct, after defaulting.
  adler32_of_internal_struct,
  /// fnv32a over spew of the v1 Go struct.
  fnv32a_of_struct,
  /// fnv32a over spew of the container's JSON bytes.
  fnv32a_of_json,
  /// The same over {"image", "name"} only.
  fnv32a_of_name_and_image,
};

struct FormulaRow {
  release::ReleaseRange range;
  ContainerFormula formula;
  /// How the range's first release differs: "hashes the container's JSON instead of its Go struct".
  std::string_view what;
  std::string_view source;
};

/// The row that holds in `release`.
[[nodiscard]] const FormulaRow& container_formula(release::Release release);

/// Whether kubelets of `release` can also store a hash that leaves the container's resources out
/// (HashContainerWithoutResources, gate InPlacePodVerticalScaling).
[[nodiscard]] bool has_hash_without_resources(release::Release release);

/// How the Go toolchain of the release's official build writes \b and \f.
[[nodiscard]] JsonEscapes json_escapes(release::Release release);

}  // namespace podreel::identity
