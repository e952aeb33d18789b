// Why statuses were written, or were not, where the kubelet explains itself.
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

/// Takes notes of what the status manager does with the statuses of each pod, until a record tells it.
class StatusNotes {
 public:
  enum class SetBy : std::uint8_t { sync, probe };

  /// Instants are counted from `start`.
  explicit StatusNotes(sim::Time start) noexcept : start_{start} {}

  // A status was set:
  void note_illegal(const memory::Text& uid);
  /// as the one before it.
  void note_unchanged(const memory::Text& uid);
  /// other than `before`; `is_busy`: another write is under way.
  void note_changed(const memory::Text& uid, std::vector<std::string> changes, SetBy by, sim::Time now, bool is_busy);

  // It was not written:
  void note_same_in_api(const memory::Text& uid);
  void note_unreachable(const memory::Text& uid);
  /// A request had to wait, by the client's rate.
  void note_rate_wait(const memory::Text& uid, sim::Duration wait);

  /// It is written: what led to that. `holds_phase_back`: without its terminal phase.
  [[nodiscard]] std::shared_ptr<const nlohmann::ordered_json> written(const memory::Text& uid, sim::Time now,
                                                                      bool holds_phase_back);

  /// Returns the notes for the pod's next sync.
  [[nodiscard]] nlohmann::ordered_json take(const memory::Text& uid);
  void forget(const memory::Text& uid) { pods_.erase(uid); }

 private:
  struct Notes {
    nlohmann::ordered_json of_sync = nlohmann::ordered_json::array();
    std::optional<sim::Time> set_at{};
    /// Changes that have not been written yet, since when, and how long requests had to wait.
    std::vector<std::string> changes{};
    sim::Time changed_since{};
    sim::Duration rate_wait{};
  };

  void add(Notes& notes, Step step, std::initializer_list<std::pair<const char*, sim::Time>> times = {}) const;

  sim::Time start_;
  std::map<memory::Text, Notes, std::less<>> pods_;
};

}  // namespace podreel::kubelet
