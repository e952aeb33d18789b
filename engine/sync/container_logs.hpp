// The log files of containers: what is left of those that the runtime does not know any more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "engine/memory/text_map.hpp"
#include "engine/runtime.hpp"

namespace podreel::sync {

/// Knowledge of the lines in containers' logs: the runtime writes none, podreel's writes those of
/// container_log_text.hpp, and another one writes those of its containers.
enum class LogText : std::uint8_t { none, scripted, unknown };

/// /var/log/pods: a file N.log for the N-th restart of a container. They outlive the kubelet and the runtime's own
/// records; a kubelet that removes a container removes its log.
class ContainerLogs {
 public:
  /// The newest log of each container.
  using OfPod = std::map<std::string, std::uint32_t, std::less<>>;

  explicit ContainerLogs(LogText text = LogText::scripted) noexcept : text_{text} {}

  [[nodiscard]] LogText text() const noexcept { return text_; }
  /// Another runtime than podreel's writes the logs.
  void hide_text() noexcept { text_ = LogText::unknown; }

  void write(const memory::Text& pod_uid, const std::string& container, std::uint32_t attempt) {
    if (text_ == LogText::none) return;
    std::uint32_t& newest = newest_[pod_uid].try_emplace(container, attempt).first->second;
    newest = std::max(newest, attempt);
  }
  [[nodiscard]] OfPod of(const memory::Text& pod_uid) const {
    const auto pod = newest_.find(pod_uid);
    return pod == newest_.end() ? OfPod{} : pod->second;
  }
  void set(const memory::Text& pod_uid, const OfPod& logs) {
    if (!logs.empty()) newest_.insert_or_assign(pod_uid, logs);
  }
  /// Those of the containers that the kubelet removes from the runtime, the oldest first.
  void remove(const runtime::PodStatus& status, std::span<const memory::Text> ids) {
    const auto pod = newest_.find(status.uid);
    if (pod == newest_.end()) return;
    for (const runtime::ContainerStatus& container : status.containers) {
      if (std::ranges::find(ids, container.id) == ids.end()) continue;
      const auto log = pod->second.find(container.name);
      const bool is_newest =
          log != pod->second.end() && log->second == static_cast<std::uint32_t>(container.restart_count);
      if (is_newest) pod->second.erase(log);
    }
  }
  /// Removes those of pods for which `is_over` returns true.
  template <class IsOver>
  void remove_pods(const IsOver& is_over) {
    erase_if(newest_, [&is_over](const auto& pod) { return is_over(pod.first); });
  }
  /// The number of a container of which the logs alone are left; 0 without them (calcRestartCountByLogDir).
  [[nodiscard]] std::uint32_t next_attempt(const memory::Text& pod_uid, std::string_view container) const {
    const auto pod = newest_.find(pod_uid);
    if (pod == newest_.end()) return 0;
    const auto log = pod->second.find(container);
    return log == pod->second.end() ? 0 : log->second + 1;
  }

 private:
  LogText text_;
  /// By the pods' UIDs and the containers' names.
  memory::TextMap<OfPod> newest_;
};

}  // namespace podreel::sync
