// The guided walk: its page, and the data of its lessons.
#include "tools/pages/walk/walk_page.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "scenarios/format/load.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

using testing::has;
using testing::run_podreel;

const cli::CatalogueEntry written_entry{
    "lessons", "01-written-here",
    "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\n"
    "metadata: {name: written-here, labels: {lesson: '1'}}\n"
    "spec:\n"
    "  description: |\n    A pod starts.\n    It has `app`.\n    Try: two.\n    Exercise: three.\n"
    "  duration: 30s\n"
    "  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 5s, exitCode: 1}]}]}]}\n"
    "  timeline:\n"
    "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},"
    " spec: {restartPolicy: Never, containers: [{name: app, image: 'app:1'}]}}}\n"
    "  expect:\n"
    "    - {record: {kind: environment, what: container_exit}, because: It has ended.}\n"
    "    - {event: {reason: Started}, because: </script> It has started.}\n"
    "    - {event: {reason: Evicted}, because: It was evicted.}\n"
    "  questions:\n"
    "    - at: 4s\n      ask: Does it start again?\n      choices:\n"
    "        - {answer: 'Yes.', rightIf: {call: {op: StartContainer}, count: 2}, because: It restarts.}\n"
    "        - {answer: 'No.', rightIf: {call: {op: StartContainer}, count: 1}, because: It does not.}\n"
    "    - at: 1s\n      ask: Nobody knows.\n      choices:\n"
    "        - {answer: a, rightIf: {event: {reason: Evicted}}, because: a}\n"
    "        - {answer: b, rightIf: {event: {reason: Preempting}}, because: b}\n"
    "  exercise: [{event: {reason: Started}, because: it starts}]\n"};

/// The lesson of this test as the walk has it.
nlohmann::json written_lesson() {
  format::Loaded loaded = format::load_scenarios(api::load_documents(written_entry.text, "a.yaml"), "a.yaml");
  for (const api::Problem& problem : loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  const std::string data = cli::walk_data({{&written_entry, loaded.scenarios.front()}}, "");
  CHECK_FALSE(has(data, "</script"));
  return nlohmann::json::parse(data).at("lessons").at(0);
}

}  // namespace

TEST_CASE("a walk has only the sentences that its run shows, at the time of the record that completes them") {
  const nlohmann::json lesson = written_lesson();
  const nlohmann::json& ideas = lesson.at("ideas");
  REQUIRE(ideas.size() == 2);
  CHECK(ideas.at(0).at("text") == "</script> It has started.");
  CHECK(ideas.at(1).at("text") == "It has ended.");
  CHECK(ideas.at(0).at("at") < 1.0);
  CHECK(ideas.at(1).at("at") >= 5.0);
  CHECK(ideas.at(1).at("at") < 6.0);
  CHECK(lesson.at("title") == "A pod starts.");
  CHECK(lesson.at("setup") == nlohmann::json{"It has `app`."});
  CHECK(lesson.at("exercise") == nlohmann::json({"Try: two.", "Exercise: three."}));
  CHECK(lesson.at("isJudged") == true);
}

TEST_CASE("a walk asks only what its run answers") {
  const nlohmann::json questions = written_lesson().at("questions");
  REQUIRE(questions.size() == 1);
  CHECK(questions.at(0).at("ask") == "Does it start again?");
  CHECK(questions.at(0).at("at") == 4.0);
  CHECK(questions.at(0).at("right") == 1);
}

TEST_CASE("the walk has all lessons, each with its run, its questions and its ideas") {
  const nlohmann::json course = nlohmann::json::parse(cli::walk_data(cli::walk_lessons(), "https://example.com/"));
  CHECK(course.at("playground") == "https://example.com/");
  REQUIRE(course.at("lessons").size() == cli::lessons().size());
  for (const nlohmann::json& lesson : course.at("lessons")) {
    CAPTURE(lesson.at("name"));
    const nlohmann::json& run = lesson.at("page").at("runs").at(0);
    CHECK(lesson.at("questions").size() >= 2);
    CHECK(lesson.at("ideas").size() >= 1);
    CHECK(run.at("records").size() > 10);
    for (const nlohmann::json& idea : lesson.at("ideas")) CHECK(idea.at("at") <= run.at("lengthSeconds"));
  }
}

TEST_CASE("podreel lesson --walk writes one page, always the same") {
  const testing::ScratchFolder folder;
  const auto written = run_podreel({"lesson", "--walk", "-"});
  CHECK(written.exit_code == 0);
  CHECK(has(written.out, "<h1>How a kubelet works</h1>"));
  CHECK_FALSE(has(written.out, "@PODREEL_DATA@"));
  CHECK_FALSE(has(written.out, "src="));
  CHECK(written.out == run_podreel({"lesson", "--walk", "-"}).out);
  CHECK(run_podreel({"lesson", "4", "--walk", "-"}).exit_code == 2);
  CHECK(run_podreel({"lesson", "--playground", "https://example.com/"}).exit_code == 2);
  CHECK(run_podreel({"lesson", "--walk", folder / "none/walk.html"}).exit_code == 2);
}

}  // namespace podreel
