// What a cluster and its nodes say, as `upgrade` and `hash` read it: pods, and behind a line with ~~~ what was observed
// on a node.
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/manifests/pod_stream.hpp"
#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/matrix.hpp"
#include "engine/upgrade/pod_deduplicator.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/batch/hash_subjects.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::fuzz {

namespace {

constexpr std::string_view separator = "\n~~~\n";

upgrade::Path path_over(std::initializer_list<release::Release> releases, std::string_view policy) {
  upgrade::Path path{.releases = releases};
  path.policy = decide::parse_policy(policy).value();
  path.policy_text = policy;
  return path;
}

/// The answer in all forms.
void print(const upgrade::Forecast& forecast, const upgrade::Matrix& matrix) {
  using cli::OutputFormat;
  constexpr std::array formats{OutputFormat::table, OutputFormat::wide,  OutputFormat::json,
                               OutputFormat::yaml,  OutputFormat::jsonl, OutputFormat::sarif};
  const upgrade::ClusterInventory none;
  const cli::UpgradeAnswer answer{forecast, none};
  std::ostringstream out;
  for (const OutputFormat format : formats) cli::print_upgrade(out, {}, format, answer);
  for (const OutputFormat page : {OutputFormat::markdown, OutputFormat::html})
    cli::print_upgrade_ticket(out, page, answer);
  cli::print_matrix(out, OutputFormat::table, matrix);
}

void add_static_pods(const MemoryFile& file, upgrade::Forecast& forecast) {
  try {
    cli::for_each_static_pod({file.path()}, "node", [&forecast](const cli::HashedStaticPod& pod) {
      forecast.add_static_pod(pod.object, pod.source, pod.file, pod.mark);
    });
  } catch (const cli::BadInput&) {
  }
}

void forecast_upgrade(std::string_view input) {
  const std::size_t end = std::min(input.find(separator), input.size());
  const MemoryFile pods{input.substr(0, end)};
  const MemoryFile observed{input.substr(std::min(end + separator.size(), input.size()))};
  std::vector<api::Problem> problems;
  upgrade::Forecast forecast{{path_over({release::v(23), release::v(27), release::v(31), release::v(36)}, "upstream"),
                              path_over({release::v(13), release::v(16)}, "dual-hash 1.12"),
                              path_over({release::v(28), release::v(33)}, "serialized-spec")},
                             upgrade::ObservedNode{{observed.path()}, problems}};
  upgrade::Matrix matrix;
  upgrade::PodDeduplicator seen;
  manifests::PodStreamHandlers handlers;
  handlers.pod = [&](const manifests::ManifestPod& found) {
    if (!seen.is_new(found, "input", problems)) return;
    forecast.add_pod(found, "input", problems);
    matrix.add_pod(found.pod);
  };
  manifests::stream_pods(pods.path(), handlers, problems);
  add_static_pods(pods, forecast);
  print(forecast, matrix);
  for (const api::Problem& problem : problems) static_cast<void>(api::to_string(problem));
}

const AddedTarget added_dumps{"dumps", forecast_upgrade};

}  // namespace

}  // namespace podreel::fuzz
