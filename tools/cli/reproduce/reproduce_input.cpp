#include "tools/cli/reproduce/reproduce_input.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/reproduce/read/clusters.hpp"
#include "scenarios/reproduce/read/read.hpp"
#include "scenarios/reproduce/statements.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

using reproduce::Evidence;
using reproduce::SeenPod;

constexpr std::string_view accepted_inputs =
    "accepted: the output of kubectl describe, get pods, get nodes and get events in English, Pods, Nodes and Events "
    "as "
    "JSON or YAML, lines of a kubelet's log, audit logs, exports of loggers, crictl ps -a, docker ps -a";

std::string names_of(const std::vector<SeenPod>& pods) {
  std::vector<std::string> names;
  for (const SeenPod& pod : pods) names.push_back(shown(pod.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Suggests English output if most lines were not recognized.
std::string language_hint(const Evidence& evidence) {
  if (evidence.unread_lines * 2 <= evidence.lines) return {};
  return "; run kubectl with LC_ALL=C to get English output";
}

std::string notes_of(const Evidence& evidence) {
  std::string notes;
  for (const std::string& note : evidence.notes) notes += "; " + shown(note);
  return notes;
}

/// Returns why a pod of the input cannot be used.
std::string silence_of(const SeenPod& pod) {
  const bool is_logged = !pod.lines.empty() && pod.rows.empty() && pod.phase.empty();
  if (is_logged) return fmt::format("the lines about {} report no failure that podreel knows", shown(pod.name));
  const bool waits = !pod.rows.empty() || pod.phase == "Pending";
  if (waits) return fmt::format("{} is not scheduled, so no kubelet handles it", shown(pod.name));
  return fmt::format("{} has no container state and no event, so the output is incomplete", shown(pod.name));
}

/// Whether the pod has observations, or a text about it names a cause.
bool is_handled(const SeenPod& pod) {
  return pod.observations() > 0 || !reproduce::statements_of(pod).empty();
}

bool has_answer(const Evidence& evidence) {
  return std::ranges::any_of(evidence.pods, is_handled) || !reproduce::statements_of(evidence.node_lines).empty();
}

/// Removes pods about which the input says nothing, unless it says nothing at all.
void keep_handled(Evidence& evidence) {
  if (!has_answer(evidence)) return;
  std::erase_if(evidence.pods, [](const SeenPod& pod) { return !is_handled(pod); });
}

/// Throws: the evidence has no observations.
[[noreturn]] void refuse(const Evidence& evidence) {
  const auto silent = std::ranges::find_if(evidence.pods, [](const SeenPod& pod) { return !pod.name.empty(); });
  if (silent != evidence.pods.end()) {
    throw BadInput{
        fmt::format("found no observations: {}{}; {}", silence_of(*silent), notes_of(evidence), accepted_inputs)};
  }
  throw BadInput{fmt::format("found no pod in {}{}; {}{}", counted(evidence.lines, "line"), notes_of(evidence),
                             accepted_inputs, language_hint(evidence))};
}

/// Throws if the input has complete pods, but the events belong to other pods.
void require_events_of_given(const Evidence& evidence) {
  const auto is_given = [](const SeenPod& pod) { return !pod.spec.is_null(); };
  const auto has_events = [](const SeenPod& pod) { return !pod.events.empty(); };
  const bool may_be_any =
      std::ranges::any_of(evidence.pods, [&](const SeenPod& pod) { return pod.name.empty() && has_events(pod); });
  std::vector<SeenPod> given;
  std::vector<SeenPod> complete;
  std::ranges::copy_if(evidence.pods, std::back_inserter(given), is_given);
  std::ranges::copy_if(evidence.pods, std::back_inserter(complete), has_events);
  if (may_be_any || given.empty() || complete.empty() || std::ranges::any_of(given, has_events)) return;
  throw BadInput{fmt::format("the events belong to a pod that is not in the input: {}; the input has {}",
                             names_of(complete), names_of(given))};
}

void keep_only(const std::string& wanted, Evidence& evidence) {
  if (wanted.empty()) return;
  std::vector<std::string_view> known;
  for (const SeenPod& pod : evidence.pods) known.push_back(pod.name);
  if (std::ranges::find(known, wanted) == known.end()) {
    throw BadInput{fmt::format("--pod {}: not in the input{}; accepted: {}", shown(wanted),
                               api::did_you_mean(wanted, known), names_of(evidence.pods))};
  }
  std::erase_if(evidence.pods, [&wanted](const SeenPod& pod) { return pod.name != wanted; });
}

void add_manifest(const std::string& file, Evidence& evidence) {
  const api::LoadedFile loaded = api::load_file(file);
  std::vector<api::Problem> problems = loaded.problems;
  for (const api::Tree& document : loaded.documents) {
    for (const manifests::ManifestPod& found : manifests::pods_of(document, file, problems)) {
      const bool is_bare = found.owner.empty();
      evidence.manifests.push_back(
          {.name = is_bare ? found.pod["metadata"].value("name", "") : found.owner.substr(found.owner.rfind('/') + 1),
           .spec = found.pod["spec"],
           .is_given = true});
    }
  }
  if (!problems.empty()) throw BadInput{problems};
}

/// Throws if the given manifest matches no pod of the input.
void require_use_of_manifest(const std::string& file, const Evidence& evidence) {
  std::vector<std::string> names;
  for (const reproduce::SeenManifest& manifest : evidence.manifests) {
    if (manifest.is_given && manifest.is_used) return;
    if (manifest.is_given) names.push_back(shown(manifest.name));
  }
  throw BadInput{fmt::format(
      "--manifest {}: {}; pods of the input: {}", shown(file),
      names.empty() ? "found no pod in it" : fmt::format("found {}, which matches no pod", fmt::join(names, ", ")),
      names_of(evidence.pods))};
}

/// Removes clusters without a pod of this name; throws if none has one.
void keep_clusters_with(const std::string& wanted, std::vector<ClusterEvidence>& clusters) {
  const auto has_no_pod = [&wanted](const ClusterEvidence& each) {
    return std::ranges::find(each.evidence.pods, wanted, &SeenPod::name) == each.evidence.pods.end();
  };
  if (std::ranges::all_of(clusters, has_no_pod)) keep_only(wanted, clusters.front().evidence);
  std::erase_if(clusters, has_no_pod);
  for (ClusterEvidence& each : clusters) keep_only(wanted, each.evidence);
}

/// Reads each file into the evidence of the clusters that it names. A file that names none is about the first one.
std::vector<ClusterEvidence> read_files(const std::vector<std::string>& files) {
  std::vector<ClusterEvidence> clusters;
  for (const std::string& file : input_files(files)) {
    for (const reproduce::ClusterText& part : reproduce::split_clusters(text_of_file(file))) {
      auto found = std::ranges::find(clusters, part.cluster, &ClusterEvidence::cluster);
      if (part.cluster.empty() && !clusters.empty()) found = clusters.begin();
      if (found == clusters.end()) {
        clusters.push_back({.cluster = part.cluster, .evidence = {}});
        found = std::prev(clusters.end());
      }
      reproduce::read_paste(part.text, found->evidence);
    }
  }
  if (clusters.empty()) clusters.emplace_back();
  return clusters;
}

}  // namespace

std::vector<ClusterEvidence> read_incident(const IncidentInput& input) {
  std::vector<ClusterEvidence> clusters = read_files(input.files);
  const bool is_one = clusters.size() == 1;
  for (ClusterEvidence& each : clusters) {
    if (!input.manifest.empty()) add_manifest(input.manifest, each.evidence);
    require_events_of_given(each.evidence);
    reproduce::merge_evidence(each.evidence);
    keep_handled(each.evidence);
  }
  const auto says_nothing = [](const ClusterEvidence& each) { return !has_answer(each.evidence); };
  if (std::ranges::all_of(clusters, says_nothing)) refuse(clusters.front().evidence);
  std::erase_if(clusters, says_nothing);
  if (!input.manifest.empty()) require_use_of_manifest(input.manifest, clusters.front().evidence);
  if (is_one) {
    keep_only(input.pod, clusters.front().evidence);
  } else if (!input.pod.empty()) {
    keep_clusters_with(input.pod, clusters);
  }
  return clusters;
}

}  // namespace podreel::cli
