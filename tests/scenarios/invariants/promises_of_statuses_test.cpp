// What is promised of statuses is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;
using Names = std::vector<std::string>;

void turn(api::Pod& pod, const char* type, const char* status) {
  api::PodCondition condition;
  condition.type = type;
  condition.status = status;
  condition.last_transition_time = testing::at(3s);
  pod.status.conditions = {condition};
}

}  // namespace

TEST_CASE("a pod that has failed is not Ready") {
  for (const char* ready : {"True", "False"}) {
    PodStory story = testing::strict_story();
    story.pod.status.phase = api::PodPhase::failed;
    story.tell_container(3s, [](api::ContainerStatus& status) { status.ready = true; });
    story.tell(4s, [ready](api::Pod& pod) { turn(pod, "Ready", ready); });
    const bool is_ready = std::string_view{ready} == "True";
    CHECK(story.broken() == (is_ready ? Names{"finished-pods-are-not-ready"} : Names{}));
  }
}

}  // namespace podreel::invariants
