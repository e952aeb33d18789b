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
#include "engine/apiserver/api_client.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::apiserver {

/// An API server with one node's pods. Requests take effect at once; a watcher hears of each change at the same
/// simulated instant, after what was already due. While the server is down nobody may ask for anything.
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

  /// A pod as it now is, or, with `gone`, as it last was.
  struct Change {
    api::PodPtr pod;
    bool gone = false;
  };
  struct Watcher {
    /// After every change.
    std::function<void(const Change&)> changed;
    /// The server has gone down; the watch has ended.
    std::function<void()> lost;
  };

  /// One watcher at a time.
  void watch(Watcher watcher) { watcher_ = std::move(watcher); }
  void end_watch() noexcept { watcher_ = {}; }

  // What happens to the server itself.

  [[nodiscard]] bool is_reachable() const override { return is_up_; }
  /// Comes up or goes down; without effect if it is already.
  void set_up(bool up);

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
  Watcher watcher_;
  bool is_up_ = true;
  std::function<void(const Change&)> observer_;
  std::function<void(api::Pod&)> admission_;
};

}  // namespace podreel::apiserver
