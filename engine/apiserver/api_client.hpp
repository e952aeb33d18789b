// Requests of a kubelet to the API server.
#pragma once

#include <memory>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/trace/record.hpp"

namespace podreel::apiserver {

/// A client of the pods' API, as far as statuses go.
class ApiClient {
 public:
  virtual ~ApiClient() = default;

  /// Whether requests are answered. Those below must not be made while they are not.
  [[nodiscard]] virtual bool is_reachable() const = 0;

  /// The pod as the API has it now; null if it is gone.
  [[nodiscard]] virtual api::PodPtr get_pod(const memory::Text& uid) = 0;

  /// PATCH of the status subresource: the pod as it then is. Null, and without effect, if it is gone, or if the server
  /// fails. `why` goes to the record of it.
  virtual api::PodPtr patch_pod_status(const memory::Text& uid, api::PodStatus&& status, trace::Explanation why) = 0;

  /// DELETE with grace 0 and the UID as precondition.
  virtual void delete_pod(const memory::Text& uid) = 0;
};

}  // namespace podreel::apiserver
