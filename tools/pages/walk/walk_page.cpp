#include "tools/pages/walk/walk_page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "engine/api/base64.hpp"
#include "engine/api/printable.hpp"
#include "engine/invariant.hpp"
#include "scenarios/checks/explanation.hpp"
#include "scenarios/format/exercise.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/catalogue/graded_questions.hpp"
#include "tools/files/deflated.hpp"
#include "tools/pages/run/page.hpp"
#include "tools/pages/run/run_page_data.hpp"
#include "tools/text/script_safe.hpp"
#include "tools/timeline/page_time.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

ordered_json question_document(const GradedQuestion& asked, std::size_t right) {
  ordered_json choices = ordered_json::array();
  for (const format::Choice& choice : asked.question->choices) {
    choices.push_back(
        {{"answer", api::printable_line(choice.answer)}, {"because", api::printable_line(choice.because)}});
  }
  return {{"at", page_seconds(asked.question->at)},
          {"ask", api::printable_line(asked.question->ask)},
          {"choices", std::move(choices)},
          {"right", right}};
}

ordered_json questions_document(const std::vector<format::Verdict>& verdicts) {
  ordered_json questions = ordered_json::array();
  for (const GradedQuestion& asked : graded_questions(verdicts)) {
    if (const auto right = asked.answer()) questions.push_back(question_document(asked, *right));
  }
  return questions;
}

/// Returns the sentences that the run has shown, in the order in which it shows them.
ordered_json ideas_document(const simulation::CheckedRun& run) {
  std::vector<const format::Verdict*> shown;
  for (const format::Verdict& verdict : run.verdicts) {
    if (verdict.held && !verdict.expectation->because.empty()) shown.push_back(&verdict);
  }
  std::ranges::stable_sort(shown, {}, [](const format::Verdict* verdict) { return *verdict->shown_at; });
  ordered_json ideas = ordered_json::array();
  for (const format::Verdict* verdict : shown) {
    ideas.push_back({{"at", page_seconds(*verdict->shown_at - run.result.started_at)},
                     {"text", api::printable_line(verdict->expectation->because)}});
  }
  return ideas;
}

/// Splits a text into paragraphs, which begin with "Try:", "Exercise:" or after an empty line.
ordered_json paragraphs_of(const std::string& text) {
  ordered_json paragraphs = ordered_json::array();
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) paragraphs.push_back(api::printable_line(paragraph));
    paragraph.clear();
  };
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("Try:") || line.starts_with("Exercise:")) end_paragraph();
    if (!line.empty()) paragraph += (paragraph.empty() ? "" : " ") + line;
  }
  end_paragraph();
  return paragraphs;
}

bool has_exercise(const CatalogueEntry& entry) {
  const std::string file = path_of(entry);
  return !format::load_exercise(api::load_documents(entry.text, file), file).empty();
}

std::string lesson_text(const WalkLesson& lesson, std::size_t number) {
  const simulation::CheckedRun run = simulation::run_and_check(lesson.scenario);
  const format::Explanation explanation = format::explanation_of(lesson.scenario, run.verdicts);
  const ordered_json head{{"name", lesson.entry->name},
                          {"title", api::printable_line(explanation.title)},
                          {"setup", paragraphs_of(explanation.setup)},
                          {"exercise", paragraphs_of(explanation.exercise)},
                          {"isJudged", has_exercise(*lesson.entry)},
                          {"questions", questions_document(run.verdicts)},
                          {"ideas", ideas_document(run)}};
  std::string document = script_safe(api::printable_json(head));
  document.pop_back();
  const std::string command = fmt::format("podreel lesson {}", number);
  return document + ",\"page\":" + run_page_data({PageRun{lesson.scenario, command}}, command) + '}';
}

}  // namespace

std::vector<WalkLesson> walk_lessons() {
  std::vector<WalkLesson> walked;
  for (const CatalogueEntry& entry : lessons()) {
    const std::string file = path_of(entry);
    format::Loaded loaded = format::load_scenarios(api::load_documents(entry.text, file), file, {});
    PODREEL_INVARIANT(loaded.problems.empty() && loaded.scenarios.size() == 1, "a lesson is one valid scenario");
    walked.push_back({&entry, std::move(loaded.scenarios.front())});
  }
  return walked;
}

std::string walk_data(const std::vector<WalkLesson>& lessons, const std::string& playground) {
  const ordered_json address = playground.empty() ? ordered_json{} : ordered_json(api::printable_line(playground));
  std::string text;
  for (std::size_t index = 0; index < lessons.size(); ++index) {
    text += (text.empty() ? "" : ",\n") + lesson_text(lessons[index], index + 1);
  }
  return fmt::format("{{\"playground\":{},\"lessons\":[\n{}]}}", script_safe(api::printable_json(address)), text);
}

void print_walk_page(std::ostream& out, const std::vector<WalkLesson>& lessons, const std::string& playground) {
  print_page(out, Page::walk, api::base64(deflated(walk_data(lessons, playground))));
}

}  // namespace podreel::cli
