#include "scenarios/fleet/format_masters.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::fleet {

namespace {

void check_masters(const api::Tree& node, const format::Place& place, WrittenMasters& masters) {
  const format::Place steps = place.member("steps");
  if (masters.steps.empty())
    return steps.problem(node.find("steps")->mark, "found an empty list, accepted: at least one step");
  for (const actions::WrittenStep& step : masters.steps) {
    if (step.at < masters.watched_for) continue;
    format::Place{place.reading(), step.path}.problem(
        step.mark, fmt::format("at {}, which is after the upgrade of the masters: they are watched for {}",
                               format::duration_text(step.at), format::duration_text(masters.watched_for)));
  }
}

}  // namespace

format::Shape<WrittenMasters> masters_shape() {
  const auto step = actions::api_server_step_shape("the cluster was begun");
  return format::Object<WrittenMasters>{"masters",
                                        "Upgrade of a cluster's API server before any of its nodes is upgraded."}
      .required("steps", &WrittenMasters::steps, format::list_of(step),
                "Steps of the API server. All nodes of the cluster see them at once, with their old kubelets.")
      .field(
          "watchedFor", &WrittenMasters::watched_for, format::duration(std::chrono::seconds{1}),
          "Time from the cluster's start to the upgrade of its first nodes. It is extended, at most to `recovery`, if "
          "pods have not recovered by then. Default 10m.")
      .check(check_masters)
      .shape();
}

}  // namespace podreel::fleet
