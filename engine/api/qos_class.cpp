#include <array>

#include "engine/api/amount.hpp"
#include "engine/api/pod.hpp"

namespace podreel::api {

namespace {

/// Sums of the resources that decide about the class.
using Sums = std::map<std::string_view, Amount>;

/// Returns how many of cpu and memory `list` names with a positive amount.
int add(Sums& sums, const ResourceList& list) {
  int named = 0;
  for (const std::string_view resource : {"cpu", "memory"}) {
    const auto found = list.find(resource);
    if (found == list.end()) continue;
    Amount amount = nano_units(found->second);
    if (amount <= 0) continue;
    sums[resource] += amount;
    ++named;
  }
  return named;
}

struct Totals {
  Sums requests;
  Sums limits;
  bool every_container_is_limited = true;

  void add_resources(const ResourceList& request_list, const ResourceList& limit_list) {
    add(requests, request_list);
    if (add(limits, limit_list) < 2) every_container_is_limited = false;
  }
};

}  // namespace

std::string_view qos_class(const PodSpec& spec) {
  Totals totals;
  if (!spec.requests.empty() || !spec.limits.empty()) {
    totals.add_resources(spec.requests, spec.limits);
  } else {
    for (const auto* containers : {&spec.containers, &spec.init_containers}) {
      for (const Container& container : *containers) totals.add_resources(container.requests, container.limits);
    }
  }
  if (totals.requests.empty() && totals.limits.empty()) return "BestEffort";
  return totals.every_container_is_limited && totals.requests == totals.limits ? "Guaranteed" : "Burstable";
}

}  // namespace podreel::api
