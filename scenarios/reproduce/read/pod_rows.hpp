// Reads rows of `kubectl get pods`, and of `crictl ps -a`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

struct PodRow {
  std::string name_space;
  std::string name;
  SeenRow row;
};

/// Reads "web-0  0/1  CrashLoopBackOff  17 (5m2s ago)  59m", with or without a namespace before it and more columns
/// after it. Returns no value for other lines.
[[nodiscard]] std::optional<PodRow> pod_row(std::string_view row);

/// Reads "node-7  NotReady  <none>  91d  v1.29.8", a row of `kubectl get nodes`. Returns no value for other lines.
[[nodiscard]] std::optional<SeenNode> node_row(std::string_view row);

/// Whether this is the header of `crictl ps`.
[[nodiscard]] bool is_crictl_header(const Columns& columns);

struct CrictlRow {
  /// Empty without a column of names.
  std::string pod;
  /// Id of the sandbox.
  std::string pod_id;
  std::string container;
  std::uint32_t attempt = 0;
  /// "Running", "Exited".
  std::string state;
};
/// Reads a row below that header. Returns no value for other lines.
[[nodiscard]] std::optional<CrictlRow> crictl_row(const Columns& columns, std::string_view row);

}  // namespace podreel::reproduce
