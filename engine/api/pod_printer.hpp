// Pods as `kubectl get pods` shows them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"

namespace podreel::api {

/// The cells of one pod, as kubectl 1.29 and later compute them (pkg/printers/internalversion, printPod).
struct PodColumns {
  std::string name_space;
  std::string name;
  /// "1/2"; sidecars count.
  std::string ready;
  /// "Running", "Init:0/1", "CrashLoopBackOff", "Terminating" …
  std::string status;
  /// "0", or "3 (2m ago)".
  std::string restarts;
  std::int64_t restart_count = 0;
  /// When a container that was restarted had ended last, if that is known.
  std::optional<sim::Time> restarted_at;
  std::string age;
  std::string ip;
  std::string node;
  std::string nominated_node;
  std::string readiness_gates;
};

[[nodiscard]] PodColumns pod_columns(const Pod& pod, sim::Time now);

/// Output format after -o: nothing, or wide. With `all_namespaces`, a column NAMESPACE comes first.
struct PodTableForm {
  bool wide = false;
  bool all_namespaces = false;
};

/// The header of such a table, and the row of a pod.
[[nodiscard]] std::vector<std::string> pod_table_header(PodTableForm form);
[[nodiscard]] std::vector<std::string> pod_table_row(const PodColumns& pod, PodTableForm form);

/// The table with its header; "No resources found" if there are no pods.
[[nodiscard]] std::string pod_table(std::span<const PodColumns> pods, PodTableForm form);

}  // namespace podreel::api
