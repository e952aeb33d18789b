#include "tools/cli/reproduce/reproduce_recording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "engine/api/printable.hpp"
#include "engine/release/release.hpp"
#include "scenarios/reproduce/recording/choice_search.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using reproduce::ChoicesFound;
using reproduce::Difference;

/// Sets what a scenario needs to reproduce the recording: the first kubelet's release with its patch, because a minor
/// means the newest patch that podreel knows, the seed, and the choices.
void set_found(ordered_json& spec, const reproduce::Recording& recording, const ChoicesFound& found) {
  spec["node"]["kubelet"]["version"] = release::to_string(recording.scenario.node.kubelet.version);
  spec["seed"] = found.nearest.seed;
  if (!found.choices.empty()) spec["choices"] = choices_json(found.choices);
}

ordered_json chosen_scenario(const std::string& file, const reproduce::Recording& recording,
                             const ChoicesFound& found) {
  const api::LoadedFile loaded = api::load_file(file);
  ordered_json document(api::to_json(loaded.documents.front()));
  set_found(document["spec"], recording, found);
  return document;
}

std::string side_text(std::string_view side, const std::string& what) {
  return fmt::format("  {:<10} {}\n", side, what.empty() ? "no further record" : api::printable_line(what));
}

std::string found_text(const reproduce::Recording& recording, const ChoicesFound& found) {
  if (const auto& difference = found.nearest.difference) {
    const bool is_late = difference->recorded == difference->simulated;
    return fmt::format("no match in {}; closest: {}, diverges at {:.3f}s: {}{}{}\n", counted(found.runs, "run"),
                       chance_text(found.nearest), difference->at, is_late ? "" : "different ",
                       api::printable_line(difference->place.kind), is_late ? " at a different time" : "") +
           side_text("recorded", difference->recorded) + side_text("simulated", difference->simulated);
  }
  ordered_json spec;
  set_found(spec, recording, found);
  return fmt::format("reproduced with {} ({})\n\n---\n", chance_text(found.nearest), counted(found.runs, "run")) +
         yaml_text({{"spec", std::move(spec)}});
}

ordered_json found_document(const reproduce::Recording& recording, const ChoicesFound& found) {
  ordered_json document{{"reproduced", !found.nearest.difference},
                        {"kubelet", release::to_string(recording.scenario.node.kubelet.version)},
                        {"runs", found.runs},
                        {"seed", found.nearest.seed},
                        {"choices", choices_json(found.choices)}};
  if (const auto& difference = found.nearest.difference) {
    document["difference"] = {{"at", difference->at},
                              {"kind", difference->place.kind},
                              {"recorded", difference->recorded},
                              {"simulated", difference->simulated},
                              {"agreed", difference->agreed}};
  }
  return document;
}

}  // namespace

bool name_recording(const std::vector<std::string>& files) {
  return std::ranges::any_of(files, is_recording_name);
}

ExitCode reproduce_recording(const RecordingSearch& search, Context& context) {
  if (search.files.size() != 2 || !is_recording_name(search.files.back())) {
    throw BadInput{"accepted with a recording (.jsonl): one scenario and one recording, as SCENARIO RECORDING.jsonl"};
  }
  format::LoadOptions load;
  load.kubelet = search.kubelet;
  const reproduce::Recording recording = read_recording(search.files.front(), search.files.back(), load);
  const ChoicesFound found = reproduce::search_choices(recording, search.budget);
  const bool is_reproduced = !found.nearest.difference;
  if (const std::string note = kubelet_note(recording); !note.empty()) {
    context.diagnostics << fmt::format("note: {}\n", note);
  }
  if (search.format == OutputFormat::json) {
    print_document(context.out, search.format, found_document(recording, found));
  } else if (search.format == OutputFormat::yaml && is_reproduced) {
    context.out << yaml_text(chosen_scenario(search.files.front(), recording, found));
  } else {
    context.out << found_text(recording, found);
  }
  return is_reproduced ? ExitCode::ok : ExitCode::difference;
}

}  // namespace podreel::cli
