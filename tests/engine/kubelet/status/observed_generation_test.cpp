#include "engine/kubelet/status/observed_generation.hpp"

#include <doctest/doctest.h>

#include "engine/kubelet/status/status_reasons.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

TEST_CASE("kubelets that know the field continue to name generations when the feature gate is off again") {
  api::Pod pod;
  pod.metadata.generation = 5;
  const auto named_by = [&pod](const char* label) {
    return observed_generation(pod, testing::behaviour_of_label(label));
  };
  CHECK(named_by("1.33.13") == 0);
  CHECK(named_by("1.34.9") == 5);
  CHECK(named_by("1.33.13+PodObservedGenerationTracking") == 5);
  pod.status.observed_generation = 4;
  CHECK(named_by("1.32.13") == 0);
  CHECK(named_by("1.33.13") == 5);
}

TEST_CASE("a condition continues to name a generation only if it named one before") {
  api::Pod pod;
  pod.metadata.generation = 5;
  pod.status.observed_generation = 4;
  api::PodCondition ready;
  ready.type = condition_type::ready;
  ready.observed_generation = 4;
  api::set_condition(pod.status.conditions, ready);
  const release::Behaviour behaviour = testing::behaviour_of_label("1.33.13");
  CHECK(observed_generation(pod, condition_type::ready, behaviour) == 5);
  CHECK(observed_generation(pod, condition_type::containers_ready, behaviour) == 0);
}

}  // namespace podreel::kubelet
