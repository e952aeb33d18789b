#include "tools/cli/reproduce_recording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "engine/api/printable.hpp"
#include "scenarios/batch/choice_list.hpp"
#include "scenarios/language/load.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/shown_text.hpp"
#include "tools/cli/yaml_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using reproduce::ChoicesFound;
using reproduce::Difference;

constexpr std::string_view recording_suffix = ".jsonl";

std::vector<nlohmann::json> read_records(const std::string& file) {
  const std::string text = text_of_file(file);
  std::vector<nlohmann::json> records;
  int number = 1;
  for (std::string_view rest = text; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    nlohmann::json record = nlohmann::json::parse(line, nullptr, false);
    const bool is_record = record.is_object() && record.contains("kind") && record["kind"].is_string() &&
                           record.contains("t") && record["t"].is_number();
    if (!is_record) {
      throw BadInput{fmt::format(
          "{}:{}: no record of a timeline; accepted: a JSON object with kind and t, as podreel run -o jsonl writes",
          shown(file), number)};
    }
    records.push_back(std::move(record));
  }
  if (records.empty()) throw BadInput{fmt::format("{}: no records of a timeline", shown(file))};
  return records;
}

language::Scenario read_scenario(const std::string& file, const std::optional<release::Release>& kubelet) {
  language::LoadOptions options;
  options.kubelet = kubelet;
  language::Loaded loaded = language::load_scenario_file(file, options);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  if (loaded.scenarios.size() != 1) {
    throw BadInput{fmt::format("{}: {}; accepted: one, without a matrix", shown(file),
                               counted(loaded.scenarios.size(), "scenario"))};
  }
  return std::move(loaded.scenarios.front());
}

ordered_json choices_json(const std::vector<sim::Choice>& choices) {
  ordered_json list = ordered_json::array();
  for (const sim::Choice& choice : choices) list.push_back(batch::to_json(choice));
  return list;
}

/// The scenario's document with what tells the recording.
ordered_json chosen_scenario(const std::string& file, const ChoicesFound& found) {
  const api::LoadedFile loaded = api::load_file(file);
  ordered_json document(api::to_json(loaded.documents.front()));
  document["spec"]["seed"] = found.nearest.seed;
  if (!found.nearest.choices.empty()) document["spec"]["choices"] = choices_json(found.nearest.choices);
  return document;
}

std::string chance_text(const ChoicesFound& found) {
  std::string text = fmt::format("seed {}", found.nearest.seed);
  if (!found.nearest.choices.empty()) text += fmt::format(" with {}", counted(found.nearest.choices.size(), "choice"));
  return text;
}

std::string side_text(std::string_view side, const std::string& what) {
  return fmt::format("  {:<10} {}\n", side, what.empty() ? "nothing" : api::printable_line(what));
}

std::string found_text(const ChoicesFound& found) {
  if (const auto& difference = found.nearest.difference) {
    const bool is_late = difference->recorded == difference->simulated;
    return fmt::format("not told: the nearest of {}, {}, parts at {:.3f}s: another {}{}\n", counted(found.runs, "run"),
                       chance_text(found), difference->at, difference->kind, is_late ? ", by when it comes" : "") +
           side_text("recorded", difference->recorded) + side_text("simulated", difference->simulated);
  }
  ordered_json spec{{"seed", found.nearest.seed}};
  if (!found.nearest.choices.empty()) spec["choices"] = choices_json(found.nearest.choices);
  return fmt::format("told: {}, found in {}\n\n---\n", chance_text(found), counted(found.runs, "run")) +
         yaml_text({{"spec", std::move(spec)}});
}

ordered_json found_document(const ChoicesFound& found) {
  ordered_json document{{"told", !found.nearest.difference},
                        {"runs", found.runs},
                        {"seed", found.nearest.seed},
                        {"choices", choices_json(found.nearest.choices)}};
  if (const auto& difference = found.nearest.difference) {
    document["difference"] = {{"at", difference->at},
                              {"kind", difference->kind},
                              {"recorded", difference->recorded},
                              {"simulated", difference->simulated},
                              {"agreed", difference->agreed}};
  }
  return document;
}

}  // namespace

bool name_recording(const std::vector<std::string>& files) {
  return std::ranges::any_of(files, [](const std::string& file) { return file.ends_with(recording_suffix); });
}

ExitCode reproduce_recording(const RecordingSearch& search, Context& context) {
  if (search.files.size() != 2 || !search.files.back().ends_with(recording_suffix)) {
    throw BadInput{"a recording (.jsonl) is told by one scenario, which stands before it: SCENARIO RECORDING.jsonl"};
  }
  language::Scenario scenario = read_scenario(search.files.front(), search.kubelet);
  const reproduce::Recording recording =
      reproduce::recording_of(std::move(scenario), read_records(search.files.back()));
  const ChoicesFound found = reproduce::search_choices(recording, search.budget);
  const bool is_told = !found.nearest.difference;
  if (search.format == OutputFormat::json) {
    print_document(context.out, search.format, found_document(found));
  } else if (search.format == OutputFormat::yaml && is_told) {
    context.out << yaml_text(chosen_scenario(search.files.front(), found));
  } else {
    context.out << found_text(found);
  }
  return is_told ? ExitCode::ok : ExitCode::difference;
}

}  // namespace podreel::cli
