#include "engine/kubelet/preemption/victims.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/pod_priority.hpp"

namespace podreel::kubelet {

namespace {

bool is_preemptable(const api::Pod& preemptor, const api::Pod& pod) {
  if (is_critical(preemptor) && !is_critical(pod)) return true;
  return priority_of(preemptor) && priority_of(pod) && *priority_of(preemptor) > *priority_of(pod);
}

struct Requirement {
  std::string resource;
  std::int64_t quantity = 0;
};
using Requirements = std::vector<Requirement>;
using Pods = std::vector<api::PodPtr>;

class Choice {
 public:
  explicit Choice(const release::Behaviour& behaviour) : behaviour_{behaviour} {}

  /// Remaining usage when these pods are gone.
  [[nodiscard]] Requirements without(const Requirements& requirements, const Pods& pods) const {
    Requirements left;
    for (Requirement requirement : requirements) {
      for (const api::PodPtr& pod : pods) requirement.quantity -= request_of(*pod, requirement.resource);
      if (requirement.quantity > 0) left.push_back(std::move(requirement));
    }
    return left;
  }

  /// One after the other the pod that comes nearest to what is required, and of several the smallest.
  [[nodiscard]] Pods nearest(Pods pods, Requirements requirements) const {
    Pods chosen;
    while (!requirements.empty() && !pods.empty()) {
      const auto best = std::ranges::min_element(pods, {}, [&](const api::PodPtr& pod) {
        return std::tuple{distance(*pod, requirements), request_of(*pod, "memory"), request_of(*pod, "cpu")};
      });
      requirements = without(requirements, {*best});
      chosen.push_back(*best);
      pods.erase(best);
    }
    return chosen;
  }

 private:
  [[nodiscard]] std::int64_t request_of(const api::Pod& pod, const std::string& resource) const {
    return resource == "pods" ? 1 : decide::pod_request(*pod.spec, resource, behaviour_);
  }

  /// The sum of the squares of what each requirement would still lack, in thousandths of it.
  [[nodiscard]] std::int64_t distance(const api::Pod& pod, const Requirements& requirements) const {
    std::int64_t sum = 0;
    for (const Requirement& requirement : requirements) {
      const std::int64_t left = requirement.quantity - request_of(pod, requirement.resource);
      const std::int64_t part = std::max<std::int64_t>(left, 0) * 1000 / requirement.quantity;
      sum += part * part;
    }
    return sum;
  }

  const release::Behaviour& behaviour_;
};

Pods joined(Pods first, const Pods& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::string shown(const Requirements& requirements) {
  std::string text = "[";
  for (const auto& [resource, quantity] : requirements) text += fmt::format("(res: {}, q: {}), ", resource, quantity);
  return text + "]";
}

}  // namespace

bool is_critical(const api::Pod& pod) {
  return pod.is_static() || priority_of(pod).value_or(0) >= system_critical_priority;
}

std::variant<Pods, NoVictims> choose_victims(const api::Pod& preemptor, const Pods& active,
                                             const std::vector<InsufficientResource>& missing,
                                             const release::Behaviour& behaviour) {
  Pods best_effort;
  Pods burstable;
  Pods guaranteed;
  for (const api::PodPtr& pod : active) {
    if (!is_preemptable(preemptor, *pod)) continue;
    const memory::Text& qos = pod->spec->qos_class;
    (qos == "BestEffort" ? best_effort : qos == "Burstable" ? burstable : guaranteed).push_back(pod);
  }
  Requirements requirements;
  for (const InsufficientResource& resource : missing) requirements.push_back({resource.resource, resource.missing()});
  const Choice choice{behaviour};
  const Pods lesser = joined(best_effort, burstable);
  const Requirements unmet = choice.without(requirements, joined(lesser, guaranteed));
  if (!unmet.empty()) {
    return NoVictims{"no set of running pods found to reclaim resources: " + shown(unmet)};
  }
  const Pods guaranteed_victims = choice.nearest(guaranteed, choice.without(requirements, lesser));
  const Pods burstable_victims =
      choice.nearest(burstable, choice.without(requirements, joined(best_effort, guaranteed_victims)));
  const Pods best_effort_victims =
      choice.nearest(best_effort, choice.without(requirements, joined(burstable_victims, guaranteed_victims)));
  return joined(joined(best_effort_victims, burstable_victims), guaranteed_victims);
}

}  // namespace podreel::kubelet
