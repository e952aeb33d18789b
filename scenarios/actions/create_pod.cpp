#include "scenarios/actions/create_pod.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/manifests/pod_name.hpp"
#include "scenarios/actions/step.hpp"
#include "scenarios/language/shapes/manifests.hpp"
#include "scenarios/language/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

using manifests::ManifestPod;

constexpr std::uint32_t most_pods = 100'000;

struct Replicas {
  std::uint32_t count = 0;
  ManifestPod pod_template;
  sim::Duration spread{};
};

/// Pods named after the template with ordinals, as a StatefulSet's: "web-0", "web-1" …
void add_replicas(Replicas&& replicas, WrittenStep& step) {
  step.spread = replicas.spread;
  const ActionPtr first = create_pod(std::move(replicas.pod_template));
  for (std::uint32_t ordinal = 0; ordinal < replicas.count; ++ordinal) {
    step.actions.push_back(first->about(fmt::format("{}-{}", first->pod, ordinal)));
  }
}

Shape<Replicas> replicas_shape() {
  return Object<Replicas>{"podReplicas", "Pods alike, named after the template: web-0, web-1 …"}
      .required("count", &Replicas::count, language::integer<std::uint32_t>(1, most_pods), "How many.")
      .required("template", &Replicas::pod_template, language::one_pod(), "The pod of which there are so many.")
      .field("spread", &Replicas::spread, language::duration(),
             "They are created at equal distances over this span; default 0s: all at once.")
      .shape();
}

/// A list of pods, or {count, template, spread}.
Shape<WrittenStep> several_pods() {
  const auto listed =
      language::adapted<WrittenStep>(language::pod_list(), [](std::vector<ManifestPod>&& pods, WrittenStep& step) {
        for (ManifestPod& pod : pods) step.actions.push_back(create_pod(std::move(pod)));
      });
  const Shape<Replicas> replicas = replicas_shape();
  return {listed.accepted(),
          [listed, replicas](const api::Tree& node, const Place& place, WrittenStep& step) {
            const bool counts = node.find("count") != nullptr || node.find("template") != nullptr;
            if (!counts) return listed.read(node, place, step);
            Replicas read;
            if (!replicas.read(node, place, read) || !place.takes_steps(node.mark, read.count)) return false;
            add_replicas(std::move(read), step);
            return true;
          },
          language::either_shape(replicas.any(), {}, listed.any())->schema};
}

}  // namespace

std::optional<NewPod> CreatePod::creates(const std::string& /*node_name*/) const {
  return NewPod{pod, *object};
}

void CreatePod::check(PlannedNode& node) const {
  for (const std::string& what : node.patches.created(pod, object)) {
    node.warning(fmt::format("the API server drops {}", what));
  }
  if (!node.pods.insert(pod).second) node.problem(fmt::format("pod {} is created a second time", pod));
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
  std::string name = manifests::full_name(found.pod);
  return create_pod(std::move(name), std::make_shared<const nlohmann::json>(std::move(found.pod)));
}

void add_create_pod(StepFields& step) {
  const auto take = [](ManifestPod&& pod, WrittenStep& written) {
    written.actions.push_back(create_pod(std::move(pod)));
  };
  step.field(CreatePod::kind, language::adapted<WrittenStep>(language::one_pod(), take),
             "A pod is created on the node.");
  step.field("createPods", several_pods(), "Several pods are created, at once or over a span.");
}

}  // namespace podreel::actions
