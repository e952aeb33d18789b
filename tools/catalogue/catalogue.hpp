// The scenarios that are compiled into the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace podreel::cli {

struct CatalogueEntry {
  /// Folder below `scenarios/library`: "lessons", "upgrades", "issues", "faults", "changes"; "." for the scenarios to
  /// start with, which are in `scenarios`.
  std::string_view theme;
  /// For example "04-crash-back-off".
  std::string_view name;
  /// Source of the scenario.
  std::string_view text;
};

struct CatalogueTheme {
  std::string_view name;
  /// For example "Issues: reported problems".
  std::string_view title;
};

[[nodiscard]] std::span<const CatalogueTheme> catalogue_themes();

/// Returns all entries, ordered by theme and name.
[[nodiscard]] std::span<const CatalogueEntry> catalogue_entries();

/// Returns the entries of a theme; empty if there is no such theme.
[[nodiscard]] std::span<const CatalogueEntry> catalogue(std::string_view theme);

/// Returns the lessons in the order of the course; lesson n is entry n - 1.
[[nodiscard]] inline std::span<const CatalogueEntry> lessons() {
  return catalogue("lessons");
}

/// Returns the source of the default scenario of pages, in which a pod crashes.
[[nodiscard]] std::string_view text_to_begin_with();

/// Returns a path such as "scenarios/library/lessons/04-crash-back-off.yaml".
[[nodiscard]] std::string path_of(const CatalogueEntry& entry);

/// Returns the first line of a description, for lists.
[[nodiscard]] std::string first_line(const std::string& description);

}  // namespace podreel::cli
