// Controller of Jobs.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"

namespace podreel::cluster {

/// pkg/controller/job/job_controller.go: creates pods until enough have succeeded, or too many have failed. Counts
/// finished pods once, by UID, instead of with finalizers. Replaces failed pods after a back-off of ten seconds, which
/// doubles up to ten minutes.
class JobController {
 public:
  /// `api` must outlive it.
  explicit JobController(ClusterApi& api);
  ~JobController() = default;
  JobController(const JobController&) = delete;
  JobController& operator=(const JobController&) = delete;

 private:
  /// Counts of a Job, by its UID.
  struct Counted {
    std::set<std::string> succeeded{};
    std::set<std::string> failed{};
    /// Completed indexes.
    std::set<std::int64_t> indexes{};
    sim::Time last_failure{};
  };
  struct Seen {
    std::string key;
    nlohmann::json job;
    std::vector<const StoredObject*> active{};
    std::int64_t ready = 0;
    /// Pods that are being deleted and have not ended.
    std::int64_t terminating = 0;
    Counted* counted = nullptr;
    std::int64_t succeeded = 0;
    std::int64_t failed = 0;
  };

  void on_object_change(const ObjectChange& change);
  void sync(const std::string& key);
  [[nodiscard]] Seen look(const std::string& key, const nlohmann::json& job);
  void count(Counted& counted, const StoredObject& pod) const;
  /// Creates or deletes pods.
  void manage(Seen& seen);
  void create(const Seen& seen, std::int64_t pods);
  void finish(const Seen& seen, nlohmann::json status, const char* type, const char* reason,
              const std::string& message);
  void remove_active(const Seen& seen, std::size_t pods);
  [[nodiscard]] nlohmann::json status_of(const Seen& seen) const;
  void expire(const std::string& key, const nlohmann::json& job);

  ClusterApi& api_;
  Reconciler queue_;
  std::map<std::string, Counted> counted_;
};

}  // namespace podreel::cluster
