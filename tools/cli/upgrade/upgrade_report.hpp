// The output of `podreel upgrade`.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/upgrade/cluster_inventory.hpp"
#include "engine/upgrade/cluster_view.hpp"
#include "engine/upgrade/forecast.hpp"
#include "engine/upgrade/matrix.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

struct Downtime;

/// The answer, and the cluster that it is about.
struct UpgradeAnswer {
  const upgrade::Forecast& forecast;
  const upgrade::ClusterInventory& cluster;
  /// Null if not requested.
  const Downtime* downtime = nullptr;
  /// Errors, warnings and notes, for pages.
  std::vector<std::string> remarks{};
  /// Command that printed the answer, for pages.
  std::string command{};
  /// Maximum number of rows of each list of pages; 0 means all.
  std::size_t top = 0;
  /// Forecast of the upgrade and of the way back, which is its last step; null if not requested.
  const upgrade::Forecast* way_back = nullptr;
  /// Origin of the nodes, for pages: "dump.json".
  std::string source{};
  /// Date on pages; empty: none.
  std::string date{};
  /// Column by which workloads are sorted: "name", "pods", "containers" or "nodes"; empty: the most exposed first.
  std::string sort_by{};
  /// Tables begin with their headers.
  bool has_headers = true;
  /// Only a part of the pods is evaluated. Nodes without any of them are left out.
  bool is_filtered = false;

  /// Returns whether the input has nodes; the answer is then grouped by workload and by node.
  [[nodiscard]] bool is_of_cluster() const noexcept { return !cluster.nodes().empty(); }
};

/// Prints the answer. Tables of clusters begin with the verdict. Tables show restarting containers, or for clusters
/// workloads and nodes; `wide` adds every container with its hashes. All tables end with the totals. `name` prints the
/// pods that restart or may restart as "pod/web-0".
void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format, const UpgradeAnswer& answer);

/// Returns the views of all steps of each path, sorted as requested.
[[nodiscard]] std::vector<upgrade::SteppedView> views_of(const UpgradeAnswer& answer);

/// Returns which evidence of real kubelets supports the answer, in sentences.
[[nodiscard]] std::vector<std::string> evidence_sentences(const upgrade::Forecast& forecast);

/// Returns "1 workload does not change" or "2 workloads do not change".
[[nodiscard]] std::string unchanged_text(std::size_t workloads);

struct TableStyle {
  /// Adds columns, and rows that do not change.
  bool is_wide = false;
  bool has_headers = true;
};

/// Returns the tables of workloads and nodes for each step.
[[nodiscard]] std::string cluster_tables(const UpgradeAnswer& answer, TableStyle style);

/// Returns the verdict for a cluster: "6 of 7 containers in 3 workloads on 2 nodes restart; 1 workload has no ready
/// replica for up to 6s."; one sentence for each step of each path.
[[nodiscard]] std::vector<std::string> verdicts_of(const UpgradeAnswer& answer);

/// Prints a page for a change ticket; `format` is markdown or html.
void print_upgrade_ticket(std::ostream& out, OutputFormat format, const UpgradeAnswer& answer);

/// Returns "1.30 to 1.31: 3 of 7 containers restart", and a similar line for static pods.
[[nodiscard]] std::vector<std::string> summary_lines(const upgrade::StepForecast& answer,
                                                     const upgrade::Totals& totals);
/// Returns "3 because 1.31 hashes only name and image" and the like, for restarts that are certain, possible and later.
[[nodiscard]] std::vector<std::string> cause_lines(const upgrade::Totals& totals);
/// Returns "3 of 7", or "3 of 7, 2 may restart".
[[nodiscard]] std::string restarting_text(const upgrade::Count& count);

/// Prints a table with a row for each release to upgrade from, or JSON Lines {"from","to","changed","containers"}.
void print_matrix(std::ostream& out, OutputFormat format, const upgrade::Matrix& matrix, bool has_headers = true);

/// Returns {"upgrades": [...]}, with "clusters" if the input has nodes, and "observed" if hashes were verified.
[[nodiscard]] nlohmann::ordered_json upgrade_document(const UpgradeAnswer& answer);

/// Returns an element of "containers" or "staticPods"; JSON Lines consist of these.
[[nodiscard]] nlohmann::ordered_json static_pod_document(const upgrade::ContainerForecast& pod_forecast);
[[nodiscard]] nlohmann::ordered_json static_pod_document(const upgrade::StaticPodForecast& pod_forecast,
                                                         const upgrade::UpgradeStep& step);

/// Returns SARIF 2.1.0 (OASIS), which code scanners and editors read: a result for each container that restarts, at the
/// pod's position in its file.
[[nodiscard]] nlohmann::ordered_json sarif_document(const upgrade::StepForecasts& answers);

/// Returns "default/web-0", or "-" for containers without a pod.
[[nodiscard]] std::string pod_name(const upgrade::ContainerForecast& pod_forecast);

/// Returns why a container changes, as one sentence without a full stop.
[[nodiscard]] std::string cause_text(const upgrade::ContainerForecast& pod_forecast);

/// Returns "init", "regular" or "ephemeral".
[[nodiscard]] std::string_view kind_name(api::ContainerKind kind) noexcept;

}  // namespace podreel::cli
