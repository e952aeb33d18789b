#include "scenarios/format/actions/create_pod.hpp"

#include <fmt/format.h>
#include <utility>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/manifests.hpp"
#include "scenarios/format/shapes/several_pods.hpp"

namespace podreel::actions {

namespace {

using manifests::ManifestPod;

Shape<WrittenStep> several_pods() {
  const auto take = [](format::SeveralPods&& several, WrittenStep& step) {
    step.spread = several.spread;
    for (format::NamedPod& pod : several.pods) {
      step.actions.push_back(create_pod(std::move(pod.name), std::move(pod.object)));
    }
  };
  return format::adapted<WrittenStep>(format::several_pods_over_time(), take);
}

}  // namespace

std::optional<NewPod> CreatePod::creates(const std::string& /*node_name*/) const {
  return NewPod{pod, *object};
}

void CreatePod::check(PlannedNode& node) const {
  for (const std::string& what : node.patches.created(pod, object)) {
    node.warning(what);
  }
  for (const std::string& why : node.patches.find_refusals(object)) {
    node.problem(fmt::format("the API server rejects the pod: {}", why));
  }
  if (!node.pods.insert(pod).second) node.problem(fmt::format("duplicate pod {}; it was created before", pod));
}

void CreatePod::ask(apiserver::ApiServer& server) const {
  server.create(pod, object);
}

ActionPtr create_pod(std::string name, api::Manifest object) {
  auto action = std::make_shared<CreatePod>();
  action->pod = std::move(name);
  action->object = std::move(object);
  return action;
}

ActionPtr create_pod(ManifestPod&& found) {
  format::NamedPod pod = format::named(std::move(found));
  return create_pod(std::move(pod.name), std::move(pod.object));
}

void add_create_pod(StepFields& step) {
  const auto take = [](ManifestPod&& pod, WrittenStep& written) {
    written.actions.push_back(create_pod(std::move(pod)));
  };
  step.field(CreatePod::kind, format::adapted<WrittenStep>(format::one_pod(), take), "Creates a pod on the node.");
  step.field("createPods", several_pods(), "Creates several pods, at the same time or spread over a period.");
}

}  // namespace podreel::actions
