// Reads rows of `kubectl get pods`, of `crictl ps -a` and of `docker ps -a`.
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

struct DockerRow {
  std::string pod;
  std::string name_space;
  std::string container;
  std::uint32_t attempt = 0;
  /// No value while the container runs.
  std::optional<std::int32_t> exit_code;
};

/// Reads a row of `docker ps -a` whose container a kubelet has created: "… Exited (2) 5 minutes ago …
/// k8s_app_web-0_shop_5b1a…_1". Returns no value for other lines.
[[nodiscard]] std::optional<DockerRow> docker_row(std::string_view row);

}  // namespace podreel::reproduce
