#include "tools/cli/book/guide.hpp"

#include <array>
#include <filesystem>
#include <optional>

#include "engine/api/printable.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/book/book_chapter.hpp"
#include "tools/cli/book/book_fleet.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/markdown.hpp"

namespace podreel::cli {

namespace {

constexpr std::array<std::string_view, 20> page_names{
    "install", "replay",     "test",         "upgrade",    "newest-release", "incidents",  "recordings",
    "explore", "fleets",     "learn",        "playground", "serve",          "cri",        "conform",
    "library", "own-policy", "command-line", "coverage",   "verification",   "performance"};

constexpr std::string_view root_of_guide = "../";

/// Returns where a link of a page leads in the book, seen from that page.
std::optional<std::string> address_in_book(std::string_view target) {
  namespace fs = std::filesystem;
  if (target.starts_with("https://")) return std::string{target};
  const std::string path = (fs::path{"tools/pages/guide"} / target).lexically_normal().generic_string();
  if (path == "README.md") return std::string{root_of_guide} + "index.html";
  if (path == "scenarios/public/podreel") return std::string{root_of_guide} + "library.html";
  for (const std::string_view name : page_names) {
    if (target == std::string{name} + ".md") return std::string{name} + ".html";
  }
  for (const std::span<const CatalogueEntry> entries : {catalogue_entries(), fleet_entries()}) {
    for (const CatalogueEntry& entry : entries) {
      if (path == path_of(entry)) return std::string{root_of_guide} + page_of(entry);
    }
  }
  return std::nullopt;
}

std::string guide_link(std::string_view file, const GuideChapter* chapter) {
  if (chapter == nullptr) return {};
  return filled(file,
                {{"href", std::string{root_of_guide} + chapter->file}, {"title", api::printable_xml(chapter->title)}});
}

}  // namespace

std::span<const std::string_view> guide_pages() {
  return page_names;
}

std::vector<GuideChapter> guide_chapters() {
  std::vector<GuideChapter> chapters;
  for (const std::string_view name : page_names) {
    MarkdownPage page = render_markdown(book_file(std::string{name} + ".md"), address_in_book);
    chapters.push_back({.file = "guide/" + std::string{name} + ".html",
                        .title = std::move(page.title),
                        .summary = std::move(page.summary),
                        .html = std::move(page.html)});
  }
  return chapters;
}

std::string guide_html(const GuideChapter& chapter, const GuideChapter* before, const GuideChapter* after) {
  const std::string neighbours = filled("neighbours.html", {{"before", guide_link("link_before.html", before)},
                                                            {"root", std::string{root_of_guide}},
                                                            {"after", guide_link("link_after.html", after)}});
  return filled("guide.html", {{"neighbours", neighbours}, {"text", chapter.html}});
}

}  // namespace podreel::cli
