// A chapter of the book: a lesson or another scenario of the catalogue.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/pages/run/shared_page.hpp"

namespace podreel::cli {

struct Chapter {
  const CatalogueTheme* theme;
  const CatalogueEntry* entry;
  /// Number of the lesson; 0 for other scenarios.
  std::size_t lesson;
  std::vector<format::Scenario> runs;
};

/// Returns plain text: "Lesson 4: CrashLoopBackOff: the causes of its delays."
[[nodiscard]] std::string title_of(const Chapter& chapter);

// Paths of its files in the book: "issues/56996-sandbox-changed-loop.html". All are one folder deep.
[[nodiscard]] std::string page_of(const CatalogueEntry& entry);
[[nodiscard]] std::string page_of(const Chapter& chapter);
[[nodiscard]] std::string picture_of(const Chapter& chapter, std::size_t run);

/// Returns the page that `podreel report` makes of a run, in the form of `shared`.
[[nodiscard]] std::string chapter_picture(const Chapter& chapter, std::size_t run, const SharedPage& shared);

/// A chapter's page, and what its runs show.
struct ChapterPage {
  /// The content of <body>.
  std::string html;
  std::set<std::string> event_reasons;
  /// States as `kubectl get pods` shows them; counts are "N".
  std::set<std::string> pod_states;
};

/// A page of the book: its path and its title, which is plain text.
struct PageLink {
  std::string href;
  std::string title;
};

/// Pages that a chapter links to.
struct ChapterLinks {
  /// May be null.
  const Chapter* before;
  const Chapter* after;
  /// Address of a playground; empty if there is none.
  std::string playground;
  /// Fleets with the same upgrade.
  std::vector<PageLink> fleets{};
};

/// Replays the runs of the chapter.
[[nodiscard]] ChapterPage chapter_page(const Chapter& chapter, const ChapterLinks& links);

}  // namespace podreel::cli
