#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/simulation/judged_run.hpp"
#include "tools/cli/asked_questions.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/output_file.hpp"
#include "tools/cli/quiz.hpp"
#include "tools/cli/replay_command.hpp"
#include "tools/cli/run_page.hpp"
#include "tools/cli/shown_run.hpp"
#include "tools/cli/shown_text.hpp"
#include "tools/cli/step_history.hpp"
#include "tools/cli/step_input.hpp"
#include "tools/cli/text_table.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText lesson_text{
    .name = "lesson",
    .summary = "a course on the kubelet, in thirteen scenarios",
    .description =
        "Lists the lessons, from \"a pod starts\" to \"what fails is tried again\", or plays one: questions, what to "
        "look at, the timeline that shows it, and the answers, which are found in this very run. With --quiz it stops "
        "at each question and waits for an answer. With --source it prints the lesson's scenario, to change and "
        "run.\n\n"
        "A lesson is told of one kubelet. With another one, or another seed, podreel says what of it does not hold.",
    .examples =
        "# The course\n"
        "podreel lesson\n"
        "\n"
        "# Why a crashing container waits\n"
        "podreel lesson 4\n"
        "\n"
        "# What do I know already?\n"
        "podreel lesson 4 --quiz\n"
        "\n"
        "# Record by record, as the pods change, or as a page to look at\n"
        "podreel lesson 4 --step\n"
        "podreel lesson 4 --watch\n"
        "podreel lesson 4 --report crash.html\n"
        "\n"
        "# With the kubelet of another release\n"
        "podreel lesson 10 --kubelet-version 1.28\n"
        "\n"
        "# The same, changed\n"
        "podreel lesson 4 --source > mine.yaml\n"
        "podreel run mine.yaml\n",
};

constexpr std::size_t question_indent = 3;

struct LessonOptions {
  std::size_t number = 0;
  bool source = false;
  bool quiz = false;
  std::string report;
  RunOptions run;
};

void list(Context& context) {
  TextTable table{{"LESSON", "WHAT IT SHOWS"}};
  for (std::size_t index = 0; index < lessons().size(); ++index) {
    table.add({fmt::format("{}", index + 1), first_line(runs_of(lessons()[index], {}, context).front().description)});
  }
  context.out << table.text();
}

/// Says what of the lesson does not hold in this run: of another kubelet or seed, say.
void tell_unmet(std::ostream& out, const language::Scenario& scenario, const simulation::JudgedRun& run) {
  std::string unmet;
  std::size_t expectations = 0;
  std::size_t count = 0;
  for (const language::Verdict& verdict : run.verdicts) {
    if (is_question(*verdict.expectation)) continue;
    ++expectations;
    if (verdict.held) continue;
    ++count;
    unmet += language::render_verdict(verdict, scenario, run.result.started_at);
  }
  if (count == 0) return;
  out << fmt::format("\nOf what this lesson tells, {} of {} {} not hold in this run with kubelet {}:\n{}", count,
                     counted(expectations, "expectation"), count == 1 ? "does" : "do",
                     release::to_string(scenario.node.kubelet.version), unmet);
}

/// What of the description comes after its first line, which is that of listings.
std::string explanation_of(const language::Scenario& scenario) {
  const std::size_t first = first_line(scenario.description).size();
  return scenario.description.substr(std::min(first + 1, scenario.description.size()));
}

void print_title(const language::Scenario& scenario, const LessonOptions& options, Context& context) {
  const std::string title = fmt::format("Lesson {} of {}", options.number, lessons().size());
  context.out << emphasised(context.out_terminal, Emphasis::strong, title) << "\n\n"
              << first_line(scenario.description) << "\n";
}

void print_next(const LessonOptions& options, Context& context) {
  if (options.number < lessons().size()) context.out << fmt::format("\nNext: podreel lesson {}\n", options.number + 1);
}

/// `text` is indented so far that a number has room.
std::string numbered(std::size_t index, std::string text) {
  const std::string number = fmt::format("{}. ", index + 1);
  return text.replace(0, number.size(), number);
}

void print_questions(const std::vector<AskedQuestion>& questions, Context& context) {
  context.out << "\nBefore you look:\n";
  for (std::size_t index = 0; index < questions.size(); ++index) {
    context.out << numbered(index, question_text(*questions[index].question, question_indent));
  }
}

void print_answers(const std::vector<AskedQuestion>& questions, Context& context) {
  context.out << "Answers:\n";
  for (std::size_t index = 0; index < questions.size(); ++index) {
    context.out << numbered(index, answer_text(questions[index], question_indent));
  }
}

void play(const language::Scenario& scenario, const LessonOptions& options, Context& context) {
  const simulation::JudgedRun run = simulation::judged_run(scenario);
  const std::vector<AskedQuestion> questions = asked_questions(run.verdicts);
  print_title(scenario, options, context);
  print_questions(questions, context);
  context.out << '\n' << explanation_of(scenario) << '\n';
  if (options.run.step) {
    step_through(scenario, options.run, context);
  } else {
    show_run(scenario, options.run, context, false);
  }
  if (options.run.watch) context.out << '\n';
  print_answers(questions, context);
  tell_unmet(context.out, scenario, run);
  print_next(options, context);
}

void quiz(const language::Scenario& scenario, const LessonOptions& options, Context& context) {
  StepHistory history{false};
  simulation::ReplayOptions replay;
  replay.explain = options.run.explain;
  replay.sinks = {&history};
  const simulation::JudgedRun run = simulation::judged_run(scenario, replay);
  const std::vector<AskedQuestion> questions = asked_questions(run.verdicts);
  print_title(scenario, options, context);
  context.out << '\n';
  Quiz quiz{questions, history.records(), run.result.started_at, context};
  if (!quiz.play(*standard_lines())) return;
  context.out << '\n' << explanation_of(scenario);
  tell_unmet(context.out, scenario, run);
  print_next(options, context);
}

void write_report(const language::Scenario& scenario, const LessonOptions& options, Context& context) {
  OutputFile file{options.report};
  const std::string command = fmt::format("podreel lesson {}{}", options.number, replay_arguments(options.run));
  print_run_page(file.stream(), scenario, command);
  file.commit();
  tell_unmet(context.diagnostics, scenario, simulation::judged_run(scenario));
}

ExitCode run_lesson(const LessonOptions& options, bool has_number, Context& context) {
  if (!has_number) {
    list(context);
    return ExitCode::ok;
  }
  if (options.number < 1 || options.number > lessons().size()) {
    throw BadInput{fmt::format("no lesson {}; accepted: 1 to {}", options.number, lessons().size())};
  }
  const CatalogueEntry& lesson = lessons()[options.number - 1];
  if (options.source) {
    context.out << lesson.text;
    return ExitCode::ok;
  }
  const language::Scenario scenario = std::move(runs_of(lesson, options.run.load, context).front());
  if (options.quiz) {
    quiz(scenario, options, context);
  } else if (!options.report.empty()) {
    write_report(scenario, options, context);
  } else {
    play(scenario, options, context);
  }
  return ExitCode::ok;
}

/// What is asked of a lesson needs one; its source is as it is written.
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
  CLI::App& verb = new_verb(app, lesson_text);
  CLI::Option* number =
      verb.add_option("LESSON", options->number, "the number of a lesson; none lists them")->type_name("LESSON");
  CLI::Option* source = verb.add_flag("--source", options->source, "print the lesson's scenario instead of playing it");
  CLI::Option* quiz = verb.add_flag(
      "--quiz", options->quiz, "show the timeline up to each question, and ask; answers are lines of standard input");
  CLI::Option* explain = verb.add_flag("--explain", options->run.explain, "say of each sync what was decided and why");
  add_view_options(verb, options->run);
  CLI::Option* report =
      verb.add_option("--report", options->report, "write the lesson's run as a page to look at; - is standard output")
          ->type_name("FILE");
  for (CLI::Option* view : {verb.get_option("--watch"), verb.get_option("--step"), report}) quiz->excludes(view);
  for (CLI::Option* view : {explain, verb.get_option("--watch"), verb.get_option("--step")}) report->excludes(view);
  add_scenario_options(verb, options->run);
  require_lesson(verb, number, source);
  when_chosen(verb, context, [options, number](Context& world) {
    settle_run_options(options->run);
    return run_lesson(*options, number->count() > 0, world);
  });
}

}  // namespace podreel::cli
