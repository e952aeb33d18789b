// Chapters of the book on fleets: upgrade plans of whole clusters.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/fleet/load.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/book/book_chapter.hpp"
#include "tools/pages/run/shared_page.hpp"

namespace podreel::cli {

inline constexpr std::string_view fleet_theme = "Fleets: upgrade plans of whole clusters";

/// Returns the files of scenarios/library/fleets, ordered by name.
[[nodiscard]] std::span<const CatalogueEntry> fleet_entries();

/// A fleet with its plans. The book simulates a sample of a large fleet.
struct FleetChapter {
  const CatalogueEntry* entry;
  /// The fleet or its sample, and the plans of `entry`.
  fleet::Loaded loaded;
  /// Plain text, as its description.
  std::string title{};
  std::string description{};
  /// For example "podreel fleet scenarios/library/fleets/shop.yaml".
  std::string command{};
  /// Size of the whole fleet.
  std::uint64_t all_nodes = 0;
  std::size_t all_clusters = 0;
  /// Upgrades of nodes, such as "1.30-to-1.31", with which names of scenarios begin.
  std::set<std::string> upgrades{};

  [[nodiscard]] bool is_sample() const noexcept;
};

[[nodiscard]] std::vector<FleetChapter> fleet_chapters();

/// Returns "kubelet 1.30 → 1.31".
[[nodiscard]] std::string kubelets_of(const FleetChapter& chapter);

/// Returns whether a scenario shows an upgrade of the fleet on one node.
[[nodiscard]] bool is_related(const FleetChapter& fleet, const CatalogueEntry& scenario);

/// Path of the picture that `podreel fleet -o html` makes: "fleets/shop.plans.html".
[[nodiscard]] std::string picture_of(const FleetChapter& chapter);

/// Pages that the page of a fleet links to.
struct FleetLinks {
  std::vector<PageLink> scenarios;
  /// May be null.
  const FleetChapter* before;
  const FleetChapter* after;
};

/// A chapter's page and its picture.
struct FleetChapterPage {
  /// The content of <body>.
  std::string html;
  /// A whole page.
  std::string picture;
};

/// Simulates the plans on one thread.
[[nodiscard]] FleetChapterPage fleet_chapter_page(const FleetChapter& chapter, const FleetLinks& links,
                                                  const SharedPage& viewer);

}  // namespace podreel::cli
