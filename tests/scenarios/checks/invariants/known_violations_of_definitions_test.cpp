// What is promised of definitions that stay as they are is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;

void define(PodStory& story, const char* image, sim::Duration when) {
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  spec->containers[0].stored =
      std::make_shared<const nlohmann::json>(nlohmann::json{{"name", "app"}, {"image", image}});
  story.pod.spec = spec;
  story.report(when);
}

}  // namespace

TEST_CASE("a container is stopped for another definition only when it has one") {
  for (const char* image : {"app:1", "app:2"}) {
    PodStory story = testing::strict_story();
    define(story, "app:1", 1s);
    define(story, image, 5s);
    story.history.write({testing::at(6s), "default/web",
                         trace::Event{.type = "Normal",
                                      .reason = "Killing",
                                      .message = "Container app definition changed, will be restarted",
                                      .field_path = "spec.containers{app}"}});
    CHECK(story.breaks("unchanged-containers-run-on") == (std::string_view{image} == "app:1"));
  }
}

}  // namespace podreel::invariants
