// Explains pods whose node no longer reports.
#include <algorithm>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

/// Without a grace period of its own, a node lifecycle controller waits for 40 s.
constexpr sim::Duration monitor_grace_period = 40s;
/// tolerationSeconds that the API server gives to pods.
constexpr std::int64_t usual_toleration = 300;

/// Time since the node was marked, by the event or by the deletion that followed it.
sim::Duration marked_before(const SeenPod& pod) {
  const SeenEvent* const marked = pod.event("NodeNotReady");
  if (marked != nullptr && marked->last) return marked->last->middle();
  const SeenEvent* const evicted = pod.event("TaintManagerEviction");
  const sim::Duration since = evicted != nullptr && evicted->last ? evicted->last->middle() : 30s;
  return since + std::chrono::seconds{usual_toleration};
}

}  // namespace

bool has_lost_node(const SeenPod& pod) {
  const auto is_lost = [](const SeenLine& line) {
    return line.is_of_node && line.text.find(" is NotReady") != std::string::npos;
  };
  const SeenEvent* const evicted = pod.event("TaintManagerEviction");
  const bool is_marked = evicted != nullptr && evicted->message.starts_with("Marking for deletion");
  const bool is_deleted = pod.is_deleted || has_status(pod, false, {"Terminating"});
  return is_marked || (is_deleted && (pod.event("NodeNotReady") != nullptr || std::ranges::any_of(pod.lines, is_lost)));
}

void explain_lost_node(const SeenPod& pod, Draft& draft) {
  if (!has_lost_node(pod)) return;
  const sim::Duration marked = std::min<sim::Duration>(marked_before(pod), draft.plan.age);
  const sim::Duration cut = std::min<sim::Duration>(marked + monitor_grace_period, draft.plan.age);
  const std::size_t index = draft.plan.steps.size();
  draft.plan.has_lifecycle = true;
  draft.plan.steps.push_back({cut, {{"cutNetwork", {{"for", "720h"}}}}});
  draft.open("the node is cut off before the paste", format::in_seconds(cut), format::in_seconds(marked),
             format::in_seconds(cut) + 60,
             [index](Plan& plan, double value) { plan.steps[index].before_paste = seconds(value); });
  if (!draft.plan.spec.contains("tolerations")) {
    for (const char* taint : {"unreachable", "not-ready"}) {
      draft.plan.spec["tolerations"].push_back({{"key", fmt::format("node.kubernetes.io/{}", taint)},
                                                {"operator", "Exists"},
                                                {"effect", "NoExecute"},
                                                {"tolerationSeconds", usual_toleration}});
    }
  }
  draft.assume("the node's network is cut off; the input does not show why the node was lost");
  draft.explain(Cause::node_lost, "the node was lost, and the control plane deleted the pod");
}

}  // namespace podreel::reproduce
