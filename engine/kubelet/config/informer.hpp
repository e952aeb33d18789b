// A list and watch that a kubelet waits for.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/config/reflector_backoff.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// client-go's shared informer, as far as a kubelet waits for one: whether its first list has been answered. An
/// informer of a kubelet that ran before the timeline has synced.
class Informer {
 public:
  /// `resource`: plural, as in URLs. All must outlive the informer.
  Informer(const sim::Process& process, timing::Timing& timing, apiserver::ApiServer& api_server,
           std::string_view resource)
      : process_{process}, timing_{timing}, api_server_{api_server}, resource_{resource} {}

  /// Lists the objects by a field label; empty: all of them. If the API server does not answer or does not have the
  /// label, again after the pauses of a reflector.
  void start(std::string_view field_label = {});
  [[nodiscard]] bool has_synced() const noexcept { return has_synced_; }
  /// Sets what happens once it has synced, in place of what was set before. Only before that.
  void on_sync(std::function<void()> continue_with);

 private:
  void list();
  [[nodiscard]] bool is_answered() const;

  const sim::Process& process_;
  timing::Timing& timing_;
  apiserver::ApiServer& api_server_;
  std::string_view resource_;
  std::string_view field_label_;
  std::optional<ReflectorBackoff> backoff_;
  std::function<void()> continue_with_;
  bool has_synced_ = true;
};

}  // namespace podreel::kubelet
