// A kubelet that runs the steps of batch cases in sequence.
#pragma once

#include <map>
#include <memory>

#include "scenarios/batch/sync_cases.hpp"

namespace podreel::batch {

/// Runs cases in their order; steps of one id share back-offs and images.
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
  /// By id, while further steps follow.
  std::map<std::string, std::unique_ptr<PodSession>> sessions_;
};

}  // namespace podreel::batch
