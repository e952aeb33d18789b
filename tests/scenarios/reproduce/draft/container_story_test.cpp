// How a container's runs ended, by what is seen of it.
#include "scenarios/reproduce/draft/container_story.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

struct Seen {
  SeenPod pod{};
  Plan plan{};

  Seen() {
    pod.name = "web";
    plan.containers = {{.name = "fetch", .is_init = true}, {.name = "app"}};
  }
  SeenContainer& container(const char* name) {
    SeenContainer seen;
    seen.name = name;
    return pod.containers.emplace_back(std::move(seen));
  }
  void row(const char* status, std::uint32_t ready, std::uint32_t restarts) {
    SeenRow seen;
    seen.status = status;
    seen.ready = ready;
    seen.containers = 1;
    seen.restarts = restarts;
    pod.rows.push_back(std::move(seen));
  }
  void back_off(const char* name) {
    SeenEvent event;
    event.reason = "BackOff";
    event.container = name;
    event.message = "Back-off restarting failed container";
    pod.events.push_back(std::move(event));
  }
  [[nodiscard]] ContainerStory story(std::size_t index) const { return {pod, plan.containers[index], plan}; }
};

constexpr std::size_t fetch = 0;
constexpr std::size_t app = 1;

}  // namespace

TEST_CASE("a container of which nothing is seen does not crash") {
  const Seen seen;
  CHECK_FALSE(seen.story(app).crashes());
  CHECK_FALSE(seen.story(app).is_ongoing());
  CHECK(seen.story(app).restarts() == 0);
  CHECK_FALSE(seen.story(app).ended());
}

TEST_CASE("a running container that was restarted goes on") {
  Seen seen;
  SeenContainer& container = seen.container("app");
  container.state = "Running";
  container.restarts = 2;
  CHECK(seen.story(app).crashes());
  CHECK(seen.story(app).is_ongoing());
  CHECK(seen.story(app).restarts() == 2);
}

TEST_CASE("a back-off holds a container back that was seen running") {
  Seen seen;
  seen.container("app").state = "Running";
  seen.back_off("app");
  CHECK(seen.story(app).crashes());
  CHECK_FALSE(seen.story(app).is_ongoing());
}

TEST_CASE("a last row with all containers ready outweighs an older back-off") {
  Seen seen;
  seen.back_off("app");
  seen.row("CrashLoopBackOff", 0, 3);
  seen.row("Running", 1, 4);
  CHECK(seen.story(app).is_ongoing());
  CHECK(seen.story(app).restarts() == 4);
}

TEST_CASE("a last row that is not ready does not outweigh a back-off") {
  Seen seen;
  seen.back_off("app");
  seen.row("Running", 0, 4);
  CHECK_FALSE(seen.story(app).is_ongoing());
}

TEST_CASE("a description with nothing but a last state has been restarted once") {
  Seen seen;
  seen.container("app").last = Ended{.exit_code = 3};
  CHECK(seen.story(app).crashes());
  CHECK(seen.story(app).is_ongoing());
  CHECK(seen.story(app).restarts() == 1);
  CHECK(seen.story(app).ended()->exit_code == 3);
  seen.back_off("app");
  CHECK_FALSE(seen.story(app).is_ongoing());
}

TEST_CASE("rows of init containers are about these, and a later one shows that the first is done") {
  Seen seen;
  seen.row("Init:Error", 0, 1);
  CHECK(seen.story(fetch).crashes());
  CHECK_FALSE(seen.story(app).crashes());
  CHECK_FALSE(seen.story(fetch).is_ongoing());
  seen.row("PodInitializing", 0, 1);
  CHECK(seen.story(fetch).is_ongoing());
}

TEST_CASE("a container that was started twice has crashed, unless its sandbox changed") {
  Seen seen;
  for (int time = 0; time < 2; ++time) {
    SeenEvent event;
    event.reason = "Started";
    event.container = "app";
    seen.pod.events.push_back(std::move(event));
  }
  CHECK(seen.story(app).crashes());
  SeenEvent changed;
  changed.reason = "SandboxChanged";
  seen.pod.events.push_back(std::move(changed));
  CHECK_FALSE(seen.story(app).crashes());
}

}  // namespace podreel::reproduce
