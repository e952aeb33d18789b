// What the pods of the node request altogether, as far as they count.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/admission/resources.hpp"
#include "engine/memory/text_map.hpp"

namespace podreel::kubelet {

/// Keeps the sum, so that to admit a pod costs the same however many there are.
class ActiveRequests {
 public:
  /// The spec with the resources that the pod counts with; null if it was not admitted, or has ended.
  using CountedSpec = std::function<api::SpecPtr(const memory::Text& uid)>;

  /// All must outlive it.
  ActiveRequests(const NodeDescription& node, decide::PodRequests& requests, CountedSpec counted_spec);

  /// Whether the pod counts, or with what, may have changed.
  void look_again(const memory::Text& uid) {
    if (!resources_.empty()) outdated_.try_emplace(uid);
  }

  /// Of all pods but this one.
  [[nodiscard]] NodeUse without(const memory::Text& uid);

 private:
  void update();
  void count(NodeUse& use, const api::SpecPtr& spec, std::int64_t times) const;

  decide::PodRequests& requests_;
  CountedSpec counted_spec_;
  std::vector<std::string> resources_;
  NodeUse sum_;
  /// What is in the sum.
  memory::TextMap<api::SpecPtr> counted_;
  struct Nothing {};
  memory::TextMap<Nothing> outdated_;
};

}  // namespace podreel::kubelet
