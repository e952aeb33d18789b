// A kubelet that runs the steps of batch cases one after another.
#pragma once

#include <map>
#include <memory>

#include "scenarios/batch/sync_cases.hpp"

namespace podreel::batch {

/// Runs cases in the order in which they come; steps of one id find the back-offs and images that earlier ones left.
class SyncSession {
 public:
  explicit SyncSession(Decider kubelet);
  ~SyncSession();
  SyncSession(const SyncSession&) = delete;
  SyncSession& operator=(const SyncSession&) = delete;

  [[nodiscard]] SyncAnswer run(const SyncCase& sync_case);

 private:
  class PodSession;

  Decider kubelet_;
  /// By id, while steps are to come.
  std::map<std::string, std::unique_ptr<PodSession>> sessions_;
};

}  // namespace podreel::batch
