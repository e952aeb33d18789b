// Effects of a node's upgrade on a pod.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "scenarios/fleet/node_result.hpp"

namespace podreel::fleet {

/// Times in which a pod was not ready in the API, and in which one of its containers did not run: from two sources, in
/// no common order.
class Troubles {
 public:
  void begin(sim::Duration at) { changes_.push_back({at, 0, 1}); }
  void end(sim::Duration at) { changes_.push_back({at, 1, -1}); }

  /// Returns the union of all times as outages.
  [[nodiscard]] std::vector<Outage> outages(Replica pod) const;

 private:
  struct Transition {
    sim::Duration at;
    int rank;
    int more;

    friend auto operator<=>(const Transition&, const Transition&) = default;
  };

  std::vector<Transition> changes_;
};

/// A pod that is on the node when its upgrade begins. Times are since then.
class WatchedPod {
 public:
  explicit WatchedPod(Replica replica) : replica_{replica} {}

  /// Sets its state at the beginning of the upgrade.
  void begin_with(const api::Pod& pod);
  [[nodiscard]] bool has_begun() const noexcept { return spec_ != nullptr; }

  void see(sim::Duration at, const api::Pod& pod, bool gone);
  void ended(sim::Duration at, const std::string& container, bool by_itself);
  void is_killed(const std::string& container, Cause cause) { causes_.insert_or_assign(container, cause); }
  void gets_new_sandbox() { has_new_sandbox_ = true; }
  /// Returns the cause if this is a restart.
  std::optional<Cause> started(sim::Duration at, const std::string& container);

  [[nodiscard]] Replica replica() const noexcept { return replica_; }
  [[nodiscard]] bool fails() const noexcept { return fails_; }
  /// Number of containers that are meant to run: regular ones and sidecars.
  [[nodiscard]] std::size_t containers() const noexcept;
  [[nodiscard]] std::size_t restarted() const noexcept { return restarted_.size(); }
  [[nodiscard]] std::vector<Outage> outages() const {
    return was_ready_ ? troubles_.outages(replica_) : std::vector<Outage>{};
  }

 private:
  [[nodiscard]] bool is_meant_to_run(const std::string& container) const;

  Replica replica_;
  api::SpecPtr spec_;
  bool was_ready_ = false;
  bool is_ready_ = false;
  bool has_failed_ = false;
  bool fails_ = false;
  bool has_new_sandbox_ = false;
  Troubles troubles_;
  /// Containers that do not run, and the causes of their end.
  std::set<std::string> stopped_;
  std::map<std::string, Cause> causes_;
  std::set<std::string> restarted_;
};

}  // namespace podreel::fleet
