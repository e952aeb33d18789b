// The sum of the requests of all pods that count.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/admission/resources.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/sim/idle.hpp"

namespace podreel::kubelet {

/// Knows the requests of pods that count.
class CountedPods {
 public:
  virtual ~CountedPods() = default;
  /// The spec with the resources that the pod counts with; null if it was not admitted, or has ended.
  [[nodiscard]] virtual api::SpecPtr counted_spec(const memory::Text& uid) const = 0;
};

/// Keeps the sum, so that to admit a pod costs the same however many there are.
class ActiveRequests final : public sim::IdleSleeper {
 public:
  /// All must outlive it.
  ActiveRequests(const NodeDescription& node, decide::PodRequests& requests, const CountedPods& pods);

  /// Counts the pod again with the next query.
  void invalidate(const memory::Text& uid) override {
    if (!resources_.empty()) outdated_.try_emplace(uid);
  }

  /// Returns the sum of all pods but this one.
  [[nodiscard]] NodeUse without(const memory::Text& uid);
  /// Throws unless the sum of all pods but this one is `counted`, which was added up anew.
  void check(const memory::Text& uid, const NodeUse& counted);

 private:
  void update();
  void count(NodeUse& use, const api::SpecPtr& spec, std::int64_t times) const;

  decide::PodRequests& requests_;
  const CountedPods& pods_;
  std::vector<std::string> resources_;
  NodeUse sum_;
  /// The summands.
  memory::TextMap<api::SpecPtr> counted_;
  struct Nothing {};
  memory::TextMap<Nothing> outdated_;
};

}  // namespace podreel::kubelet
