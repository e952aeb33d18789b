// The reasons why statuses are written or not, where the kubelet explains itself.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/explain/explanation.hpp"
#include "engine/memory/text.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// Collects what the status manager does with the statuses of each pod, for the pod's next record.
class StatusNotes {
 public:
  enum class SetBy : std::uint8_t { sync, probe };

  /// Times are counted from `start`.
  explicit StatusNotes(sim::Time start) noexcept : start_{start} {}

  /// Notes that a set status was refused.
  void note_illegal(const memory::Text& uid);
  /// Notes that a set status equals the one before it.
  void note_unchanged(const memory::Text& uid);
  /// Notes that a set status differs from the one before. `is_busy`: another write is in progress.
  void note_changed(const memory::Text& uid, std::vector<std::string> changes, SetBy by, sim::Time now, bool is_busy);

  /// Notes that a status was not written.
  void note_same_in_api(const memory::Text& uid);
  void note_unreachable(const memory::Text& uid);
  /// Notes that the client's rate limit delayed a request.
  void note_rate_wait(const memory::Text& uid, sim::Duration wait);

  /// Returns the explanation of a write. `holds_phase_back`: the status is written without its terminal phase.
  [[nodiscard]] std::shared_ptr<const nlohmann::ordered_json> written(const memory::Text& uid, sim::Time now,
                                                                      bool holds_phase_back);

  /// Removes and returns the notes for the pod's next sync.
  [[nodiscard]] nlohmann::ordered_json take(const memory::Text& uid);
  void forget(const memory::Text& uid) { pods_.erase(uid); }

 private:
  struct Notes {
    nlohmann::ordered_json of_sync = nlohmann::ordered_json::array();
    std::optional<sim::Time> set_at{};
    /// Changes that are not written yet, the time of the first, and the delay by the rate limit.
    std::vector<std::string> changes{};
    sim::Time changed_since{};
    sim::Duration rate_wait{};
  };

  void add(Notes& notes, ExplanationStep step, Explanation::Times times = {}) const;

  sim::Time start_;
  std::map<memory::Text, Notes, std::less<>> pods_;
};

}  // namespace podreel::kubelet
