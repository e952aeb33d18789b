// The options of `podreel upgrade`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/upgrade/path.hpp"
#include "engine/upgrade/pod_intake.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/pod_filter.hpp"

namespace podreel::cli {

struct UpgradeOptions {
  std::vector<std::string> files;
  std::string from;
  std::string to;
  std::vector<std::string> path;
  std::vector<std::string> policies;
  std::string api_server_from;
  std::string api_server_to;
  /// Feature gates of the API server, as a list.
  std::string api_server_gates_from;
  std::string api_server_gates_to;
  std::vector<std::string> observed;
  std::string static_pod_dir;
  std::string node = "node-1";
  /// Context of kubectl's configuration.
  std::string context;
  /// Read from kubectl.
  bool cluster = false;
  PodSelection pods;
  /// Column by which workloads are sorted; empty: the most exposed first.
  std::string sort_by;
  bool has_headers = true;
  /// Date on pages, as YYYY-MM-DD; empty: none.
  std::string date;
  bool is_static = false;
  bool matrix = false;
  bool keep_going = false;
  bool recursive = false;
  bool downtime = false;
  std::size_t jobs = 0;
  /// Maximum number of rows of each list of a page; 0 means all.
  std::size_t top = 25;
  OutputFormat format = OutputFormat::table;

  [[nodiscard]] bool has_static_pods() const { return is_static || !static_pod_dir.empty(); }
  /// Returns whether the input has more than static pods.
  [[nodiscard]] bool has_pods() const { return !is_static && (cluster || !files.empty() || static_pod_dir.empty()); }
};

/// Returns one path for each policy. Throws BadInput, for example if --from, --to and --path contradict each other, and
/// for gates with which no API server of these releases starts.
[[nodiscard]] std::vector<upgrade::Path> paths_of(const UpgradeOptions& options);

/// Returns the releases of a --matrix: those of --path, or all from --from to --to.
[[nodiscard]] std::vector<release::Release> matrix_releases(const UpgradeOptions& options);

/// Returns the kubelets with which pods are evaluated.
[[nodiscard]] upgrade::PodIntake::Question question_of(const UpgradeOptions& options);

}  // namespace podreel::cli
