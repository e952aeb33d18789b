// Where `podreel book` writes, and how text becomes a page.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/folder_files.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/cli/book/book_folder.hpp"
#include "tools/cli/book/book_search.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/book_text.hpp"
#include "tools/cli/book/markdown.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel {

namespace {

namespace fs = std::filesystem;
using testing::CommandResult;
using testing::files_below;
using testing::has;
using testing::run_podreel;
using Files = testing::FolderFiles;

void put_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream{path, std::ios::binary} << text;
}

}  // namespace

TEST_CASE("a folder with something else in it is left as it is") {
  const testing::ScratchFolder folder;
  put_file(folder / "own/notes.txt", "mine");
  const CommandResult result = run_podreel({"book", "-o", folder / "own"});
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "holds 'notes.txt', which belongs to no book"));
  CHECK(files_below(folder / "own") == Files{{"notes.txt", "mine"}});
  CHECK(run_podreel({"book", "-o", folder / "own/notes.txt"}).exit_code == 2);
  CHECK(run_podreel({"book", "-o", folder / "own/notes.txt/book"}).exit_code == 2);
  CHECK(run_podreel({"book"}).exit_code == 2);
}

TEST_CASE("a book takes the place of an earlier one, and nothing else") {
  const testing::ScratchFolder folder;
  const std::string path = folder / "book";
  cli::BookFolder earlier{path, {"a.html", "old/b.html"}};
  earlier.write("a.html", "1");
  earlier.write("old/b.html", "2");
  const cli::BookFolder later{path, {"a.html", "c.html"}};
  later.write("a.html", "3");
  later.write("c.html", "4");
  CHECK(files_below(path).contains("old/b.html"));
  later.remove_older_files();
  Files files = files_below(path);
  files.erase("book-files.txt");
  CHECK(files == Files{{"a.html", "3"}, {"c.html", "4"}});
  put_file(folder / "book/mine.txt", "mine");
  CHECK_THROWS_AS((cli::BookFolder{path, {"a.html"}}), cli::BadInput);
}

TEST_CASE("a book that was not finished can be written again") {
  const testing::ScratchFolder folder;
  const std::string path = folder / "book";
  const cli::BookFolder begun{path, {"a.html", "b.html"}};
  begun.write("a.html", "1");
  const cli::BookFolder again{path, {"b.html"}};
  again.write("b.html", "2");
  again.remove_older_files();
  Files files = files_below(path);
  files.erase("book-files.txt");
  CHECK(files == Files{{"b.html", "2"}});
}

TEST_CASE("text stays text in HTML") {
  CHECK(cli::html_sentence("<b> & \"`") == "&lt;b&gt; &amp; &quot;`");
  CHECK(cli::html_sentence("the `<app>` waits") == "the <code>&lt;app&gt;</code> waits");
  CHECK(cli::html_lines("a\n</pre>\n") == "a\n&lt;/pre&gt;\n");
  CHECK(cli::html_paragraphs("One\nline.\n\nTwo.\nTry: <it>.\nExercise: it.") ==
        "<p>One line.</p>\n<p>Two.</p>\n<p>Try: &lt;it&gt;.</p>\n<p>Exercise: it.</p>\n");
  CHECK(cli::html_paragraphs("") == "");
}

TEST_CASE("the words of a page are those that somebody sees") {
  const std::string text =
      cli::plain_text("<p title=\"hidden\">Back-off &lt;app&gt;, v1.30 of<b>PLEG</b>: 12:30 -x- a 5</p>");
  CHECK(cli::words_of(text) == std::set<std::string>{"app", "back-off", "of", "pleg", "v1.30"});
  CHECK(cli::words_of("") == std::set<std::string>{});
  CHECK(cli::words_of(std::string(41, 'a')) == std::set<std::string>{});
  cli::SearchIndex index;
  index.add("a.html", "one two");
  index.add("b.html", "two </script>");
  CHECK(index.script().starts_with(
      R"(podreelSearchIndex({"pages":["a.html","b.html"],"words":{"one":[0],"script":[1],"two":[0,1]}});)"));
}

TEST_CASE("Markdown becomes HTML, with tables, and with the links that have an address") {
  const cli::MarkdownPage page = cli::render_markdown(
      "# The `title`\n\nA [page](a.md), a [file](b.txt)\nand <b>.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
      [](std::string_view target) { return target == "a.md" ? std::optional<std::string>{"a.html"} : std::nullopt; });
  CHECK(page.title == "The title");
  CHECK(page.summary == "A page, a file and <b>.");
  CHECK(page.html.find("<p>A <a href=\"a.html\">page</a>, a file\nand <!-- raw HTML omitted -->.</p>") !=
        std::string::npos);
  CHECK(page.html.find("<td>1</td>") != std::string::npos);
}

TEST_CASE("each place of a template gets its value, once") {
  CHECK(cli::filled("theme.html", {{"title", "{{entries}}"}, {"entries", "x"}}).find("<h2>{{entries}}</h2>") !=
        std::string::npos);
  CHECK_THROWS_AS((void)cli::filled("theme.html", {{"title", "x"}}), std::logic_error);
  CHECK_THROWS_AS((void)cli::filled("theme.html", {{"title", "x"}, {"entries", ""}, {"more", ""}}), std::logic_error);
  CHECK_THROWS_AS((void)cli::book_file("none.html"), std::logic_error);
}

}  // namespace podreel
