#include "scenarios/format/load.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

#include "engine/api/input_limits.hpp"
#include "scenarios/format/actions/create_pod.hpp"
#include "scenarios/format/assumed_behaviour.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/references.hpp"
#include "scenarios/format/shapes/manifests.hpp"
#include "scenarios/format/timeline.hpp"
#include "scenarios/format/variants.hpp"

namespace podreel::format {

namespace {

/// The documents of a file, by kind.
struct Parts {
  std::vector<const api::Tree*> scenarios;
  std::vector<actions::WrittenStep> manifests;
  /// Used if there is no scenario.
  AssumedBehaviour assumed;
};

/// Says that only one of several replicas is created.
void note_replicas(const api::Tree& document, const manifests::ManifestPod& pod, AssumedBehaviour& assumed) {
  const api::Tree* spec = document.find("spec");
  const api::Tree* replicas = spec == nullptr ? nullptr : spec->find("replicas");
  if (replicas == nullptr || replicas->kind != api::Tree::Kind::integer || replicas->text == "1") return;
  if (replicas->text == "0") return;
  assumed.notes.push_back(fmt::format("{}: one of {} replicas is created", pod.owner, replicas->text));
}

Parts parts_of(const std::vector<api::Tree>& documents, Reading& reading) {
  Parts parts;
  for (const api::Tree& document : documents) {
    if (is_scenario(document)) {
      parts.scenarios.push_back(&document);
      continue;
    }
    actions::WrittenStep step;
    for (manifests::ManifestPod& pod : pods_in(document, Place{reading})) {
      note_replicas(document, pod, parts.assumed);
      assume_behaviour(pod, parts.assumed);
      step.actions.push_back(actions::create_pod(std::move(pod)));
    }
    step.mark = document.mark;
    if (!step.actions.empty()) parts.manifests.push_back(std::move(step));
  }
  return parts;
}

std::string file_stem(const std::string& file) {
  return file == "-" ? "stdin" : std::filesystem::path{file}.stem().string();
}

void change(KubeletSettings& kubelet, const LoadOptions& options) {
  if (options.kubelet) kubelet.version = *options.kubelet;
  if (options.policy) kubelet.identity_policy = decide::replaced_policy(kubelet.identity_policy, *options.policy);
  for (const auto& [gate, is_on] : options.feature_gates) kubelet.feature_gates[gate] = is_on;
}

/// Returns the scenario of one run.
Scenario scenario_of(WrittenScenario&& written, const Parts& parts, const Variant& variant, const LoadOptions& options,
                     Reading& reading) {
  Scenario scenario;
  scenario.name = std::move(written.metadata.name);
  scenario.variant = variant.combination;
  scenario.labels = std::move(written.metadata.labels);
  scenario.annotations = std::move(written.metadata.annotations);
  WrittenSpec& spec = written.spec;
  scenario.description = std::move(spec.description);
  scenario.file = reading.file;
  scenario.duration = spec.duration;
  scenario.seed = options.seed.value_or(spec.seed);
  scenario.timing = options.timing.value_or(spec.timing);
  scenario.node = std::move(spec.node);
  if (variant.kubelet) scenario.node.kubelet.version = *variant.kubelet;
  change(scenario.node.kubelet, options);
  scenario.runtime = std::move(spec.runtime);
  scenario.volumes = std::move(spec.volumes);
  std::vector<actions::WrittenStep> steps = parts.manifests;
  std::ranges::move(spec.timeline, std::back_inserter(steps));
  scenario.timeline = expanded_timeline(steps, scenario.node, reading);
  scenario.expectations = std::move(spec.expectations);
  std::ranges::move(spec.questions, std::back_inserter(scenario.expectations));
  scenario.choices = std::move(spec.choices);
  scenario.explore = std::move(spec.explore);
  scenario.golden = std::move(spec.golden);
  return scenario;
}

WrittenScenario with_defaults() {
  WrittenScenario written;
  written.spec.node.kubelet.version = release::default_release();
  return written;
}

void append_run(const Variant& variant, const Parts& parts, const LoadOptions& options, Reading& reading,
                std::vector<Scenario>& scenarios) {
  WrittenScenario written = with_defaults();
  if (!scenario_shape().read(variant.document, Place{reading}, written)) return;
  Scenario scenario = scenario_of(std::move(written), parts, variant, options, reading);
  const actions::PlannedNode planned = check_timeline(scenario, reading);
  check_references(planned, reading);
  reading.references.clear();
  reading.marks.clear();
  if (options.until) scenario.duration = options.until;
  scenarios.push_back(std::move(scenario));
}

Scenario manifests_alone(const Parts& parts, const LoadOptions& options, Reading& reading) {
  WrittenScenario written = with_defaults();
  written.metadata.name = file_stem(reading.file);
  written.spec.description = fmt::format("The pods of {}.", reading.file);
  written.spec.runtime.pods = {parts.assumed.pods.begin(), parts.assumed.pods.end()};
  return scenario_of(std::move(written), parts, Variant{}, options, reading);
}

/// Says what is assumed instead of running the containers' processes.
void warn_of_assumptions(const AssumedBehaviour& assumed, Reading& reading) {
  const Place file{reading};
  file.warning({},
               "processes are not run: containers keep running and probes succeed, unless said otherwise; `podreel "
               "new FILE` starts a scenario of your own");
  for (const std::string& note : assumed.notes) file.warning({}, note);
}

/// Whether a scenario has a value in spec.node.kubelet.version.
bool selects_kubelet(const api::Tree& scenario) {
  const api::Tree* found = &scenario;
  for (const char* member : {"spec", "node", "kubelet", "version"}) {
    found = found->find(member);
    if (found == nullptr) return false;
  }
  return true;
}

bool is_fleet(const api::Tree& document) {
  const api::Tree* kind = document.find("kind");
  return kind != nullptr && (kind->text == fleet_kind || kind->text == fleet_plan_kind);
}

void load_into(Loaded& loaded, const std::vector<api::Tree>& documents, const LoadOptions& options, Reading& reading) {
  if (const auto fleet = std::ranges::find_if(documents, is_fleet); fleet != documents.end()) {
    loaded.is_fleet = true;
    return Place{reading}.member("kind").problem(
        fleet->find("kind")->mark, fmt::format("found a {}, accepted: a Scenario; use `podreel fleet` for "
                                               "fleets and their plans",
                                               fleet->find("kind")->text));
  }
  const Parts parts = parts_of(documents, reading);
  for (std::size_t index = 1; index < parts.scenarios.size(); ++index) {
    Place{reading}.problem(parts.scenarios[index]->mark, "found a second scenario, accepted: one per file");
  }
  if (!parts.scenarios.empty()) {
    loaded.has_default_kubelet = !options.kubelet && !selects_kubelet(*parts.scenarios.front());
    for_each_variant(*parts.scenarios.front(), options, reading, [&](const Variant& variant) {
      append_run(variant, parts, options, reading, loaded.scenarios);
      if (variant.kubelet) loaded.has_default_kubelet = false;
    });
  } else if (!parts.manifests.empty()) {
    loaded.has_default_kubelet = !options.kubelet;
    loaded.scenarios.push_back(manifests_alone(parts, options, reading));
    warn_of_assumptions(parts.assumed, reading);
    check_timeline(loaded.scenarios.back(), reading);
    if (options.until) loaded.scenarios.back().duration = options.until;
  } else if (reading.problems.empty()) {
    Place{reading}.problem({}, "found no scenario and no pods, accepted: at least one");
  }
}

/// Sorts by position and removes duplicates, which runs of a matrix cause; limits the number.
void tidy(std::vector<api::Problem>& problems) {
  const auto key = [](const api::Problem& problem) {
    return std::tie(problem.file, problem.mark.line, problem.mark.column, problem.path, problem.message);
  };
  const auto before = [&](const api::Problem& left, const api::Problem& right) { return key(left) < key(right); };
  std::ranges::sort(problems, before);
  const auto same = [&](const api::Problem& left, const api::Problem& right) { return key(left) == key(right); };
  problems.erase(std::unique(problems.begin(), problems.end(), same), problems.end());
  if (problems.size() <= api::input_limits.problems) return;
  problems.resize(api::input_limits.problems);
  problems.push_back(
      {problems.back().file, {}, "", fmt::format("only the first {} problems are shown", problems.size())});
}

}  // namespace

bool is_scenario(const api::Tree& document) {
  const api::Tree* kind = document.find("kind");
  const api::Tree* version = document.find("apiVersion");
  if (kind != nullptr && kind->text == scenario_kind) return true;
  return version != nullptr && version->text.starts_with("podreel.dev/");
}

Loaded load_scenarios(const api::LoadedFile& documents, const std::string& file, const LoadOptions& options) {
  Loaded loaded;
  Reading reading{
      .file = file, .problems = documents.problems, .root = options.root, .reads_files = options.reads_files};
  if (reading.problems.empty()) load_into(loaded, documents.documents, options, reading);
  tidy(reading.problems);
  tidy(reading.warnings);
  loaded.problems = std::move(reading.problems);
  loaded.warnings = std::move(reading.warnings);
  if (!loaded.problems.empty()) loaded.scenarios.clear();
  return loaded;
}

Loaded load_scenario_file(const std::string& path, const LoadOptions& options) {
  return load_scenarios(api::load_file(path), path, options);
}

}  // namespace podreel::format
