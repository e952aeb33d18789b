#include "scenarios/format/actions/delete_pod.hpp"

#include <utility>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

constexpr std::int64_t max_grace_seconds = 10LL * 365 * 24 * 3600;

}  // namespace

/// The name is free again when the pod is gone; only the run shows whether that is in time.
void DeletePod::check(PlannedNode& node) const {
  node.pods.erase(pod);
}

void DeletePod::ask(apiserver::ApiServer& server) const {
  server.request_deletion(pod, grace_period_seconds);
}

ActionPtr delete_pod(std::string name, std::optional<std::int64_t> grace_period_seconds) {
  auto action = std::make_shared<DeletePod>();
  action->pod = std::move(name);
  action->grace_period_seconds = grace_period_seconds;
  return action;
}

void add_delete_pod(StepFields& step) {
  step.action(Object<DeletePod>{DeletePod::kind, "Deletes a pod."}
                  .required("name", &DeletePod::pod, format::pod_name(), "The pod.")
                  .field("gracePeriodSeconds", &DeletePod::grace_period_seconds,
                         format::integer<std::int64_t>(0, max_grace_seconds),
                         "Grace period; default: the pod's own. 0 forces the deletion."),
              "Deletes a pod.");
}

}  // namespace podreel::actions
