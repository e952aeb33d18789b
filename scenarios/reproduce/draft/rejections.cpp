// Explains pods that their kubelet rejects.
#include <boost/regex.hpp>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;

/// Amounts in "…: cpu, requested: 500, used: 3800, capacity: 4000": what a node does not have enough of.
struct Shortage {
  std::string resource;
  std::int64_t requested = 0;
  std::int64_t used = 0;
  std::int64_t capacity = 0;
};

/// Returns the shortage that the pod's event or status states, or one of the resource in its reason. Without amounts,
/// another pod uses all of the resource.
std::optional<Shortage> shortage_of(const SeenPod& pod) {
  static const boost::regex amounts{
      R"(Node didn.t have enough resource: (\S+), requested: (\d{1,18}), used: (\d{1,18}), capacity: (\d{1,18}))"};
  static const boost::regex reason{R"(^OutOf(cpu|memory|pods|ephemeral-storage)$)"};
  boost::smatch found;
  std::vector<std::string> messages{pod.message};
  std::vector<std::string> reasons{pod.reason};
  for (const SeenEvent& event : pod.events) {
    messages.push_back(event.message);
    reasons.push_back(event.reason);
  }
  for (const SeenRow& row : pod.rows) reasons.push_back(row.status);
  for (const std::string& message : messages) {
    if (boost::regex_search(message, found, amounts))
      return Shortage{found[1], std::stoll(found[2]), std::stoll(found[3]), std::stoll(found[4])};
  }
  for (const std::string& each : reasons) {
    if (!boost::regex_search(each, found, reason)) continue;
    const bool is_of_pods = found[1] == "pods";
    return is_of_pods ? Shortage{"pods", 1, 1, 1} : Shortage{found[1], 1000, 1000, 1000};
  }
  return std::nullopt;
}

std::string amount_text(const std::string& resource, std::int64_t amount) {
  return resource == "cpu" ? fmt::format("{}m", amount) : fmt::format("{}", amount);
}

/// Lets another pod use what the message says, on a node with this capacity.
void fill_node(const Shortage& shortage, Draft& draft) {
  const std::string& resource = shortage.resource;
  draft.plan.allocatable = {{resource, amount_text(resource, shortage.capacity)}};
  if (resource != "pods") {
    for (ContainerPlan& container : draft.plan.containers) {
      if (container.is_init) continue;
      container.spec["resources"]["requests"][resource] = amount_text(resource, shortage.requested);
      break;
    }
  }
  Json other{{"name", "other"}, {"image", "other:1"}};
  if (resource != "pods") other["resources"]["requests"][resource] = amount_text(resource, shortage.used);
  draft.plan.preparations.push_back({{"createPod",
                                      {{"apiVersion", "v1"},
                                       {"kind", "Pod"},
                                       {"metadata", {{"name", "other"}}},
                                       {"spec", {{"containers", Json::array({std::move(other)})}}}}}});
  draft.plan.lead = std::chrono::seconds{5};
  draft.explain(Cause::rejected,
                fmt::format("the kubelet rejected the pod: the node has not enough {}", shortage.resource));
}

bool is_rejected_for_labels(const SeenPod& pod) {
  const auto is_reason = [](std::string_view text) { return text == "NodeAffinity" || text == "MatchNodeSelector"; };
  return is_reason(pod.reason) || pod.event("NodeAffinity") != nullptr || pod.event("MatchNodeSelector") != nullptr ||
         has_status(pod, false, {"NodeAffinity", "MatchNodeSelector"});
}

}  // namespace

void explain_rejection(const SeenPod& pod, Draft& draft) {
  if (const auto shortage = shortage_of(pod)) return fill_node(*shortage, draft);
  if (!is_rejected_for_labels(pod)) return;
  draft.plan.node_labels = {{"role", "other"}};
  if (!draft.plan.spec.contains("nodeSelector")) draft.plan.spec["nodeSelector"] = {{"role", "wanted"}};
  draft.assume("a nodeSelector of the pod that the node does not match");
  draft.explain(Cause::rejected,
                "the kubelet rejected the pod: its node selector or affinity does not match the labels of the node");
}

}  // namespace podreel::reproduce
