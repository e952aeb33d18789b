// Output of `kubectl get pods` at any time of a run.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/api/pod_printer.hpp"
#include "engine/sim/time.hpp"

namespace podreel::cli {

/// Keeps the rows of every pod, each with the time from which it applies.
class PodHistory {
 public:
  explicit PodHistory(sim::Time start) noexcept : start_{start} {}

  /// Adds a version of a pod; `gone` means that the pod was removed.
  void write(sim::Time time, const api::Pod& pod, bool gone);

  /// Returns the pods, sorted by name: "name", "containers" with their kinds, in the order of the spec, and "rows". A
  /// row has the times from which ages are computed.
  [[nodiscard]] nlohmann::ordered_json document() const;

 private:
  struct Row {
    sim::Time from{};
    sim::Time created{};
    bool gone = false;
    api::PodColumns columns{};
  };
  struct Container {
    std::string name;
    std::string_view kind;
  };
  struct History {
    std::vector<Container> containers;
    std::vector<Row> rows;
  };

  static void add_containers(History& history, const api::PodSpec& spec);
  [[nodiscard]] nlohmann::ordered_json row_document(const Row& row) const;
  [[nodiscard]] double seconds(sim::Time time) const;

  sim::Time start_;
  std::map<std::string, History> pods_;
};

}  // namespace podreel::cli
