// What `podreel upgrade` is asked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/upgrade/asked_pods.hpp"
#include "engine/upgrade/path.hpp"
#include "tools/cli/arguments/output_format.hpp"

namespace podreel::cli {

struct UpgradeOptions {
  std::vector<std::string> files;
  std::string from;
  std::string to;
  std::vector<std::string> path;
  std::vector<std::string> policies;
  std::string api_server_from;
  std::string api_server_to;
  std::vector<std::string> observed;
  std::string static_pod_dir;
  std::string node = "node-1";
  /// Of kubectl's configuration.
  std::string context;
  /// Ask kubectl.
  bool cluster = false;
  bool is_static = false;
  bool matrix = false;
  bool keep_going = false;
  bool recursive = false;
  bool downtime = false;
  std::size_t jobs = 0;
  OutputFormat format = OutputFormat::table;

  [[nodiscard]] bool has_static_pods() const { return is_static || !static_pod_dir.empty(); }
  /// Something else than static pods is asked about.
  [[nodiscard]] bool has_pods() const { return !is_static && (cluster || !files.empty() || static_pod_dir.empty()); }
};

/// One path for each policy; throws BadInput, as where --from, --to and --path contradict each other.
[[nodiscard]] std::vector<upgrade::Path> paths_of(const UpgradeOptions& options);

/// The releases of a --matrix: those of --path, or all from --from to --to.
[[nodiscard]] std::vector<release::Release> matrix_releases(const UpgradeOptions& options);

/// Whom pods are asked of.
[[nodiscard]] upgrade::AskedPods::Question question_of(const UpgradeOptions& options);

}  // namespace podreel::cli
