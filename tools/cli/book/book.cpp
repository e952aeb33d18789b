#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/api/printable.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/parallel/thread_pool.hpp"
#include "tools/cli/arguments/jobs.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/book/book_chapter.hpp"
#include "tools/cli/book/book_fleet.hpp"
#include "tools/cli/book/book_folder.hpp"
#include "tools/cli/book/book_search.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/book_terms.hpp"
#include "tools/cli/book/book_text.hpp"
#include "tools/cli/book/guide.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/lesson/catalogue_runs.hpp"
#include "tools/pages/walk/walk_page.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText book_text{
    .name = "book",
    .summary = optional_summary("book"),
    .description =
        "Writes a folder of pages that need no server and no network: the guide to podreel, the lessons with their "
        "questions and as a guided walk, every scenario of the catalogue (upgrades, reported issues and faults), and "
        "fleets with their upgrade plans. The start page searches all of them, and an index lists terms, reasons of "
        "events and states of pods. The page of a lesson or scenario shows its source, its expectations and their "
        "results, the timeline, and the picture that 'podreel report' makes of each run. All runs are replayed for the "
        "book. The page of a fleet shows its plans, their report, and the picture of 'podreel fleet -o html'; a large "
        "fleet is simulated as a sample.\n\n"
        "The folder must not exist, must be empty, or must hold an earlier book, which is replaced. The same podreel "
        "writes the same book, byte for byte.",
    .examples =
        "# Write the book, and open it in a browser\n"
        "podreel book -o book\n"
        "xdg-open book/index.html\n"
        "\n"
        "# Let each scenario link to a playground\n"
        "podreel book -o book --playground https://example.com/podreel/\n",
};

/// Files that all pages use.
constexpr std::array<std::string_view, 2> shared_files{"book.js", "style.css"};
/// Files that all pictures of runs use.
constexpr std::string_view viewer_style = "viewer.css";
constexpr std::string_view viewer_script = "viewer.js";
/// Files that all pictures of fleets use.
constexpr std::string_view fleet_style = "fleet-viewer.css";
constexpr std::string_view fleet_script = "fleet-viewer.js";

/// A public header of the library, and the example that shows it.
struct LibraryHeader {
  std::string_view header;
  std::string_view example;
};
constexpr std::array library_headers{LibraryHeader{"scenario.hpp", "check_scenario.cpp"},
                                     LibraryHeader{"replay.hpp", "replay.cpp"},
                                     LibraryHeader{"trace.hpp", "timeline.cpp"},
                                     LibraryHeader{"policy.hpp", "custom_policy.cpp"},
                                     LibraryHeader{"command.hpp", "own_command.cpp"},
                                     LibraryHeader{"runtime.hpp", "foreign_runtime.cpp"},
                                     LibraryHeader{"forecast.hpp", "upgrade_forecast.cpp"},
                                     LibraryHeader{"release.hpp", "main.cpp"},
                                     LibraryHeader{"invariants.hpp", "check_invariants.cpp"}};

struct BookOptions {
  std::string output;
  /// Address of a playground that pages link to; empty if there is none.
  std::string playground;
  std::size_t jobs = 0;
};

std::vector<Chapter> chapters_of_catalogue(Context& context) {
  std::vector<Chapter> chapters;
  for (const CatalogueTheme& theme : catalogue_themes()) {
    for (const CatalogueEntry& entry : catalogue(theme.name)) {
      const std::size_t lesson = theme.name == "lessons" ? chapters.size() + 1 : 0;
      chapters.push_back({&theme, &entry, lesson, runs_of(entry, {}, context)});
    }
  }
  return chapters;
}

/// The chapters of a book, and their pages, which have the same indices.
struct Catalogue {
  std::vector<Chapter> chapters;
  std::vector<ChapterPage> pages;
  std::vector<FleetChapter> fleets;
  std::vector<FleetChapterPage> fleet_pages;
};

/// Returns a complete page around its body.
std::string page_around(std::string body, const std::string& title, std::string_view root) {
  return filled("page.html", {{"version", std::string{podreel_version}},
                              {"title", api::printable_xml(title)},
                              {"root", std::string{root}},
                              {"body", std::move(body)}});
}

std::string entries_html(const std::vector<Chapter>& chapters, const CatalogueTheme& theme) {
  std::string html;
  for (const Chapter& chapter : chapters) {
    if (chapter.theme != &theme) continue;
    html += filled("entry.html", {{"href", page_of(chapter)},
                                  {"title", html_sentence(title_of(chapter))},
                                  {"name", std::string{chapter.entry->name}},
                                  {"kubelets", format::kubelets_of(chapter.runs)}});
  }
  return html;
}

std::string guide_entries_html(const std::vector<GuideChapter>& guide) {
  std::string html;
  for (const GuideChapter& chapter : guide) {
    html += filled("guide_entry.html", {{"href", chapter.file},
                                        {"title", api::printable_xml(chapter.title)},
                                        {"summary", api::printable_xml(chapter.summary)}});
  }
  return html;
}

std::string fleet_section_html(const std::vector<FleetChapter>& fleets) {
  std::string html;
  for (const FleetChapter& fleet : fleets) {
    html += filled("entry.html", {{"href", page_of(*fleet.entry)},
                                  {"title", html_sentence(fleet.title)},
                                  {"name", std::string{fleet.entry->name}},
                                  {"kubelets", kubelets_of(fleet)}});
  }
  return filled("theme.html", {{"title", std::string{fleet_theme}}, {"entries", html}});
}

std::string start_page(const Catalogue& catalogue, const std::vector<GuideChapter>& guide) {
  std::string themes = filled("theme.html", {{"title", "Guide"}, {"entries", guide_entries_html(guide)}});
  for (const CatalogueTheme& theme : catalogue_themes()) {
    themes += filled("theme.html",
                     {{"title", std::string{theme.title}}, {"entries", entries_html(catalogue.chapters, theme)}});
    if (theme.name == "upgrades") themes += fleet_section_html(catalogue.fleets);
  }
  return page_around(filled("index.html", {{"oldest", release::minor_string(release::oldest_release())},
                                           {"newest", release::minor_string(release::newest_release())},
                                           {"lessons", std::to_string(lessons().size())},
                                           {"scenarios", std::to_string(catalogue.chapters.size() - lessons().size())},
                                           {"fleets", std::to_string(catalogue.fleets.size())},
                                           {"themes", themes}}),
                     "How a kubelet works", "");
}

std::string library_page() {
  std::string headers;
  for (const LibraryHeader& shown : library_headers) {
    headers += filled("library_header.html", {{"name", "podreel/" + std::string{shown.header}},
                                              {"header", html_lines(book_file(shown.header))},
                                              {"example", html_lines(book_file(shown.example))}});
  }
  return page_around(filled("library.html", {{"headers", headers}}), "The library", "");
}

/// A file generated by a replay: a chapter's page, or the picture of one of its runs.
struct Replayed {
  std::string file;
  std::function<std::string()> text;
};

std::string guide_page(const std::vector<GuideChapter>& guide, std::size_t index) {
  const GuideChapter* before = index == 0 ? nullptr : &guide[index - 1];
  const GuideChapter* after = index + 1 == guide.size() ? nullptr : &guide[index + 1];
  return page_around(guide_html(guide[index], before, after), guide[index].title, "../");
}

PageLink link_of(const FleetChapter& fleet) {
  return {page_of(*fleet.entry), fleet.title};
}

ChapterLinks links_of(const Catalogue& catalogue, std::size_t index, const std::string& playground) {
  const std::vector<Chapter>& chapters = catalogue.chapters;
  ChapterLinks links{.before = index == 0 ? nullptr : &chapters[index - 1],
                     .after = index + 1 == chapters.size() ? nullptr : &chapters[index + 1],
                     .playground = playground};
  for (const FleetChapter& fleet : catalogue.fleets) {
    if (is_related(fleet, *chapters[index].entry)) links.fleets.push_back(link_of(fleet));
  }
  return links;
}

FleetLinks fleet_links_of(const Catalogue& catalogue, std::size_t index) {
  const std::vector<FleetChapter>& fleets = catalogue.fleets;
  FleetLinks links{.scenarios = {},
                   .before = index == 0 ? nullptr : &fleets[index - 1],
                   .after = index + 1 == fleets.size() ? nullptr : &fleets[index + 1]};
  for (const Chapter& chapter : catalogue.chapters) {
    if (is_related(fleets[index], *chapter.entry)) links.scenarios.push_back({page_of(chapter), title_of(chapter)});
  }
  return links;
}

/// Files that all pictures of a kind share.
struct Viewers {
  SharedPage run;
  SharedPage fleet;
};

Viewers shared_viewers() {
  const auto viewer = [](Page page, std::string_view style, std::string_view script) {
    return shared_page(page, fmt::format("../{}", style), fmt::format("../{}", script));
  };
  return {viewer(Page::run, viewer_style, viewer_script), viewer(Page::fleet, fleet_style, fleet_script)};
}

/// Fleets come first, because they take longest.
std::vector<Replayed> fleet_files(Catalogue& catalogue, const SharedPage& viewer) {
  std::vector<Replayed> files;
  for (std::size_t index = 0; index < catalogue.fleets.size(); ++index) {
    files.push_back({page_of(*catalogue.fleets[index].entry), [&catalogue, index, &viewer] {
                       const FleetChapter& fleet = catalogue.fleets[index];
                       FleetChapterPage& page = catalogue.fleet_pages[index];
                       page = fleet_chapter_page(fleet, fleet_links_of(catalogue, index), viewer);
                       return page_around(page.html, fleet.title, "../");
                     }});
  }
  return files;
}

std::vector<Replayed> replayed_files(Catalogue& catalogue, const Viewers& viewers, const std::string& playground) {
  const std::vector<Chapter>& chapters = catalogue.chapters;
  std::vector<Replayed> files = fleet_files(catalogue, viewers.fleet);
  for (std::size_t index = 0; index < chapters.size(); ++index) {
    const Chapter& chapter = chapters[index];
    files.push_back({page_of(chapter), [&catalogue, index, playground] {
                       ChapterPage& page = catalogue.pages[index];
                       page = chapter_page(catalogue.chapters[index], links_of(catalogue, index, playground));
                       return page_around(page.html, title_of(catalogue.chapters[index]), "../");
                     }});
    for (std::size_t run = 0; run < chapter.runs.size(); ++run) {
      files.push_back(
          {picture_of(chapter, run), [&chapter, run, &viewers] { return chapter_picture(chapter, run, viewers.run); }});
    }
  }
  return files;
}

/// Generates the files on all cores, and writes them one at a time.
void write_replayed(const std::vector<Replayed>& files, const BookFolder& folder, std::size_t jobs, Context& context) {
  Progress progress{context.diagnostics, context.diagnostics_terminal, "pages", files.size(), Progress::Of::things};
  std::mutex mutex;
  std::size_t done = 0;
  parallel::ThreadPool{jobs}.for_each(files.size(), [&](std::size_t /*thread*/, std::size_t place) {
    const std::string text = files[place].text();
    const std::lock_guard lock{mutex};
    folder.write(files[place].file, text);
    progress.at(++done);
  });
}

std::string walk_page(const std::string& playground) {
  std::ostringstream page;
  print_walk_page(page, walk_lessons(), playground);
  return std::move(page).str();
}

std::string search_script(const Catalogue& catalogue, const std::vector<GuideChapter>& guide) {
  SearchIndex index;
  for (const GuideChapter& chapter : guide) index.add(chapter.file, plain_text(chapter.html));
  for (std::size_t place = 0; place < catalogue.chapters.size(); ++place) {
    index.add(page_of(catalogue.chapters[place]), plain_text(catalogue.pages[place].html));
  }
  for (std::size_t place = 0; place < catalogue.fleets.size(); ++place) {
    index.add(page_of(*catalogue.fleets[place].entry), plain_text(catalogue.fleet_pages[place].html));
  }
  return index.script();
}

std::string terms_page(const Catalogue& catalogue) {
  TermIndex terms;
  for (std::size_t place = 0; place < catalogue.chapters.size(); ++place) {
    terms.add(catalogue.chapters[place], catalogue.pages[place]);
  }
  for (std::size_t place = 0; place < catalogue.fleets.size(); ++place) {
    terms.add_fleet(link_of(catalogue.fleets[place]), catalogue.fleet_pages[place].html);
  }
  return page_around(terms.html(), "Index", "");
}

Catalogue whole_catalogue(Context& context) {
  Catalogue catalogue{
      .chapters = chapters_of_catalogue(context), .pages = {}, .fleets = fleet_chapters(), .fleet_pages = {}};
  catalogue.pages.resize(catalogue.chapters.size());
  catalogue.fleet_pages.resize(catalogue.fleets.size());
  return catalogue;
}

constexpr std::string_view index_page = "index.html";
constexpr std::string_view library_file = "library.html";
constexpr std::string_view walk_file = "walk.html";
constexpr std::string_view terms_file = "terms.html";
constexpr std::string_view search_file = "search-index.js";

std::set<std::string> names_of(const std::vector<Replayed>& replayed, const Catalogue& catalogue,
                               const std::vector<GuideChapter>& guide) {
  std::set<std::string> names;
  for (const std::string_view file : {index_page, library_file, walk_file, terms_file, search_file, viewer_style,
                                      viewer_script, fleet_style, fleet_script}) {
    names.insert(std::string{file});
  }
  for (const Replayed& file : replayed) names.insert(file.file);
  for (const FleetChapter& fleet : catalogue.fleets) names.insert(picture_of(fleet));
  for (const GuideChapter& chapter : guide) names.insert(chapter.file);
  for (const std::string_view file : shared_files) names.insert(std::string{file});
  return names;
}

void write_viewers(const Viewers& viewers, const BookFolder& folder) {
  for (const std::string_view file : shared_files) folder.write(std::string{file}, book_file(file));
  folder.write(std::string{viewer_style}, viewers.run.style);
  folder.write(std::string{viewer_script}, viewers.run.script);
  folder.write(std::string{fleet_style}, viewers.fleet.style);
  folder.write(std::string{fleet_script}, viewers.fleet.script);
}

ExitCode book(const BookOptions& options, Context& context) {
  Catalogue catalogue = whole_catalogue(context);
  const Viewers viewers = shared_viewers();
  const std::vector<Replayed> replayed = replayed_files(catalogue, viewers, options.playground);
  const std::vector<GuideChapter> guide = guide_chapters();
  const BookFolder folder{options.output, names_of(replayed, catalogue, guide)};
  write_viewers(viewers, folder);
  write_replayed(replayed, folder, jobs_of(options.jobs, context), context);
  for (std::size_t fleet = 0; fleet < catalogue.fleets.size(); ++fleet) {
    folder.write(picture_of(catalogue.fleets[fleet]), catalogue.fleet_pages[fleet].picture);
  }
  for (std::size_t page = 0; page < guide.size(); ++page) folder.write(guide[page].file, guide_page(guide, page));
  folder.write(std::string{library_file}, library_page());
  folder.write(std::string{walk_file}, walk_page(options.playground));
  folder.write(std::string{terms_file}, terms_page(catalogue));
  folder.write(std::string{search_file}, search_script(catalogue, guide));
  folder.write(std::string{index_page}, start_page(catalogue, guide));
  folder.remove_older_files();
  return ExitCode::ok;
}

}  // namespace

void add_book(CLI::App& app, Context& context) {
  auto options = std::make_shared<BookOptions>();
  CLI::App& verb = new_verb(app, book_text);
  verb.add_option("-o,--output", options->output, "folder to write")->type_name("DIR")->required();
  verb.add_option("--playground", options->playground, "address of a playground that pages link to")->type_name("URL");
  add_jobs_option(verb, options->jobs, "number of pages to generate");
  set_action(verb, context, [options](Context& world) { return book(*options, world); });
}

}  // namespace podreel::cli
