// What `podreel book` writes: a page for each scenario, whose runs are replayed.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/folder_files.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/book/book_chapter.hpp"
#include "tools/cli/book/book_fleet.hpp"
#include "tools/cli/book/guide.hpp"

namespace podreel {

namespace {

namespace fs = std::filesystem;
using testing::CommandResult;
using testing::files_below;
using testing::has;
using testing::run_podreel;
using Files = testing::FolderFiles;

Files book_of(const std::string& jobs) {
  const testing::ScratchFolder folder;
  const CommandResult result = run_podreel({"book", "-o", folder / "deep/book", "-j", jobs});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "");
  CHECK(result.err == "");
  return files_below(folder / "deep/book");
}

/// Made once for all tests of it.
const Files& book() {
  static const Files files = book_of("2");
  return files;
}

/// Values of href="…" and src="…".
std::set<std::string> links_of(const std::string& page) {
  std::set<std::string> links;
  for (const std::string attribute : {"href=\"", "src=\""}) {
    for (std::size_t at = page.find(attribute); at != std::string::npos; at = page.find(attribute, at + 1)) {
      const std::size_t begin = at + attribute.size();
      links.insert(page.substr(begin, page.find('"', begin) - begin));
    }
  }
  return links;
}

bool is_picture(const std::string& file) {
  return has(file, ".run-") || has(file, ".plans.");
}

/// Returns the entry of a term in the index.
std::string index_entry(const std::string& term) {
  const std::string& page = book().at("terms.html");
  const std::size_t at = page.find("<dt>" + term + "</dt>");
  return at == std::string::npos ? std::string{} : page.substr(at, page.find("</div>", at) - at);
}

/// Returns whether the search finds the page for a word in lower case.
bool search_finds(const std::string& word, const std::string& page) {
  const std::string& script = book().at("search-index.js");
  const std::string begin = "podreelSearchIndex(";
  REQUIRE(script.starts_with(begin));
  static const auto index = nlohmann::json::parse(script.substr(begin.size(), script.rfind(')') - begin.size()));
  if (!index.at("words").contains(word)) return false;
  return std::ranges::any_of(index.at("words").at(word), [&](const nlohmann::json& place) {
    return index.at("pages").at(place.get<std::size_t>()) == page;
  });
}

}  // namespace

TEST_CASE("a book has a page for each lesson and each scenario of the catalogue, and a picture of each run") {
  CHECK(book().contains("index.html"));
  for (const cli::CatalogueEntry& entry : cli::catalogue_entries()) {
    const std::string folder = entry.theme == "." ? "start" : std::string{entry.theme};
    const std::string name = folder + "/" + std::string{entry.name};
    CAPTURE(name);
    REQUIRE(book().contains(name + ".html"));
    CHECK(book().contains(name + ".run-1.html"));
    CHECK(has(book().at("index.html"), "<a href=\"" + name + ".html\">"));
    CHECK_FALSE(has(book().at(name + ".html"), "{{"));
  }
}

TEST_CASE("every scenario of the repository is in the book") {
  std::size_t files = 0;
  for (const cli::CatalogueTheme& theme : cli::catalogue_themes()) {
    const fs::path folder = testing::source_path(theme.name == "." ? "scenarios" : "scenarios/library");
    for (const fs::directory_entry& entry : fs::directory_iterator{folder / theme.name}) {
      if (entry.path().extension() == ".yaml") ++files;
    }
    CHECK_FALSE(cli::catalogue(theme.name).empty());
  }
  CHECK(cli::catalogue_entries().size() == files);
  CHECK(cli::catalogue("nothing").empty());
}

TEST_CASE("the links of a book lead to its own files, or to where something was reported") {
  for (const Files::value_type& entry : book()) {
    const std::string& file = entry.first;
    const std::string& text = entry.second;
    if (is_picture(file) || file == "walk.html" || !file.ends_with(".html")) continue;
    CAPTURE(file);
    for (const std::string& link : links_of(text)) {
      if (link.starts_with("https://")) continue;
      const fs::path target = fs::path{file}.parent_path() / link.substr(0, link.find('#'));
      const std::string path = target.lexically_normal().generic_string();
      REQUIRE_MESSAGE(book().contains(path), link);
      if (!has(link, "#")) continue;
      CHECK_MESSAGE(has(book().at(path), "id=\"" + link.substr(link.find('#') + 1) + "\""), link);
    }
  }
}

TEST_CASE("the pictures of a book share their viewer, and the whole book takes less than 25 MB") {
  CHECK(book().at("viewer.js").size() > 10'000);
  CHECK(book().at("viewer.css").size() > 1'000);
  const std::string& picture = book().at("start/crash-loop.run-1.html");
  CHECK(has(picture, R"(<script src="../viewer.js"></script>)"));
  CHECK(has(picture, R"(<link rel="stylesheet" href="../viewer.css">)"));
  CHECK(has(picture, "script-src 'self'; style-src 'self'"));
  CHECK_FALSE(has(picture, "sha256-"));
  std::size_t bytes = 0;
  for (const Files::value_type& entry : book()) bytes += entry.second.size();
  CHECK(bytes < 25'000'000);
  MESSAGE(bytes << " bytes");
}

TEST_CASE("a book asks nobody for anything") {
  for (const Files::value_type& entry : book()) {
    const std::string& file = entry.first;
    const std::string& text = entry.second;
    // Pictures and their viewer are pages of `podreel report`, which has tests of its own, as has the walk.
    if (is_picture(file) || file.starts_with("viewer.") || file.starts_with("fleet-viewer.") || file == "walk.html")
      continue;
    CHECK_MESSAGE(!has(text, "src=\"http"), file);
    CHECK_MESSAGE(!has(text, "@import"), file);
    CHECK_MESSAGE(!has(text, "url("), file);
  }
}

TEST_CASE("a lesson of the book has its questions, whose answers are those of the run, its timeline and its source") {
  const std::string& page = book().at("lessons/02-the-relist.html");
  CHECK(has(page, "<h1>Lesson 2: The kubelet learns of changes from the relist.</h1>"));
  CHECK(has(page, "<details class=\"right\"><summary>With the next relist, up to a second later.</summary>"));
  CHECK(has(page, "<details class=\"wrong\"><summary>Succeeded, because nothing is left to run.</summary>"));
  CHECK(has(page, "work        exits with 0"));
  CHECK(has(page, "restartPolicy: Never"));
  CHECK(has(page, "<a rel=\"prev\" href=\"../lessons/01-a-pod-starts.html\">"));
  CHECK(has(page, "<a rel=\"next\" href=\"../lessons/03-restart-policies.html\">"));
}

TEST_CASE("the book shows the public headers of the library, each with an example") {
  const std::string& page = book().at("library.html");
  for (const fs::directory_entry& entry : fs::directory_iterator{testing::source_path("scenarios/public/podreel")}) {
    const std::string name = entry.path().filename().string();
    if (name == "podreel.hpp" || name == "problem.hpp") continue;
    CHECK_MESSAGE(has(page, "<h2>podreel/" + name + "</h2>"), name);
  }
  CHECK(has(page, "class Patched final : public podreel::Policy"));
}

TEST_CASE("every page of the guide is a chapter of the book") {
  std::size_t pages = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator{testing::source_path("tools/pages/guide")}) {
    const std::string name = entry.path().stem().string();
    CAPTURE(name);
    ++pages;
    REQUIRE(book().contains("guide/" + name + ".html"));
    CHECK(has(book().at("index.html"), "<a href=\"guide/" + name + ".html\">"));
  }
  CHECK(cli::guide_pages().size() == pages);
  const std::string& page = book().at("guide/test.html");
  CHECK(has(page, "<h1>Write and test scenarios</h1>"));
  CHECK(has(page, "<a href=\"../faults/config-map-changes-without-a-restart.html\">"));
}

TEST_CASE("the search of a book knows what its pages say, and what their runs show") {
  CHECK(search_finds("imagepullbackoff", "lessons/05-images.html"));
  CHECK(search_finds("crashloopbackoff", "lessons/04-crash-back-off.html"));
  CHECK(search_finds("mirror", "lessons/23-static-pods.html"));
  CHECK(search_finds("playground", "guide/playground.html"));
  CHECK_FALSE(search_finds("imagepullbackoff", "lessons/02-the-relist.html"));
}

TEST_CASE("the index of a book names scenarios for terms, reasons of events and states of pods") {
  CHECK(has(index_entry("ImagePullBackOff"), "lessons/05-images.html"));
  CHECK(has(index_entry("CrashLoopBackOff"), "lessons/04-crash-back-off.html"));
  CHECK(has(index_entry("BackOff"), "lessons/04-crash-back-off.html"));
  CHECK(has(index_entry("SandboxChanged"), "lessons/20-the-sandbox-changes.html"));
  CHECK(has(index_entry("mirror pod"), "lessons/23-static-pods.html"));
  CHECK(has(index_entry("PLEG"), "lessons/12-pleg-is-not-healthy.html"));
  CHECK(index_entry("Init:N/N") != "");
  CHECK(index_entry("nonsense") == "");
}

TEST_CASE("a book has a page for each fleet of the library, with its plans, their report and their picture") {
  std::size_t fleets = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator{testing::source_path("scenarios/library/fleets")}) {
    const std::string name = "fleets/" + entry.path().stem().string();
    CAPTURE(name);
    ++fleets;
    REQUIRE(book().contains(name + ".html"));
    CHECK(has(book().at("index.html"), "<a href=\"" + name + ".html\">"));
    CHECK(has(book().at(name + ".html"), "src=\"../" + name + ".plans.html\""));
    const std::string& picture = book().at(name + ".plans.html");
    CHECK(has(picture, R"(<script src="../fleet-viewer.js"></script>)"));
    CHECK(has(picture, R"(<link rel="stylesheet" href="../fleet-viewer.css">)"));
    CHECK(has(picture, R"(data-encoding="deflate")"));
    CHECK(picture.size() < 200'000);
  }
  CHECK(cli::fleet_entries().size() == fleets);
  const std::string& page = book().at("fleets/shop.html");
  CHECK(has(page, "<strong>careful</strong>: A canary first; the plan stops if it restarts containers."));
  CHECK(has(page, "plan swap: 18 of 18 nodes upgraded in "));
  CHECK(has(page, "<code>podreel fleet scenarios/library/fleets/shop.yaml</code>"));
  CHECK(has(page, "<dd>1.30 \u2192 1.31</dd>"));
  CHECK_FALSE(has(page, "simulates a sample"));
  CHECK(search_finds("rewrite", "fleets/shop.html"));
  CHECK(search_finds("1.12-to-1.17-seventeen-clusters", "fleets/1.12-to-1.17-seventeen-clusters.html"));
}

TEST_CASE("a book simulates a sample of a large fleet, and says so") {
  const std::string& page = book().at("fleets/1.12-to-1.17-seventeen-clusters.html");
  CHECK(has(page, "The book simulates a sample: 24 of 60000 nodes, in 3 of 17\nclusters."));
  CHECK(has(page, "fleets/1.12-to-1.17-seventeen-clusters.yaml --sample 8</code>"));
  CHECK(has(page, "plan swap: 24 of 24 nodes upgraded in "));
  CHECK(has(page, "1440 of 1440 containers restarted: definition changed 1440"));
}

TEST_CASE("plans without a fleet are carried out on the fleet of a shop") {
  const std::string& page = book().at("fleets/next-minor.html");
  CHECK(has(page, "<h1>Plans for any fleet: in-place and drained.</h1>"));
  CHECK(has(page, "next-minor.yaml scenarios/library/fleets/shop.yaml --plan in-place --plan drained</code>"));
  CHECK_FALSE(has(page, "plan swap: "));
}

TEST_CASE("fleets, scenarios of the same upgrade, terms and the guide are linked with each other") {
  const std::string& fleet = book().at("fleets/shop.html");
  CHECK(has(fleet, "<a href=\"../upgrades/1.30-to-1.31-restarts-everything.html\">"));
  CHECK(has(fleet, "<a href=\"../terms.html#term-container-hash\">container hash</a>"));
  CHECK(has(fleet, "<a href=\"../guide/fleets.html\">"));
  CHECK_FALSE(has(fleet, "../upgrades/1.31-to-1.32"));
  CHECK(has(book().at("upgrades/1.30-to-1.31-restarts-everything.html"), "<a href=\"../fleets/shop.html\">"));
  CHECK_FALSE(has(book().at("lessons/02-the-relist.html"), "On a fleet:"));
  CHECK(has(book().at("terms.html"), "<div id=\"term-container-hash\"><dt>container hash</dt>"));
  CHECK(has(index_entry("container hash"), "fleets/shop.html"));
  CHECK(has(index_entry("eviction"), "fleets/shop.html"));
  CHECK(has(book().at("guide/fleets.html"), "<a href=\"../fleets/shop.html\">"));
}

TEST_CASE("a book has the guided walk, and leads to a playground if it knows one") {
  CHECK(has(book().at("walk.html"), "<h1>How a kubelet works</h1>"));
  CHECK(has(book().at("index.html"), "<a href=\"walk.html\">"));
  CHECK_FALSE(has(book().at("lessons/05-images.html"), "Open it in the playground"));
  cli::Chapter chapter{&cli::catalogue_themes().front(), &cli::lessons()[4], 5, {}};
  chapter.runs = format::load_scenarios(api::load_documents(chapter.entry->text, "a.yaml"), "a.yaml").scenarios;
  const cli::ChapterPage page = chapter_page(chapter, {nullptr, nullptr, "https://example.com/?a&b"});
  CHECK(has(page.html, "<a href=\"https://example.com/?a&amp;b#open=lessons/05-images\">"));
  CHECK(page.event_reasons.contains("BackOff"));
  CHECK(page.pod_states.contains("ErrImagePull"));
}

TEST_CASE("what people reported is linked, with every release that was tried") {
  const std::string& page = book().at("issues/56996-sandbox-changed-loop.html");
  CHECK(has(page, "<a href=\"https://github.com/kubernetes/kubernetes/issues/56996\">"));
  CHECK(has(page, "<dd>1.26, 1.28, 1.32</dd>"));
  CHECK(has(page, "target=\"picture\">kubelet 1.28.0</a>: 5 of 5 expectations held"));
  CHECK(has(page, "podreel run scenarios/library/issues/56996-sandbox-changed-loop.yaml --kubelet-version 1.26.15"));
  CHECK(book().contains("issues/56996-sandbox-changed-loop.run-3.html"));
}

TEST_CASE("everything that the book's scenarios expect holds") {
  for (const Files::value_type& entry : book()) {
    // Pages about podreel mention expectations, and have none.
    if (entry.first == "library.html" || entry.first == "walk.html" || entry.first.starts_with("guide/")) continue;
    CHECK_MESSAGE(!has(entry.second, "not hold"), entry.first);
  }
}

TEST_CASE("the same podreel writes the same book, on as many cores as there are") {
  CHECK(book() == book_of("1"));
}

}  // namespace podreel
