// The scenarios that are part of the program: the course, and what people reported.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace podreel::cli {

struct CatalogueEntry {
  /// Its folder below `scenarios/library`: "lessons", "upgrades", "issues", "faults", "changes"; "." for those to start
  /// with, which lie in `scenarios`.
  std::string_view theme;
  /// "04-crash-back-off".
  std::string_view name;
  /// The scenario as written.
  std::string_view text;
};

struct CatalogueTheme {
  std::string_view name;
  /// "Issues: what people reported".
  std::string_view title;
};

[[nodiscard]] std::span<const CatalogueTheme> catalogue_themes();

/// Theme by theme, in each by name.
[[nodiscard]] std::span<const CatalogueEntry> catalogue_entries();

/// Those of a theme; none where there is no such theme.
[[nodiscard]] std::span<const CatalogueEntry> catalogue(std::string_view theme);

/// In the order of the course; lesson n is entry n - 1.
[[nodiscard]] inline std::span<const CatalogueEntry> lessons() {
  return catalogue("lessons");
}

/// As it is written, that of a pod that crashes: what a page begins with where nobody named anything.
[[nodiscard]] std::string_view text_to_begin_with();

/// "scenarios/library/lessons/04-crash-back-off.yaml".
[[nodiscard]] std::string path_of(const CatalogueEntry& entry);

/// What stands for a scenario in listings.
[[nodiscard]] std::string first_line(const std::string& description);

}  // namespace podreel::cli
