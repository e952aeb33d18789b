#include "tools/pages/playground/play.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "engine/api/printable.hpp"
#include "engine/release/patch_releases.hpp"
#include "scenarios/format/exercise.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/catalogue/graded_questions.hpp"
#include "tools/pages/run/run_page_data.hpp"
#include "tools/timeline/run_names.hpp"

namespace podreel::playground {

namespace {

using nlohmann::ordered_json;

constexpr const char* file_name = "scenario.yaml";
/// Lines that further replays may produce, so that an answer comes at once.
constexpr std::size_t comparison_lines = 20'000;

/// The runs of a request, or its problems.
struct RequestedRuns {
  std::vector<format::Scenario> runs;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

ordered_json documents_of(const std::vector<api::Problem>& problems) {
  ordered_json documents = ordered_json::array();
  for (const api::Problem& problem : problems) {
    documents.push_back({{"line", problem.mark.line},
                         {"column", problem.mark.column},
                         {"path", api::printable_line(problem.path)},
                         {"message", api::printable_line(problem.message)}});
  }
  return documents;
}

ordered_json found_in(const RequestedRuns& requested) {
  return {{"problems", documents_of(requested.problems)}, {"warnings", documents_of(requested.warnings)}};
}

sim::Duration duration_of(std::string_view field, const std::string& text) {
  const auto read = format::parse_duration(text);
  if (const auto* error = std::get_if<format::DurationError>(&read)) {
    throw BadRequest{fmt::format("{}: {}", field, error->message)};
  }
  return std::get<sim::Duration>(read);
}

/// Returns the options for each kubelet.
std::vector<format::LoadOptions> options_of(const Request& request) {
  format::LoadOptions options;
  options.seed = request.optional_number("seed");
  options.reads_files = false;
  if (const auto until = request.optional_text("until")) options.until = duration_of("until", *until);
  std::vector<format::LoadOptions> all;
  for (const std::string& kubelet : request.texts("kubelets")) {
    options.kubelet = release::parse_release(kubelet);
    if (!kubelet.empty() && (!options.kubelet || !release::is_simulated(*options.kubelet))) {
      throw BadRequest{fmt::format("kubelets: found \"{}\"; accepted: {} to {}{}", kubelet,
                                   release::minor_string(release::simulated_releases().front()),
                                   release::minor_string(release::simulated_releases().back()),
                                   release::refusal_clause(kubelet))};
    }
    all.push_back(options);
  }
  if (all.empty()) all.push_back(options);
  return all;
}

void add(std::vector<api::Problem>& problems, const std::vector<api::Problem>& found) {
  const auto same_as = [](const api::Problem& problem) {
    return [&problem](const api::Problem& other) { return api::to_string(problem) == api::to_string(other); };
  };
  for (const api::Problem& problem : found) {
    if (std::ranges::none_of(problems, same_as(problem))) problems.push_back(problem);
  }
}

void refuse_long_runs(RequestedRuns& requested) {
  for (const format::Scenario& run : requested.runs) {
    if (run.duration.value_or(sim::Duration{}) <= max_run_length) continue;
    requested.problems.push_back(
        {file_name,
         {},
         "spec.duration",
         fmt::format("found {}; accepted here: at most {}", format::duration_text(*run.duration),
                     format::duration_text(max_run_length))});
    return;
  }
}

RequestedRuns read_requested_runs(const Request& request) {
  RequestedRuns requested;
  const api::LoadedFile documents = api::load_documents(request.text("text"), file_name);
  const std::vector<format::LoadOptions> combinations = options_of(request);
  if (combinations.size() > max_runs) throw BadRequest{fmt::format("kubelets: accepted: at most {}", max_runs)};
  for (const format::LoadOptions& options : combinations) {
    format::Loaded loaded = format::load_scenarios(documents, file_name, options);
    add(requested.problems, loaded.problems);
    add(requested.warnings, loaded.warnings);
    std::ranges::move(loaded.scenarios, std::back_inserter(requested.runs));
  }
  if (requested.runs.size() > max_runs) {
    requested.problems.push_back(
        {file_name,
         {},
         "",
         fmt::format("found {} runs; accepted here: at most {} side by side", requested.runs.size(), max_runs)});
  }
  refuse_long_runs(requested);
  if (!requested.problems.empty()) requested.runs.clear();
  return requested;
}

/// Ends a run that has too many records for a page.
class RecordLimit final : public trace::Sink {
 public:
  struct Reached {
    sim::Time at;
  };

  void write(const trace::Record& record) override {
    if (++records_ > max_records) throw Reached{record.time};
  }

 private:
  std::size_t records_ = 0;
};

std::vector<const format::Question*> questions_of(const format::Scenario& run) {
  std::vector<const format::Question*> questions;
  for (const format::Expectation& expectation : run.expectations) {
    const auto* question = std::get_if<format::Question>(&expectation.what);
    if (question != nullptr && format::applies(expectation, run)) questions.push_back(question);
  }
  std::ranges::stable_sort(questions, {}, &format::Question::at);
  return questions;
}

/// Returns the index of the question in the request.
std::optional<std::size_t> question_place(const Request& request, std::size_t count) {
  const auto place = request.optional_number("question");
  if (place && *place >= count) {
    throw BadRequest{
        fmt::format("question: found index {}, but the scenario has {} questions, counted from 0", *place, count)};
  }
  return place;
}

ordered_json question_documents(const std::vector<const format::Question*>& questions) {
  ordered_json documents = ordered_json::array();
  for (const format::Question* question : questions) {
    ordered_json choices = ordered_json::array();
    for (const format::Choice& choice : question->choices) choices.push_back(api::printable_line(choice.answer));
    documents.push_back({{"at", format::duration_text(question->at)},
                         {"ask", api::printable_line(question->ask)},
                         {"choices", std::move(choices)}});
  }
  return documents;
}

ordered_json expectations_document(const format::Scenario& run) {
  // Too many records are detected here, where records are only counted.
  RecordLimit limit;
  simulation::ReplayOptions options;
  options.sinks = {&limit};
  const simulation::CheckedRun judged = simulation::run_and_check(run, options);
  std::size_t all = 0;
  std::size_t held = 0;
  ordered_json unmet = ordered_json::array();
  for (const format::Verdict& verdict : judged.verdicts) {
    if (cli::is_question(*verdict.expectation)) continue;
    ++all;
    if (verdict.held) {
      ++held;
    } else {
      unmet.push_back(api::printable_text(format::render_verdict(verdict, run, judged.result.started_at)));
    }
  }
  return {{"all", all}, {"held", held}, {"unmet", std::move(unmet)}};
}

/// Ends the run before the instant of the question.
void end_before(format::Scenario& run, const format::Question& question) {
  constexpr sim::Duration instant{1};
  run.duration = std::max(question.at - instant, sim::Duration{});
}

std::string arguments_of(const Request& request) {
  std::string arguments;
  if (const auto seed = request.optional_number("seed")) arguments += fmt::format(" --seed {}", *seed);
  if (const auto until = request.optional_text("until")) arguments += " --until " + *until;
  return arguments;
}

std::vector<cli::PageRun> page_runs(const std::vector<format::Scenario>& runs, const Request& request) {
  const std::vector<std::string> names = cli::names_of_differences(runs);
  const bool has_kubelets = !request.texts("kubelets").empty();
  std::vector<cli::PageRun> shown;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::string command = fmt::format("podreel run {}", file_name);
    if (has_kubelets) command += " --kubelet-version " + release::to_string(runs[run].node.kubelet.version);
    shown.push_back({runs[run], command + arguments_of(request), names[run]});
  }
  return shown;
}

/// Returns the command that replays all runs.
std::string command_of(const std::vector<cli::PageRun>& runs, const Request& request) {
  if (runs.size() == 1) return runs.front().command;
  std::string command = fmt::format("podreel report {}", file_name);
  if (!request.texts("kubelets").empty()) {
    std::vector<std::string> kubelets;
    for (const cli::PageRun& run : runs) kubelets.push_back(release::to_string(run.scenario.node.kubelet.version));
    command += fmt::format(" --kubelet-version {}", fmt::join(kubelets, ","));
  }
  return command + arguments_of(request);
}

/// Adds the page's data, which are already a text, to the answer.
std::string with_page(const ordered_json& document, const std::string& page) {
  std::string text = api::printable_json(document);
  text.pop_back();
  return text + ",\"page\":" + page + '}';
}

std::string played(RequestedRuns& requested, const Request& request) {
  ordered_json document = found_in(requested);
  format::Scenario& first = requested.runs.front();
  const std::vector<const format::Question*> questions = questions_of(first);
  const auto place = question_place(request, questions.size());
  document["questions"] = question_documents(questions);
  if (place) {
    end_before(first, *questions[*place]);
    requested.runs.resize(1);
  }
  if (!place) document["expectations"] = expectations_document(first);
  RecordLimit limit;
  const std::vector<cli::PageRun> runs = page_runs(requested.runs, request);
  const std::string page = cli::run_page_data(runs, command_of(runs, request), &limit, comparison_lines);
  return with_page(document, page);
}

std::string too_much(RequestedRuns& requested, const RecordLimit::Reached& reached) {
  const sim::Duration at = reached.at - simulation::start_time(requested.runs.front(), {});
  const auto whole = std::chrono::floor<std::chrono::seconds>(at);
  requested.problems.push_back(
      {file_name,
       {},
       "spec.duration",
       fmt::format("more than {} records by {}; choose a shorter duration, or use `podreel report` on the "
                   "command line",
                   max_records, format::duration_text(whole))});
  return api::printable_json(found_in(requested));
}

std::string graded(const RequestedRuns& requested, const Request& request) {
  RecordLimit limit;
  simulation::ReplayOptions options;
  options.sinks = {&limit};
  const simulation::CheckedRun judged = simulation::run_and_check(requested.runs.front(), options);
  const std::vector<cli::GradedQuestion> questions = cli::graded_questions(judged.verdicts);
  const auto place = question_place(request, questions.size());
  if (!place) throw BadRequest{"question: required, but missing; accepted: a whole number"};
  ordered_json because = ordered_json::array();
  for (const format::Choice& choice : questions[*place].question->choices) {
    because.push_back(api::printable_line(choice.because));
  }
  ordered_json document = found_in(requested);
  document["right"] = questions[*place].right;
  document["because"] = std::move(because);
  return api::printable_json(document);
}

std::vector<format::Expectation> exercise_of(const cli::CatalogueEntry& lesson) {
  const std::string file = cli::path_of(lesson);
  return format::load_exercise(api::load_documents(lesson.text, file), file);
}

/// Returns the lesson that the request names, which has an exercise.
const cli::CatalogueEntry& requested_lesson(const Request& request) {
  const std::string name = request.text("name");
  const auto lesson = std::ranges::find(cli::lessons(), name, &cli::CatalogueEntry::name);
  if (lesson == cli::lessons().end() || exercise_of(*lesson).empty()) {
    throw BadRequest{fmt::format("name: found \"{}\"; accepted: a lesson with an exercise", name)};
  }
  return *lesson;
}

}  // namespace

std::string check(const Request& request) {
  request.accept({"text"});
  const RequestedRuns requested = read_requested_runs(request);
  ordered_json document = found_in(requested);
  document["runs"] = ordered_json::array();
  for (const format::Scenario& run : requested.runs) document["runs"].push_back(format::title(run));
  return api::printable_json(document);
}

std::string play(const Request& request) {
  request.accept({"text", "kubelets", "seed", "until", "question"});
  RequestedRuns requested = read_requested_runs(request);
  if (requested.runs.empty()) return api::printable_json(found_in(requested));
  try {
    return played(requested, request);
  } catch (const RecordLimit::Reached& reached) {
    return too_much(requested, reached);
  }
}

std::string grade(const Request& request) {
  request.accept({"text", "kubelets", "seed", "question"});
  RequestedRuns requested = read_requested_runs(request);
  if (requested.runs.empty()) return api::printable_json(found_in(requested));
  try {
    return graded(requested, request);
  } catch (const RecordLimit::Reached& reached) {
    return too_much(requested, reached);
  }
}

std::string solve(const Request& request) {
  request.accept({"text", "kubelets", "seed", "name"});
  const cli::CatalogueEntry& lesson = requested_lesson(request);
  RequestedRuns requested = read_requested_runs(request);
  if (requested.runs.empty()) return api::printable_json(found_in(requested));
  format::Scenario& solution = requested.runs.front();
  // Failures refer to lines of the lesson.
  solution.file = cli::path_of(lesson);
  solution.expectations = exercise_of(lesson);
  try {
    ordered_json document = found_in(requested);
    document.update(expectations_document(solution));
    return api::printable_json(document);
  } catch (const RecordLimit::Reached& reached) {
    return too_much(requested, reached);
  }
}

}  // namespace podreel::playground
