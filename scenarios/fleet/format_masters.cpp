#include "scenarios/fleet/format_masters.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::fleet {

namespace {

void check_masters(const api::Tree& node, const language::Place& place, WrittenMasters& masters) {
  const language::Place steps = place.member("steps");
  if (masters.steps.empty()) return steps.problem(node.find("steps")->mark, "found no step");
  for (const actions::WrittenStep& step : masters.steps) {
    if (step.at < masters.watched_for) continue;
    language::Place{place.reading(), step.path}.problem(
        step.mark, fmt::format("at {}, when nodes have their turns already: the masters are watched for {}",
                               language::duration_text(step.at), language::duration_text(masters.watched_for)));
  }
}

}  // namespace

language::Shape<WrittenMasters> masters_shape() {
  const auto step = actions::api_server_step_shape("the cluster was begun");
  return language::Object<WrittenMasters>{
      "masters", "What happens to a cluster's API server before any of its nodes has its turn."}
      .required("steps", &WrittenMasters::steps, language::list_of(step),
                "All nodes of the cluster see it at once, with the kubelets that they have.")
      .field(
          "watchedFor", &WrittenMasters::watched_for, language::duration(std::chrono::seconds{1}),
          "From the cluster's beginning until its first nodes have their turn; longer, at most for `recovery`, where "
          "pods are not as ready then as they were. Default 10m.")
      .check(check_masters)
      .shape();
}

}  // namespace podreel::fleet
