#include "tools/cli/reproduce/recording_input.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/release/release.hpp"
#include "engine/trace/former_names.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/jsonl/choice_list.hpp"
#include "scenarios/reproduce/recording/record_problem.hpp"
#include "scenarios/reproduce/recording/stated_kubelets.hpp"
#include "tools/cli/arguments/budget.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

format::Loaded load_one(const api::LoadedFile& documents, const std::string& file, const format::LoadOptions& load) {
  format::Loaded loaded = format::load_scenarios(documents, file, load);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  if (loaded.scenarios.size() != 1) {
    throw BadInput{fmt::format("{}: {}; accepted: one, without a matrix", shown(file),
                               counted(loaded.scenarios.size(), "scenario"))};
  }
  return loaded;
}

/// Returns the release of the first kubelet that the recording states. Throws BadInput if podreel does not simulate it.
release::Release first_kubelet(const std::string& version, const std::string& recording_file) {
  const auto kubelet = release::parse_release(version);
  if (kubelet && release::is_simulated(*kubelet)) return *kubelet;
  throw BadInput{fmt::format("{}: states kubelet {}; accepted: {} to {}; --kubelet-version simulates another",
                             shown(recording_file), shown(version), release::minor_string(release::oldest_release()),
                             release::minor_string(release::newest_release()))};
}

}  // namespace

std::vector<nlohmann::json> read_records(const std::string& file) {
  const std::string text = text_of_file(file);
  std::vector<nlohmann::json> records;
  int number = 1;
  for (std::string_view rest = text; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    nlohmann::json record = nlohmann::json::parse(line, nullptr, false);
    if (!record.is_object() || !record.contains("kind") || !record.contains("t")) {
      throw BadInput{fmt::format(
          "{}:{}: not a record of a timeline; accepted: a JSON object with kind and t, as podreel run -o jsonl writes",
          shown(file), number)};
    }
    trace::use_current_names(record);
    const std::string problem = reproduce::record_problem(record);
    if (!problem.empty()) throw BadInput{fmt::format("{}:{}: {}", shown(file), number, problem)};
    records.push_back(std::move(record));
  }
  if (records.empty())
    throw BadInput{
        fmt::format("{}: found no records of a timeline; accepted: the output of podreel run -o jsonl", shown(file))};
  return records;
}

bool is_recording_name(const std::string& file) {
  return file.ends_with(".jsonl");
}

reproduce::Recording read_recording(const std::string& scenario_file, const std::string& recording_file,
                                    const format::LoadOptions& load, reproduce::Compared compared) {
  const api::LoadedFile documents = api::load_file(scenario_file);
  format::Loaded loaded = load_one(documents, scenario_file, load);
  std::vector<nlohmann::json> records = read_records(recording_file);
  const std::vector<std::string> stated = reproduce::stated_kubelets(records);
  if (loaded.has_default_kubelet && !stated.empty()) {
    format::LoadOptions as_stated = load;
    as_stated.kubelet = first_kubelet(stated.front(), recording_file);
    loaded = load_one(documents, scenario_file, as_stated);
  }
  return reproduce::recording_of(std::move(loaded.scenarios.front()), std::move(records), compared);
}

std::string kubelet_note(const reproduce::Recording& recording) {
  const auto others = reproduce::kubelets_not_started(recording.stated_kubelets, recording.scenario);
  if (others.empty()) return {};
  std::vector<std::string> simulated;
  for (const release::Release kubelet : format::kubelets_of(recording.scenario)) {
    simulated.push_back(release::to_string(kubelet));
  }
  return fmt::format("the recording states kubelet {}; simulated: {}",
                     shown(fmt::format("{}", fmt::join(others, ", "))),
                     shown(fmt::format("{}", fmt::join(simulated, ", "))));
}

reproduce::Budget search_budget(const std::string& text) {
  constexpr std::size_t max_runs = 1'000'000;
  const auto read = parse_budget(text, max_runs);
  if (!read) {
    throw BadInput{fmt::format("--budget {}: accepted: a number of runs from 1 to {}, or a time such as 20s",
                               shown(text), max_runs)};
  }
  reproduce::Budget budget;
  budget.runs = read->runs.value_or(max_runs);
  if (!read->wall) return budget;
  budget.work *= 1'000;
  const auto end = std::chrono::steady_clock::now() + *read->wall;
  budget.should_continue = [end] { return std::chrono::steady_clock::now() < end; };
  return budget;
}

std::string chance_text(const reproduce::ReplayAttempt& attempt) {
  std::string text = fmt::format("seed {}", attempt.seed);
  if (!attempt.choices.empty()) text += fmt::format(" with {}", counted(attempt.choices.size(), "choice"));
  return text;
}

nlohmann::ordered_json choices_json(const std::vector<sim::Choice>& choices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const sim::Choice& choice : choices) list.push_back(jsonl::to_json(choice));
  return list;
}

}  // namespace podreel::cli
