#include "tools/cli/book/book_chapter.hpp"

#include <fmt/format.h>
#include <sstream>

#include "engine/api/ascii.hpp"
#include "engine/api/pod_printer.hpp"
#include "engine/api/printable.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/checks/explanation.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/simulation/checked_run.hpp"
#include "tools/catalogue/graded_questions.hpp"
#include "tools/cli/arguments/pod_listing.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/cli/book/book_template.hpp"
#include "tools/cli/book/book_text.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr std::string_view to_root = "../";

/// A run with the results of its expectations, and its timeline as `podreel run` prints it.
struct ShownRun {
  simulation::CheckedRun judged;
  std::string timeline;
};

/// Collects the reasons of events.
class EventReasons final : public trace::Sink {
 public:
  explicit EventReasons(std::set<std::string>& reasons) noexcept : reasons_{reasons} {}

  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::Event>(); }
  void write(const trace::Record& record) override {
    if (const auto* event = std::get_if<trace::Event>(&record.payload)) reasons_.insert(event->reason);
  }

 private:
  std::set<std::string>& reasons_;
};

/// Replaces each number in a state of kubectl by "N": "Init:N/N", "ExitCode:N".
std::string without_numbers(std::string_view state) {
  std::string text;
  for (const char character : state) {
    if (!api::is_digit(character)) {
      text += character;
    } else if (!text.ends_with('N')) {
      text += 'N';
    }
  }
  return text;
}

ShownRun shown_run(const format::Scenario& scenario, ChapterPage& page) {
  std::ostringstream text;
  simulation::ReplayOptions replay;
  trace::TextTimeline timeline{
      text, simulation::start_time(scenario, replay), {.max_pod_width = format::max_pod_name_length(scenario)}};
  EventReasons reasons{page.event_reasons};
  replay.sinks = {&timeline, &reasons};
  replay.watch_pods = [&page](sim::Time time, const api::PodPtr& pod, bool gone) {
    if (!gone) page.pod_states.insert(without_numbers(api::pod_columns(*pod, time).status));
  };
  ShownRun shown{simulation::run_and_check(scenario, replay), {}};
  const simulation::ReplayResult& result = shown.judged.result;
  if (!result.pods.empty()) text << '\n' << pod_listing(result.pods, result.started_at + result.length, false);
  shown.timeline = text.str();
  return shown;
}

/// Returns "kubelet 1.28.15"; for a matrix, "kubelet 1.28, grace 10".
std::string run_name(const format::Scenario& run) {
  std::string name;
  for (const auto& [variable, value] : run.variant) {
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", variable, value);
  }
  return name.empty() ? "kubelet " + release::to_string(run.node.kubelet.version) : name;
}

std::string command_of(const Chapter& chapter, const format::Scenario& run) {
  if (chapter.lesson != 0) return fmt::format("podreel lesson {}", chapter.lesson);
  return replay_command(run, {});
}

std::string question_html(const GradedQuestion& asked) {
  std::string choices;
  for (std::size_t place = 0; place < asked.question->choices.size(); ++place) {
    const format::Choice& choice = asked.question->choices[place];
    const bool is_right = asked.answer() == place;
    choices += filled("choice.html", {{"class", is_right ? "right" : "wrong"},
                                      {"answer", html_sentence(choice.answer)},
                                      {"judgement", is_right ? "Right." : "No."},
                                      {"because", html_sentence(choice.because)}});
  }
  return filled("question.html", {{"ask", html_sentence(asked.question->ask)}, {"choices", choices}});
}

std::string questions_html(const Chapter& chapter, const simulation::CheckedRun& run) {
  std::string questions;
  for (const GradedQuestion& asked : graded_questions(run.verdicts)) questions += question_html(asked);
  if (questions.empty()) return {};
  return filled("questions.html", {{"questions", questions}, {"lesson", std::to_string(chapter.lesson)}});
}

std::string run_html(const Chapter& chapter, std::size_t index, const ShownRun& run) {
  const format::Scenario& scenario = chapter.runs[index];
  std::size_t held = 0;
  std::size_t expectations = 0;
  std::string failures;
  for (const format::Verdict& verdict : run.judged.verdicts) {
    if (is_question(*verdict.expectation)) continue;
    ++expectations;
    if (verdict.held) {
      ++held;
    } else {
      failures += format::render_verdict(verdict, scenario, run.judged.result.started_at);
    }
  }
  if (!failures.empty()) failures = "<pre>" + html_lines(failures) + "</pre>\n";
  return filled("run.html", {{"picture", std::string{to_root} + picture_of(chapter, index)},
                             {"title", api::printable_xml(run_name(scenario))},
                             {"held", fmt::format("{} of {} held", held, counted(expectations, "expectation"))},
                             {"failures", failures},
                             {"timeline", html_lines(run.timeline)}});
}

std::string expectations_html(const format::Scenario& run) {
  std::string html;
  for (const format::Expectation& expectation : run.expectations) {
    if (!is_question(expectation)) html += filled("expectation.html", {{"text", api::printable_xml(expectation.text)}});
  }
  return html;
}

/// Links the source if it is a URL.
std::string source_html(const format::Scenario& run) {
  const auto source = run.annotations.find("podreel.dev/source");
  if (source == run.annotations.end() || !source->second.starts_with("https://")) return {};
  const std::string link = api::printable_xml(source->second);
  return filled("source.html", {{"href", link}, {"text", link}});
}

std::string playground_html(const Chapter& chapter, const std::string& playground) {
  if (playground.empty()) return {};
  return filled("playground_link.html", {{"playground", api::printable_xml(playground)},
                                         {"theme", std::string{chapter.entry->theme}},
                                         {"name", std::string{chapter.entry->name}}});
}

std::string fleets_html(const std::vector<PageLink>& fleets) {
  std::string html;
  for (const PageLink& fleet : fleets) {
    html +=
        filled("on_fleet.html", {{"href", std::string{to_root} + fleet.href}, {"title", html_sentence(fleet.title)}});
  }
  return html;
}

std::string link_to(std::string_view file, const Chapter* chapter) {
  if (chapter == nullptr) return {};
  return filled(file, {{"href", std::string{to_root} + api::printable_xml(page_of(*chapter))},
                       {"title", api::printable_xml(title_of(*chapter))}});
}

std::string_view folder_of(const CatalogueEntry& entry) {
  return entry.theme == "." ? std::string_view{"start"} : entry.theme;
}

}  // namespace

std::string title_of(const Chapter& chapter) {
  const std::string title = first_line(chapter.runs.front().description);
  return chapter.lesson == 0 ? title : fmt::format("Lesson {}: {}", chapter.lesson, title);
}

std::string page_of(const CatalogueEntry& entry) {
  return fmt::format("{}/{}.html", folder_of(entry), entry.name);
}

std::string page_of(const Chapter& chapter) {
  return page_of(*chapter.entry);
}

std::string picture_of(const Chapter& chapter, std::size_t run) {
  return fmt::format("{}/{}.run-{}.html", folder_of(*chapter.entry), chapter.entry->name, run + 1);
}

std::string chapter_picture(const Chapter& chapter, std::size_t run, const SharedPage& shared) {
  return shared_run_page(shared, chapter.runs[run], command_of(chapter, chapter.runs[run]));
}

ChapterPage chapter_page(const Chapter& chapter, const ChapterLinks& links) {
  ChapterPage page;
  const format::Scenario& first = chapter.runs.front();
  std::string questions;
  std::string runs;
  for (std::size_t index = 0; index < chapter.runs.size(); ++index) {
    const ShownRun run = shown_run(chapter.runs[index], page);
    if (index == 0) questions = questions_html(chapter, run.judged);
    runs += run_html(chapter, index, run);
  }
  const std::string rest = format::text_after_title(format::explanation_of(first));
  const std::string neighbours = filled("neighbours.html", {{"before", link_to("link_before.html", links.before)},
                                                            {"root", std::string{to_root}},
                                                            {"after", link_to("link_after.html", links.after)}});
  page.html = filled("chapter.html", {{"neighbours", neighbours},
                                      {"theme", api::printable_xml(chapter.theme->title)},
                                      {"title", html_sentence(title_of(chapter))},
                                      {"questions", questions},
                                      {"description", html_paragraphs(rest)},
                                      {"kubelets", format::kubelets_of(chapter.runs)},
                                      {"source", source_html(first)},
                                      {"command", api::printable_xml(command_of(chapter, first))},
                                      {"fleets", fleets_html(links.fleets)},
                                      {"playground", playground_html(chapter, links.playground)},
                                      {"picture", std::string{to_root} + picture_of(chapter, 0)},
                                      {"runs-title", chapter.runs.size() == 1 ? "The run" : "The runs"},
                                      {"runs", runs},
                                      {"expectations", expectations_html(first)},
                                      {"text", html_lines(chapter.entry->text)}});
  return page;
}

}  // namespace podreel::cli
