// A kubelet that runs the steps of batch cases one after another.
#pragma once

#include <map>
#include <memory>

#include "scenarios/batch/sync_cases.hpp"

namespace podreel::batch {

/// Runs cases in the order in which they come; steps of one id find the back-offs and images that earlier ones left.
class SyncSession {
 public:
  SyncSession(release::Behaviour behaviour, WantedHash wanted_hash);
  ~SyncSession();
  SyncSession(const SyncSession&) = delete;
  SyncSession& operator=(const SyncSession&) = delete;

  [[nodiscard]] SyncAnswer run(const SyncCase& sync_case);

 private:
  class PodSession;

  release::Behaviour behaviour_;
  WantedHash wanted_hash_;
  /// By id, while steps are to come.
  std::map<std::string, std::unique_ptr<PodSession>> kubelets_;
};

}  // namespace podreel::batch
