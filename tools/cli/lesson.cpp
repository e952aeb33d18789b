#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/lessons.hpp"
#include "tools/cli/run_report.hpp"
#include "tools/cli/text_table.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText lesson_text{
    .name = "lesson",
    .summary = "a course on the kubelet, in thirteen scenarios",
    .description =
        "Lists the lessons, from \"a pod starts\" to \"what fails is tried again\", or plays one: what to look at, "
        "then the "
        "timeline that shows it. With --source it prints the lesson's scenario, to change and run.",
    .examples =
        "# The course\n"
        "podreel lesson\n"
        "\n"
        "# Why a crashing container waits\n"
        "podreel lesson 4\n"
        "\n"
        "# The same, changed\n"
        "podreel lesson 4 --source > mine.yaml\n"
        "podreel run mine.yaml\n",
};

struct LessonOptions {
  std::optional<std::size_t> number;
  bool source = false;
  RunOptions run;
};

language::Scenario scenario_of(const Lesson& lesson) {
  const std::string file{lesson.file};
  language::Loaded loaded = language::load_scenarios(api::load_documents(lesson.text, file), file);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  return std::move(loaded.scenarios.front());
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void list(Context& context) {
  TextTable table{{"LESSON", "WHAT IT SHOWS"}};
  for (std::size_t index = 0; index < lessons().size(); ++index) {
    table.add({fmt::format("{}", index + 1), first_line(scenario_of(lessons()[index]).description)});
  }
  context.out << table.text();
}

void play(const language::Scenario& scenario, const LessonOptions& options, Context& context) {
  context.out << fmt::format("{}\n\n{}\n\n",
                             emphasised(context.out_terminal, Emphasis::strong,
                                        fmt::format("Lesson {} of {}", *options.number, lessons().size())),
                             scenario.description);
  simulation::ReplayOptions replay;
  replay.explain = options.run.explain;
  RunReport report{scenario, options.run, simulation::start_time(scenario, replay), context, false};
  replay.sinks = report.sinks();
  report.finish(simulation::replay(scenario, replay));
  if (*options.number < lessons().size()) {
    context.out << fmt::format("\nNext: podreel lesson {}\n", *options.number + 1);
  }
}

ExitCode run_lesson(const LessonOptions& options, Context& context) {
  if (!options.number) {
    if (options.source) throw BadInput{"--source takes the number of a lesson"};
    list(context);
    return ExitCode::ok;
  }
  if (*options.number < 1 || *options.number > lessons().size()) {
    throw BadInput{fmt::format("no lesson {}; accepted: 1 to {}", *options.number, lessons().size())};
  }
  const Lesson& lesson = lessons()[*options.number - 1];
  if (options.source) {
    context.out << lesson.text;
  } else {
    play(scenario_of(lesson), options, context);
  }
  return ExitCode::ok;
}

}  // namespace

void add_lesson(CLI::App& app, Context& context) {
  auto options = std::make_shared<LessonOptions>();
  CLI::App& verb = new_verb(app, lesson_text);
  verb.add_option("LESSON", options->number, "the number of a lesson; none lists them")->type_name("LESSON");
  verb.add_flag("--source", options->source, "print the lesson's scenario instead of playing it");
  verb.add_flag("--explain", options->run.explain, "say of each sync what was decided and why");
  when_chosen(verb, context, [options](Context& world) { return run_lesson(*options, world); });
}

}  // namespace podreel::cli
