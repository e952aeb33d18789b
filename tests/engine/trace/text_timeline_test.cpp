// Timelines for people.
#include "engine/trace/text_timeline.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

std::string reported(TextTimelineOptions options) {
  std::ostringstream out;
  TextTimeline timeline{out, sim::Time{}, options};
  timeline.write({sim::Time{}, "default/web", Api{.op = "pod_created"}});
  timeline.write({sim::Time{1ms}, "default/web", Loop{"ADD"}});
  RuntimeCall stop{.op = "StopContainer"};
  stop.container = "app";
  stop.attempt = 0;
  stop.timeout = 30;
  stop.dur = 100ms;
  timeline.write({sim::Time{80s}, "default/web", stop});
  Environment exit{"container_exit"};
  exit.container = "app";
  exit.exit_code = 143;
  exit.why = "SIGTERM";
  timeline.write({sim::Time{80100ms}, "default/web", exit});
  timeline.write({sim::Time{90s}, "default/a-pod-with-a-long-name", Event{"Warning", "BackOff", "Back-off", {}}});
  return out.str();
}

}  // namespace

TEST_CASE("the reasons of a sync are printed below it") {
  std::ostringstream out;
  TextTimeline timeline{out, sim::Time{}};
  Sync sync{"exit", false, {}, nullptr};
  sync.explanation = std::make_shared<const nlohmann::ordered_json>(
      nlohmann::ordered_json::parse(R"([{"rule": "a", "sentence": "pod: one. Two."}, {"sentence": "app: three."}])"));
  timeline.write({sim::Time{1s}, "default/web", sync});
  CHECK(out.str() ==
        "     1.000s  default/web   pod worker  sync exit\n"
        "             pod: one. Two.\n"
        "             app: three.\n");
}

TEST_CASE("one line each: when, which pod, who, what, why") {
  CHECK(reported({}) ==
        "     0.000s  default/web   API server  pod created\n"
        "    80.000s  default/web   runtime     StopContainer app           attempt 0, timeout 30s, took 100ms\n"
        "    80.100s  default/web   app         exits with 143              SIGTERM\n"
        "    90.000s  default/a-pod-with-a-long-name  kubelet     BackOff                     Back-off\n");
}

TEST_CASE("what is known of the pods' names before gives their column its width") {
  const std::string text = reported({.max_pod_width = std::string_view{"default/a-pod-with-a-long-name"}.size()});
  CHECK(text.starts_with("     0.000s  default/web                     API server  pod created\n"));
  CHECK(reported({.max_pod_width = 10'000}).find('\n') < 200);
}

TEST_CASE("details on request") {
  CHECK(reported({.details = true}).find("sync loop   ADD\n") != std::string::npos);
}

TEST_CASE("colour only on request") {
  CHECK(reported({}).find('\x1b') == std::string::npos);
  CHECK(reported({.colour = true}).find("\x1b[31mexits with 143") != std::string::npos);
}

}  // namespace podreel::trace
