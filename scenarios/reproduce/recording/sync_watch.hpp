// Reads what the workers of recorded kubelets did: their syncs, kills and starts, and writes of statuses.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/reproduce/recording/kubelet_ticks.hpp"

namespace podreel::reproduce {

inline constexpr double never = -std::numeric_limits<double>::infinity();

/// Collects syncs, and how workers were woken. All times are in seconds since the scenario began.
class Syncs {
 public:
  Syncs(std::vector<std::vector<RecordedSync>>& workers, std::vector<RecordedWake>& wakes)
      : workers_{workers}, wakes_{wakes} {}

  /// The sync loop has handled an event that wakes workers.
  void woken(const std::string& pod, const std::string& uid, double time);

  /// `op`: that of the record; `is_last`: the pod's termination follows.
  void add(const std::string& pod, std::string_view op, bool is_last, double time);

 private:
  struct Pod {
    std::optional<std::size_t> worker{};
    std::optional<RecordedSync> begun{};
    double woken = never;
    double entered = never;
    double ended = never;
    /// The last event has followed another one at once.
    bool has_followed = false;
  };

  void begin_worker(Pod& of);

  std::vector<std::vector<RecordedSync>>& workers_;
  std::vector<RecordedWake>& wakes_;
  std::map<std::string, Pod> pods_;
};

/// Collects kills of syncs, and late writes of the statuses that syncs have set.
class SyncEffects {
 public:
  SyncEffects(std::vector<RecordedKill>& kills, std::vector<RecordedLateWrite>& late_writes)
      : kills_{kills}, late_writes_{late_writes} {}

  void began(const std::string& pod, double time);
  void killed(const std::string& pod, double time);
  void ended(const std::string& pod) { pods_[pod].is_syncing = false; }
  /// `time`: when the sync loop handled the result of a probe.
  void probed(const std::string& pod, double time);
  void written(const std::string& pod, double time);

 private:
  /// Its last sync.
  struct Pod {
    double began = never;
    bool is_syncing = false;
    bool has_killed = false;
    std::optional<double> probed{};
    int num_writes = 0;
  };

  std::vector<RecordedKill>& kills_;
  std::vector<RecordedLateWrite>& late_writes_;
  std::map<std::string, Pod> pods_;
};

/// Collects the steps with which syncs start containers.
class Starts {
 public:
  explicit Starts(std::vector<RecordedStart>& starts) : starts_{starts} {}

  void add(const nlohmann::json& record, double time);

 private:
  struct Pod {
    /// No container was looked at since then.
    std::optional<double> ready{};
    /// The image of the next container was checked then.
    std::optional<double> checked{};
  };

  void add_sandbox(Pod& of, double time);
  void add_check(Pod& of, double time);

  std::vector<RecordedStart>& starts_;
  std::map<std::string, Pod> pods_;
};

}  // namespace podreel::reproduce
