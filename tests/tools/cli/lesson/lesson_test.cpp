// `podreel lesson`.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "scenarios/simulation/checked_run.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/catalogue/graded_questions.hpp"
#include "tools/cli/lesson/catalogue_runs.hpp"

namespace podreel {

namespace {

using testing::CommandResult;
using testing::has;
using testing::run_podreel;

CommandResult lesson(std::vector<std::string> arguments, const std::string& answers = "") {
  arguments.insert(arguments.begin(), "lesson");
  return run_podreel(arguments, {.standard_input = answers});
}

/// The answers that the runs of all lessons give.
std::vector<cli::GradedQuestion> questions_in(const format::Scenario& scenario) {
  return cli::graded_questions(simulation::run_and_check(scenario).verdicts);
}

format::Scenario lesson_scenario(const cli::CatalogueEntry& entry) {
  std::ostringstream nowhere;
  cli::Context context{.out = nowhere, .diagnostics = nowhere, .out_terminal = {}, .diagnostics_terminal = {}};
  return std::move(cli::runs_of(entry, {}, context).front());
}

std::string answers_of(const format::Scenario& scenario) {
  std::string answers;
  for (const cli::GradedQuestion& asked : questions_in(scenario)) {
    answers += cli::letter_of(asked.answer().value());
    answers += '\n';
  }
  return answers;
}

CommandResult check_exercise(const std::string& number, const std::string& text) {
  const testing::ScratchFolder folder;
  std::ofstream{folder / "mine.yaml"} << text;
  return lesson({number, "--check", folder / "mine.yaml"});
}

std::size_t place(const std::string& text, const std::string& part) {
  REQUIRE(has(text, part));
  return text.find(part);
}

}  // namespace

TEST_CASE("the help says how many lessons there are") {
  const std::string count = std::to_string(cli::lessons().size());
  CHECK(has(run_podreel({"--help"}).out, "Take a course on the kubelet, in " + count + " lessons"));
}

TEST_CASE("every lesson asks two to four questions, and its run answers each of them in one way") {
  std::map<std::size_t, std::size_t> right;
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    const format::Scenario scenario = lesson_scenario(entry);
    const std::vector<cli::GradedQuestion> questions = questions_in(scenario);
    CHECK(questions.size() >= 2);
    CHECK(questions.size() <= 4);
    for (const cli::GradedQuestion& asked : questions) {
      CAPTURE(asked.question->ask);
      REQUIRE(asked.answer());
      ++right[*asked.answer()];
      std::set<std::string> answers;
      for (const format::Choice& choice : asked.question->choices) answers.insert(choice.answer);
      CHECK(answers.size() == asked.question->choices.size());
    }
  }
  // Nobody gets far by always answering the same.
  CHECK(right[0] > 5);
  CHECK(right[1] > 5);
  CHECK(right[2] > 0);
}

TEST_CASE("a question of a lesson has the same answer whatever is left to chance") {
  for (const cli::CatalogueEntry& entry : cli::lessons()) {
    CAPTURE(entry.name);
    const format::Scenario scenario = lesson_scenario(entry);
    const std::vector<cli::GradedQuestion> expected = questions_in(scenario);
    for (std::uint64_t seed = 2; seed < 6; ++seed) {
      simulation::ReplayOptions other;
      other.seed = seed;
      const auto run = simulation::run_and_check(scenario, other);
      const auto found = cli::graded_questions(run.verdicts);
      for (std::size_t index = 0; index < found.size(); ++index) CHECK(found[index].right == expected[index].right);
    }
  }
}

TEST_CASE("the course is listed") {
  const CommandResult result = lesson({});
  CHECK(result.exit_code == 0);
  CHECK(result.out.starts_with("LESSON   WHAT IT SHOWS\n1        A pod starts.\n"));
  CHECK(has(result.out, "\n13       Failed operations are retried: by which component, and when?\n"));
}

TEST_CASE("a lesson asks before it shows, and answers after that") {
  const std::string out = lesson({"2"}).out;
  const std::size_t question = place(out, "\nBefore you look:\n1. The container is about to exit with 0.");
  const std::size_t timeline = place(out, "default/job   API server  pod created");
  const std::size_t answer =
      place(out, "\nAnswers:\n1. b) With the next relist, up to a second later.\n      Once a second");
  CHECK(question < timeline);
  CHECK(timeline < answer);
  const std::size_t explanation = place(out, "\nWhat this run shows:\nThe runtime does not report the exit.");
  CHECK(answer < explanation);
  CHECK(explanation < place(out, "\nTry: other seeds"));
  CHECK(explanation < place(out, "\nNext: podreel lesson 3\n"));
  CHECK_FALSE(has(lesson({std::to_string(cli::lessons().size())}).out, "Next:"));
}

TEST_CASE("in a quiz nothing is shown of what a question is about") {
  const CommandResult result = lesson({"2", "--quiz"}, "b\n");
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "Question 1 of 3, at 3.3s:"));
  CHECK(has(result.out, "work: ready"));
  CHECK_FALSE(has(result.out, "exits with 0                by itself"));
  CHECK_FALSE(has(result.out, "The runtime does not report the exit"));
}

TEST_CASE("a quiz says right or wrong and why, and counts") {
  const CommandResult result = lesson({"2", "--quiz"}, "B\n1\nb\n");
  CHECK(has(result.out, "\nRight.\n  Once a second the kubelet lists"));
  CHECK(has(result.out, "\nNo.\n  Kubelets up to 1.21 do so"));
  CHECK(has(
      result.out,
      "Correct answer:\n  b) Still Running, with a terminated container.\n     From 1.22 on the phase becomes final"));
  CHECK(has(result.out, "\n2 of 3 answers correct.\n"));
  CHECK(has(result.out, "The runtime does not report the exit"));
  CHECK(result.err == "");
}

TEST_CASE("who knows all answers has them all right") {
  for (std::size_t number = 1; number <= cli::lessons().size(); number += testing::one_in({.sanitized = 5})) {
    const format::Scenario scenario = lesson_scenario(cli::lessons()[number - 1]);
    const std::string count = std::to_string(questions_in(scenario).size());
    const CommandResult result = lesson({std::to_string(number), "--quiz"}, answers_of(scenario));
    CHECK(result.exit_code == 0);
    CHECK_MESSAGE(has(result.out, "\n" + count + " of " + count + " answers correct.\n"), result.out);
  }
}

TEST_CASE("a quiz ends where its reader does") {
  CHECK(has(lesson({"4", "--quiz"}, "").out, "\n0 of 0 answers correct, 0 of 3 asked.\n"));
  CHECK(has(lesson({"4", "--quiz"}, "a\nq\nb\n").out, "\n1 of 1 answer correct, 1 of 3 asked.\n"));
  CHECK(lesson({"4", "--quiz"}, "").exit_code == 0);
}

TEST_CASE("what is no answer is reported, and asked again") {
  const CommandResult result = lesson({"4", "--quiz"}, "x\n\n4\nab\n a \n");
  CHECK(result.err ==
        "accepted: a to c, or q to quit\naccepted: a to c, or q to quit\n"
        "accepted: a to c, or q to quit\naccepted: a to c, or q to quit\n");
  CHECK(has(result.out, "1 of 1 answer correct"));
}

TEST_CASE("with another kubelet a lesson answers and explains for that one") {
  const std::string out = lesson({"13", "--kubelet-version", "1.23"}).out;
  CHECK(has(out, "(kubelet 1.23.17)"));
  CHECK(has(out, "2. a) No, because no component knows the pod any more."));
  CHECK(has(out, "its sandbox stays on the node (kubernetes/kubernetes#113145)"));
  CHECK_FALSE(has(out, "not hold in this run"));
  CHECK_FALSE(has(lesson({"13"}).out, "stays on the node (kubernetes"));
}

TEST_CASE("a run that is not the lesson's says what does not hold") {
  const std::string out = lesson({"4", "--until", "5s"}).out;
  CHECK(has(out, " of this lesson do not hold in this run with kubelet "));
  CHECK(has(out, "scenarios/library/lessons/04-crash-back-off.yaml:"));
}

TEST_CASE("where no answer fits, no answer is graded as wrong") {
  const CommandResult result = lesson({"4", "--until", "5s", "--quiz"}, "b\nb\nb\n");
  CHECK(has(result.out, "In this run, none of these answers is correct, or more than one."));
}

TEST_CASE("a lesson goes from record to record, or shows its pods as they change, like any run") {
  const CommandResult stepped = lesson({"1", "--step"}, "n\nq\n");
  CHECK(has(stepped.out, "record 2 of 15"));
  CHECK(has(stepped.out, "\nAnswers:\n"));
  const CommandResult watched = lesson({"1", "--watch"});
  CHECK(has(watched.out, "NAME   READY   STATUS    RESTARTS   AGE\nweb"));
  CHECK_FALSE(has(watched.out, "digest"));
}

TEST_CASE("a lesson is written as a page, which says what replays it") {
  const testing::ScratchFolder folder;
  const CommandResult written = lesson({"4", "--seed", "7", "--report", folder / "page.html"});
  CHECK(written.exit_code == 0);
  CHECK(written.out == "");
  CHECK(written.err == "");
  const CommandResult page = lesson({"4", "--seed", "7", "--report", "-"});
  CHECK(page.out.starts_with("<!doctype html>\n"));
  CHECK(has(page.out, "\"command\":\"podreel lesson 4 --seed 7\""));
  CHECK(lesson({"4", "--report", "/nowhere/page.html"}).exit_code == 2);
}

TEST_CASE("a lesson's own scenario does not solve its exercise, and says what is missing") {
  const CommandResult result = check_exercise("19", lesson({"19", "--source"}).out);
  CHECK(result.exit_code == 1);
  CHECK(result.out.starts_with("Not solved yet. 2 of 3 expectations held.\n\n"));
  CHECK(has(result.out, "scenarios/library/lessons/19-states-of-a-pod-worker.yaml:"));
  CHECK(has(result.out, "because the slowest container determines how long the worker is terminating"));
}

TEST_CASE("a solution of an exercise is recognised") {
  std::string solution = lesson({"19", "--source"}).out;
  solution.replace(place(solution, "exitAfter: 5s"), 13, "exitAfter: 2s");
  const CommandResult result = check_exercise("19", solution);
  CHECK(result.exit_code == 0);
  CHECK(result.out == "Solved. 3 of 3 expectations held.\n");
}

TEST_CASE("a lesson ends with its exercise and the commands for it") {
  const std::string out = lesson({"19"}).out;
  CHECK(has(out, "Exercise: `web` shall be gone"));
  CHECK(has(out, "\n  podreel lesson 19 --source > mine.yaml\n  podreel lesson 19 --check mine.yaml\n"));
  CHECK_FALSE(has(lesson({"1"}).out, "--check"));
  CHECK(has(check_exercise("1", lesson({"1", "--source"}).out).err, "lesson 1 has no exercise"));
}

TEST_CASE("options of lessons that make no sense are refused") {
  const auto refused = [](std::vector<std::string> arguments, const std::string& message) {
    const CommandResult result = lesson(std::move(arguments));
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK_MESSAGE(has(result.err, message), result.err);
  };
  const std::size_t count = cli::lessons().size();
  refused({"0"}, fmt::format("found no lesson 0; accepted: 1 to {}", count));
  refused({std::to_string(count + 1)}, fmt::format("found no lesson {}; accepted: 1 to {}", count + 1, count));
  refused({"--source"}, "--source requires LESSON");
  refused({"--seed", "2"}, "--seed requires LESSON");
  refused({"2", "--source", "--quiz"}, "--source excludes --quiz");
  refused({"2", "--source", "--kubelet-version", "1.28"}, "--source excludes --kubelet-version");
  refused({"2", "--quiz", "--step"}, "--quiz excludes --step");
  refused({"2", "--quiz", "--report", "x.html"}, "--quiz excludes --report");
  refused({"2", "--report", "x.html", "--watch"}, "--watch excludes --report");
  refused({"2", "--check", "x.yaml", "--quiz"}, "--quiz excludes --check");
  refused({"2", "--watch", "--step"}, "--watch and --step exclude each other");
  refused({"2", "--kubelet-version", "1.99"}, "'1.99' is not a release");
}

TEST_CASE("every lesson fits in 90 lines, and says how many records it leaves out") {
  for (std::size_t number = 1; number <= cli::lessons().size(); number += testing::one_in({.sanitized = 5})) {
    const std::string out = lesson({std::to_string(number)}).out;
    CHECK_MESSAGE(std::ranges::count(out, '\n') <= 90, "lesson ", number);
  }
}

TEST_CASE("a folded lesson keeps the starts that it is about, and --full shows all records and events") {
  const std::string folded = lesson({"4"}).out;
  const std::string full = lesson({"4", "--full"}).out;
  const boost::regex note{R"(\n\d+ of 1\d\d records are shown; )"};
  CHECK(boost::regex_search(folded, note));
  CHECK(has(folded, " records left out\n"));
  CHECK_FALSE(boost::regex_search(full, note));
  for (const char* start : {"attempt 0", "attempt 2", "attempt 3"}) CHECK(has(folded, start));
  CHECK_FALSE(has(folded, "\nEvents of default/web:"));
  CHECK(has(full, "\nEvents of default/web:"));
  CHECK(lesson({"4", "--full", "--step"}).exit_code == 2);
}

}  // namespace podreel
