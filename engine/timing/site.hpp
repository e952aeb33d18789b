// Sites at which a run draws a random value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace podreel::timing {

/// A kind of decision. Each has a stream of decisions for every thing that it is about.
enum class Site : std::uint8_t {
#define SITE(id, name, key) id,
#define ROW(...)
#include "engine/timing/table.inc"
#undef ROW
#undef SITE
};

/// External name of a site.
struct SiteName {
  Site site;
  /// In lists of choices: "worker-jitter".
  std::string_view name;
  /// Meaning of its key: "pod UID"; empty where it is about one thing only. After a restart of the kubelet keys end in
  /// "@1", "@2" …
  std::string_view key;
};

/// In the order of `Site`.
[[nodiscard]] std::span<const SiteName> sites();
[[nodiscard]] const SiteName& name_of(Site site);
/// No value: no site has the name.
[[nodiscard]] std::optional<Site> find_site(std::string_view name);

}  // namespace podreel::timing
