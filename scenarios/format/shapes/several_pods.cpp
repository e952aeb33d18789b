#include "scenarios/format/shapes/several_pods.hpp"

#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/manifests/pod_name.hpp"
#include "scenarios/format/shapes/manifests.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using manifests::ManifestPod;

constexpr std::uint32_t max_pods = 100'000;

struct Replicas {
  std::uint32_t count = 0;
  ManifestPod pod_template;
  sim::Duration spread{};
};

SeveralPods pods_of(Replicas&& replicas) {
  SeveralPods several{.pods = {}, .spread = replicas.spread};
  const NamedPod first = named(std::move(replicas.pod_template));
  for (std::uint32_t ordinal = 0; ordinal < replicas.count; ++ordinal) {
    several.pods.push_back({fmt::format("{}-{}", first.name, ordinal), first.object});
  }
  return several;
}

Object<Replicas> replicas_object(std::string_view name) {
  return Object<Replicas>{name, "Equal pods, named after the template: web-0, web-1 …"}
      .required("count", &Replicas::count, integer<std::uint32_t>(1, max_pods), "Number of pods.")
      .required("template", &Replicas::pod_template, one_pod(), "The template of the pods.");
}

Shape<SeveralPods> listed_or(const Shape<Replicas>& replicas) {
  const auto listed = adapted<SeveralPods>(pod_list(), [](std::vector<ManifestPod>&& pods, SeveralPods& several) {
    for (ManifestPod& pod : pods) several.pods.push_back(named(std::move(pod)));
  });
  return {listed.accepted(),
          [listed, replicas](const api::Tree& node, const Place& place, SeveralPods& several) {
            const bool counts = node.find("count") != nullptr || node.find("template") != nullptr;
            if (!counts) return listed.read(node, place, several);
            Replicas read;
            if (!replicas.read(node, place, read) || !place.takes_steps(node.mark, read.count)) return false;
            several = pods_of(std::move(read));
            return true;
          },
          either_shape(replicas.any(), {}, listed.any())->schema};
}

}  // namespace

NamedPod named(ManifestPod&& found) {
  std::string name = manifests::full_name(found.pod);
  return {std::move(name), std::make_shared<const nlohmann::json>(std::move(found.pod))};
}

Shape<SeveralPods> several_pods() {
  return listed_or(replicas_object("podsAlike").shape());
}

Shape<SeveralPods> several_pods_over_time() {
  return listed_or(replicas_object("podReplicas")
                       .field("spread", &Replicas::spread, duration(),
                              "Time over which their creation is spread evenly; default 0s: all at once.")
                       .shape());
}

}  // namespace podreel::format
