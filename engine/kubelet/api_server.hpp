// The pods as the API has them: what users create and delete, and what kubelets report.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/api/text_map.hpp"
#include "engine/kubelet/api_client.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// An API server with one node's pods. Requests take effect at once; a watcher hears of each change at the same
/// simulated instant, after what was already due.
class ApiServer final : public ApiClient {
 public:
  ApiServer(const sim::Process& process, trace::Recorder& recorder) noexcept : process_{process}, recorder_{recorder} {}

  // What users do. `name` is "namespace/name"; false if there is no such pod.

  /// Creates a pod; false if the name is taken. One without a UID is given to `admit` first.
  bool create(api::Pod pod);

  /// Graceful deletion. Without a grace period the pod's own counts. A grace period of zero, or a pod that has
  /// finished, is removed at once, as the registry's BeforeDelete decides; a later request can only shorten the grace.
  bool request_deletion(std::string_view name, std::optional<std::int64_t> grace_period_seconds);

  /// Replaces the pod's metadata and spec by what `change` makes of them; `told` is what the trace says of it.
  bool update(std::string_view name, trace::Api told, const std::function<void(api::Pod&)>& change);

  // What kubelets do.

  [[nodiscard]] api::PodPtr get_pod(std::string_view uid) override;
  void patch_pod_status(std::string_view uid, std::shared_ptr<const api::PodStatus> status) override;
  void delete_pod(std::string_view uid) override;

  /// All pods, oldest name first.
  [[nodiscard]] std::vector<api::PodPtr> list() const;
  [[nodiscard]] api::PodPtr find(std::string_view name) const;

  /// Called after every change with the pod as it now is, or, with `gone`, as it last was. One watcher; an empty
  /// function ends the watch.
  struct Change {
    api::PodPtr pod;
    bool gone = false;
  };
  void watch(std::function<void(const Change&)> watcher) { watcher_ = std::move(watcher); }

  /// Who gives pods that kubelets create their UID, and remembers their objects.
  void admit(std::function<void(api::Pod&)> admission) { admission_ = std::move(admission); }

  /// Called with every new version of a pod, for a history of what the API had when.
  void observe(std::function<void(const Change&)> observer) { observer_ = std::move(observer); }

 private:
  void store(api::Pod pod);
  void drop(const api::PodPtr& pod);
  void announce(const Change& change) const;

  const sim::Process& process_;
  trace::Recorder& recorder_;
  std::map<std::string, api::PodPtr, std::less<>> pods_;
  api::TextMap<api::PodPtr> pods_by_uid_;
  std::function<void(const Change&)> watcher_;
  std::function<void(const Change&)> observer_;
  std::function<void(api::Pod&)> admission_;
};

}  // namespace podreel::kubelet
