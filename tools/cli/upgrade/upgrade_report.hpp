// The answer of `podreel upgrade`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/found_cluster.hpp"
#include "engine/upgrade/matrix.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

struct Downtime;

/// What is answered, and of which cluster.
struct UpgradeAnswer {
  const upgrade::Forecast& forecast;
  const upgrade::FoundCluster& cluster;
  /// Null: it was not asked for.
  const Downtime* downtime = nullptr;
  /// What could not be answered, and what else is to be known: for pages.
  std::vector<std::string> remarks{};

  /// The input has nodes: it is told by workload and by node.
  [[nodiscard]] bool is_of_cluster() const noexcept { return !cluster.nodes().empty(); }
};

/// Tables show what restarts, of clusters by workload and by node, `wide` every container with its hashes; all end with
/// the totals.
void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format, const UpgradeAnswer& answer);

/// "1 workload stays as it is", "2 workloads stay as they are".
[[nodiscard]] std::string unchanged_text(std::size_t workloads);

/// The workloads and the nodes of a cluster, of each step; `wide`: those that stay as they are, too.
[[nodiscard]] std::string cluster_tables(const UpgradeAnswer& answer, bool wide);

/// One page for a change ticket; `format` is markdown or html.
void print_upgrade_ticket(std::ostream& out, OutputFormat format, const UpgradeAnswer& answer);

/// "1.30 to 1.31: 3 of 7 containers restart", and the same of static pods.
[[nodiscard]] std::vector<std::string> summary_lines(const upgrade::StepForecast& answer,
                                                     const upgrade::Totals& totals);
/// "3 of 7", and of how many it is unknown.
[[nodiscard]] std::string restarting_text(const upgrade::Count& count);

/// A table with a row for each release to upgrade from; JSON Lines: {"from","to","changed","containers"}.
void print_matrix(std::ostream& out, OutputFormat format, const upgrade::Matrix& matrix);

/// {"upgrades": [...]}, with "clusters" where it is told by workload and by node, and "observed" where there is a
/// proof.
[[nodiscard]] nlohmann::ordered_json upgrade_document(const UpgradeAnswer& answer);

/// What stands in "containers" and "staticPods" for one of them; for JSON Lines.
[[nodiscard]] nlohmann::ordered_json fate_document(const upgrade::ContainerForecast& fate);
[[nodiscard]] nlohmann::ordered_json fate_document(const upgrade::StaticPodFate& fate, const upgrade::Step& step);

/// SARIF 2.1.0 (OASIS), which code scanners and editors read: a result for each container that restarts, at the pod's
/// place in its file.
[[nodiscard]] nlohmann::ordered_json sarif_document(const upgrade::StepForecasts& answers);

/// "default/web-0"; "-" for containers without a pod.
[[nodiscard]] std::string pod_name(const upgrade::ContainerForecast& fate);

/// Why a container changes, as one sentence without a full stop.
[[nodiscard]] std::string cause_text(const upgrade::ContainerForecast& fate);

/// "init", "regular", "ephemeral".
[[nodiscard]] std::string_view kind_name(api::ContainerKind kind) noexcept;

}  // namespace podreel::cli
