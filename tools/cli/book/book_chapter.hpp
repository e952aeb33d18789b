// A chapter of the book: a lesson, or another scenario of the catalogue.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/catalogue/catalogue.hpp"

namespace podreel::cli {

struct Chapter {
  const CatalogueTheme* theme;
  const CatalogueEntry* entry;
  /// Of a lesson; else 0.
  std::size_t lesson;
  std::vector<language::Scenario> runs;
};

/// Plain text: "Lesson 4: CrashLoopBackOff: the causes of its delays."
[[nodiscard]] std::string title_of(const Chapter& chapter);

// Where its files are in the book: "issues/56996-sandbox-changed-loop.html". All are one folder deep.
[[nodiscard]] std::string page_of(const CatalogueEntry& entry);
[[nodiscard]] std::string page_of(const Chapter& chapter);
[[nodiscard]] std::string picture_of(const Chapter& chapter, std::size_t run);

/// The page of `podreel report` of one of its runs.
[[nodiscard]] std::string chapter_picture(const Chapter& chapter, std::size_t run);

/// What stands between <body> and </body>; its runs are replayed for it. `before` and `after` may be null.
[[nodiscard]] std::string chapter_html(const Chapter& chapter, const Chapter* before, const Chapter* after);

}  // namespace podreel::cli
