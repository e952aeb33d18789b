#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/new/fleet_draft.hpp"
#include "tools/cli/new/scenario_draft.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText new_text{
    .name = "new",
    .summary = "Draft a scenario from pods or workloads, or a fleet",
    .description =
        "Writes a scenario that creates the pods of the files, or of the workloads in them, and expects them to become "
        "Ready. You can run it as it is. Comments in it show likely next steps: containers that crash, images that "
        "must be pulled, probes that fail, an upgrade of the kubelet, deletion. Fields that an API server added to a "
        "pod are left out.\n\n"
        "--fleet writes a Fleet and a FleetPlan for 'podreel fleet' instead. Comments in them show further fields.",
    .examples =
        "# Draft a scenario from a manifest, and test it\n"
        "podreel new deployment.yaml > scenario.yaml\n"
        "podreel test scenario.yaml\n"
        "\n"
        "# Draft a scenario from a pod of a live cluster\n"
        "kubectl get pod web-0 -o yaml | podreel new -f - -o web-0.yaml\n"
        "\n"
        "# Draft a fleet and a plan to upgrade it\n"
        "podreel new --fleet > fleet.yaml\n",
};

struct NewOptions {
  std::vector<std::string> files;
  std::string name;
  std::string kubelet_version = release::minor_string(release::default_release());
  std::string output = "-";
  bool is_fleet = false;
};

constexpr std::size_t max_pods = 100;

/// Reports replicas that are left out, because a draft has one pod per workload.
void note_replicas(const api::Tree& document, const std::string& owner, Context& context) {
  const api::Tree* const spec = document.find("spec");
  const api::Tree* const replicas = spec == nullptr ? nullptr : spec->find("replicas");
  if (owner.empty() || replicas == nullptr || replicas->text == "1") return;
  context.diagnostics << fmt::format(
      "podreel new: {} has {} replicas, but the scenario creates one pod; use createPods with count to create "
      "several\n",
      shown(owner), shown(replicas->text));
}

DraftedPods drafted(const NewOptions& options, Context& context) {
  DraftedPods drafted{.name = options.name, .kubelet = *release::parse_release(options.kubelet_version), .pods = {}};
  std::vector<api::Problem> problems;
  for (const std::string& file : input_files(options.files)) {
    const api::LoadedFile loaded = api::load_file(file);
    problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
    for (const api::Tree& document : loaded.documents) {
      for (manifests::ManifestPod& found : manifests::pods_of(document, file, problems)) {
        note_replicas(document, found.owner, context);
        drafted.pods.push_back(std::move(found.pod));
      }
    }
  }
  if (!problems.empty()) throw BadInput{problems};
  if (drafted.pods.empty()) throw BadInput{"found no pods and no workloads with a pod template"};
  if (drafted.pods.size() > max_pods) {
    throw BadInput{fmt::format("found {} pods; accepted: at most {}", drafted.pods.size(), max_pods)};
  }
  if (drafted.name.empty()) drafted.name = drafted.pods.front()["metadata"]["name"].get<std::string>();
  return drafted;
}

/// Upgrades to the release after --kubelet-version; from the newest release the draft begins one release earlier.
std::string drafted_fleet(const NewOptions& options) {
  if (!options.files.empty()) throw BadInput{"--fleet reads no files: leave out FILE"};
  const std::vector<release::Release> releases = release::simulated_releases();
  const std::string from = release::minor_string(*release::parse_release(options.kubelet_version));
  auto found = std::ranges::find(releases, from, &release::minor_string);
  if (found + 1 == releases.end()) --found;
  return fleet_draft(options.name.empty() ? "my-fleet" : options.name, *found, *(found + 1));
}

}  // namespace

void add_new(CLI::App& app, Context& context) {
  auto options = std::make_shared<NewOptions>();
  CLI::App& verb = new_verb(app, new_text);
  add_input_options(verb, options->files, "pods or workloads");
  verb.add_flag("--fleet", options->is_fleet, "draft a fleet and a plan for it");
  verb.add_option("--name", options->name, "name of the scenario or fleet; default: that of the first pod")
      ->type_name("NAME");
  releases(verb.add_option("--kubelet-version", options->kubelet_version,
                           "kubelet release of the scenario, or of the fleet before its upgrade"));
  verb.add_option("-o,--output", options->output, "output file; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  set_action(verb, context, [options](Context& world) {
    const std::string text = options->is_fleet ? drafted_fleet(*options) : scenario_draft(drafted(*options, world));
    if (options->output == "-") {
      world.out << text;
      return ExitCode::ok;
    }
    OutputFile file{options->output};
    file.stream() << text;
    file.commit();
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
