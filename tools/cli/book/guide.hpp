// The guide: chapters of the book on using podreel, written in Markdown (tools/pages/guide).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

/// Names of the guide's pages, in reading order: "replay" is tools/pages/guide/replay.md.
[[nodiscard]] std::span<const std::string_view> guide_pages();

struct GuideChapter {
  /// "guide/replay.html".
  std::string file;
  std::string title;
  /// Its first paragraph.
  std::string summary;
  /// The content of <main>.
  std::string html;
};

/// Returns all chapters, in reading order. Links to scenarios of the catalogue lead to their chapters; links to other
/// files of the repository become text.
[[nodiscard]] std::vector<GuideChapter> guide_chapters();

/// Returns the content of <body>. `before` and `after` may be null.
[[nodiscard]] std::string guide_html(const GuideChapter& chapter, const GuideChapter* before,
                                     const GuideChapter* after);

}  // namespace podreel::cli
