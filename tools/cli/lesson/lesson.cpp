#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/lesson/catalogue_runs.hpp"
#include "tools/cli/lesson/exercise.hpp"
#include "tools/cli/lesson/played_lesson.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/pages/walk/walk_page.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText lesson_text{
    .name = "lesson",
    .summary = "Take a course on the kubelet, in {lessons} lessons",
    .description =
        "Lists the lessons, or plays one: its questions, the timeline, the answers, and an explanation. With --quiz it "
        "stops at each question and waits for your answer. With --source it prints the lesson's scenario, for you to "
        "edit and replay. A lesson may end with an exercise; --check judges your solution.\n\n"
        "A long timeline is shown without records that repeat earlier ones in other numbers, and without events; "
        "--full "
        "and --explain show everything.\n\n"
        "With --walk it writes the whole course as one page for a browser: one record, question or idea per screen, "
        "beside a picture of the kubelet's parts, with a final exam. The page needs no server and no network.\n\n"
        "A lesson uses the newest kubelet, or another one from 1.20 on. Answers and explanations come from its run: a "
        "sentence is shown only if the run shows that it is true. With another seed, podreel reports which statements "
        "do not hold.",
    .examples =
        "# List the lessons\n"
        "podreel lesson\n"
        "\n"
        "# Learn why a crashing container waits\n"
        "podreel lesson 4\n"
        "\n"
        "# Test your knowledge\n"
        "podreel lesson 4 --quiz\n"
        "\n"
        "# Play a lesson record by record, as changes of the pods, or as a page\n"
        "podreel lesson 4 --step\n"
        "podreel lesson 4 --watch\n"
        "podreel lesson 4 --report crash.html\n"
        "\n"
        "# Write the course as a guided walk for a browser\n"
        "podreel lesson --walk walk.html\n"
        "\n"
        "# Use the kubelet of another release\n"
        "podreel lesson 10 --kubelet-version 1.28\n"
        "\n"
        "# Edit the scenario of a lesson, and replay it\n"
        "podreel lesson 4 --source > mine.yaml\n"
        "podreel run mine.yaml\n"
        "\n"
        "# Solve the exercise of a lesson\n"
        "podreel lesson 17 --source > mine.yaml\n"
        "podreel lesson 17 --check mine.yaml\n",
};

void list(Context& context) {
  TextTable table{{"LESSON", "WHAT IT SHOWS"}};
  for (std::size_t index = 0; index < lessons().size(); ++index) {
    table.add({fmt::format("{}", index + 1), first_line(runs_of(lessons()[index], {}, context).front().description)});
  }
  context.out << table.text();
}

ExitCode write_walk(const LessonOptions& options) {
  OutputFile file{*options.walk};
  print_walk_page(file.stream(), walk_lessons(), options.playground);
  file.commit();
  return ExitCode::ok;
}

ExitCode run_lesson(const LessonOptions& options, bool has_number, Context& context) {
  if (options.walk) return write_walk(options);
  if (!has_number) {
    list(context);
    return ExitCode::ok;
  }
  if (options.number < 1 || options.number > lessons().size()) {
    throw BadInput{fmt::format("found no lesson {}; accepted: 1 to {}", options.number, lessons().size())};
  }
  const CatalogueEntry& lesson = lessons()[options.number - 1];
  if (options.source) {
    context.out << lesson.text;
    return ExitCode::ok;
  }
  if (options.solution) return check_solution(options, context);
  const format::Scenario scenario = std::move(runs_of(lesson, options.run.load, context).front());
  if (options.quiz) {
    quiz_on_lesson(scenario, options, context);
  } else if (options.report) {
    write_lesson_page(scenario, options, context);
  } else {
    play_lesson(scenario, options, context);
  }
  return ExitCode::ok;
}

/// Makes all other options require a lesson, and exclude --source, which prints the lesson as it is written.
void require_lesson(CLI::App& verb, CLI::Option* number, CLI::Option* source) {
  for (CLI::Option* option : verb.get_options()) {
    if (option == number || option == verb.get_help_ptr()) continue;
    option->needs(number);
    if (option != source) source->excludes(option);
  }
}

}  // namespace

void add_lesson(CLI::App& app, Context& context) {
  auto options = std::make_shared<LessonOptions>();
  VerbText text = lesson_text;
  const std::string summary = fmt::format(fmt::runtime(text.summary), fmt::arg("lessons", lessons().size()));
  text.summary = summary;
  CLI::App& verb = new_verb(app, text);
  CLI::Option* number =
      verb.add_option("LESSON", options->number, "number of a lesson; without it, the lessons are listed")
          ->type_name("LESSON");
  CLI::Option* source = verb.add_flag("--source", options->source, "print the lesson's scenario instead of playing it");
  CLI::Option* quiz = verb.add_flag("--quiz", options->quiz,
                                    "show the timeline up to each question, and read your answers from standard input");
  CLI::Option* explain = verb.add_flag("--explain", options->run.explain,
                                       "explain the cause of each sync, each decision and each written status");
  CLI::Option* full =
      verb.add_flag("--full", options->full, "show all records and events, also those that repeat earlier ones");
  add_view_options(verb, options->run);
  CLI::Option* report =
      verb.add_option("--report", options->report, "write an HTML page of the lesson's run; - is standard output")
          ->type_name("FILE");
  CLI::Option* check =
      verb.add_option("--check", options->solution, "run a scenario and say whether it solves the lesson's exercise")
          ->type_name("FILE");
  for (CLI::Option* view : {verb.get_option("--watch"), verb.get_option("--step"), report}) quiz->excludes(view);
  for (CLI::Option* view : {verb.get_option("--watch"), verb.get_option("--step"), report, quiz, check}) {
    full->excludes(view);
  }
  for (CLI::Option* view : {explain, quiz, report, verb.get_option("--watch"), verb.get_option("--step")}) {
    check->excludes(view);
  }
  for (CLI::Option* view : {explain, verb.get_option("--watch"), verb.get_option("--step")}) report->excludes(view);
  add_scenario_options(verb, options->run);
  require_lesson(verb, number, source);
  CLI::Option* walk =
      verb.add_option("--walk", options->walk, "write all lessons as one page for a browser; - is standard output")
          ->type_name("FILE")
          ->excludes(number);
  verb.add_option("--playground", options->playground, "address of a playground that the page of --walk links to")
      ->type_name("URL")
      ->needs(walk);
  set_action(verb, context, [options, number](Context& world) {
    settle_run_options(options->run);
    return run_lesson(*options, number->count() > 0, world);
  });
}

}  // namespace podreel::cli
