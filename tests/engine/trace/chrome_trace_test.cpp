// Timelines for trace viewers.
#include "engine/trace/chrome_trace.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

RuntimeCall start_of(std::string id) {
  RuntimeCall call{.op = "StartContainer"};
  call.container = "app";
  call.attempt = 2;
  call.id = std::move(id);
  call.dur = 10ms;
  return call;
}

Environment exit_of(std::string id) {
  Environment world{"container_exit"};
  world.container = "app";
  world.id = std::move(id);
  world.exit_code = 1;
  world.why = "script";
  return world;
}

std::vector<nlohmann::json> with_phase(const nlohmann::json& events, std::string_view phase) {
  std::vector<nlohmann::json> found;
  for (const auto& event : events) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

}  // namespace

TEST_CASE("lives of containers and syncs are spans, calls are spans that may overlap, the rest are instants") {
  std::ostringstream out;
  ChromeTrace::Document document{out};
  ChromeTrace sink{document, "node \"1\"", 7, sim::Time{1s}};
  sink.write({sim::Time{2s}, "default/web", Sync{"enter", {}, {}, nullptr}});
  sink.write({sim::Time{2s}, "default/web", start_of("aaaaaaaa")});
  sink.write({sim::Time{3s}, "default/web", Sync{"exit", false, {}, nullptr}});
  sink.write({sim::Time{3s}, "default/web", Event{"Normal", "Started", "Started container app", {}}});
  sink.write({sim::Time{12s}, "default/web", exit_of("aaaaaaaa")});
  sink.write({sim::Time{13s}, "default/web", start_of("bbbbbbbb")});
  sink.finish(sim::Time{20s});
  document.finish();

  const auto events = nlohmann::json::parse(out.str());
  const auto spans = with_phase(events, "X");
  REQUIRE(spans.size() == 3);
  CHECK(spans[0]["name"] == "SyncPod");
  CHECK(spans[0]["ts"] == 1'000'000);
  CHECK(spans[0]["dur"] == 1'000'000);
  CHECK(spans[1]["cat"] == "container");
  CHECK(spans[1]["name"] == "attempt 2");
  CHECK(spans[1]["ts"] == 1'010'000);
  CHECK(spans[1]["args"]["why"] == "script");
  CHECK(spans[2]["dur"] == 6'990'000);
  CHECK(with_phase(events, "b").size() == 2);
  CHECK(with_phase(events, "e").size() == 2);
  CHECK(with_phase(events, "i").size() == 2);
  std::vector<std::string> tracks;
  for (const auto& event : with_phase(events, "M")) tracks.push_back(event["args"]["name"]);
  CHECK(tracks == std::vector<std::string>{"node \"1\"", "default/web app", "default/web"});
  for (const auto& event : events) CHECK(event["pid"] == 7);
}

TEST_CASE("a sync has its calls as an argument, and its reasons if it was explained") {
  std::ostringstream out;
  ChromeTrace::Document document{out};
  ChromeTrace sink{document, "node-1", 1, sim::Time{}};
  const auto explanation = std::make_shared<const nlohmann::ordered_json>(
      nlohmann::ordered_json::array({{{"sentence", "app: started. (no container)"}}}));
  sink.write({sim::Time{1s}, "default/web", Sync{"enter", {}, {}, nullptr}});
  sink.write({sim::Time{1s}, "default/web", start_of("aaaaaaaa")});
  sink.write({sim::Time{2s}, "default/web", RuntimeCall{.op = "RunPodSandbox"}});
  sink.write({sim::Time{3s}, "default/web", Sync{"exit", false, {}, explanation}});
  sink.write({sim::Time{4s}, "default/web", Sync{"enter", {}, {}, nullptr}});
  sink.write({sim::Time{4s}, "default/web", Sync{"exit", false, {}, nullptr}});
  document.finish();
  const auto spans = with_phase(nlohmann::json::parse(out.str()), "X");
  REQUIRE(spans.size() == 2);
  CHECK(spans[0]["args"]["calls"] == "StartContainer app, RunPodSandbox");
  CHECK(spans[0]["args"]["reason 1"] == "app: started. (no container)");
  CHECK(spans[1]["args"] == nlohmann::json{{"calls", "none"}});
}

TEST_CASE(
    "a back-off is a span from the exit to the next start, or from the first wait for an image to the next pull") {
  std::ostringstream out;
  ChromeTrace::Document document{out};
  ChromeTrace sink{document, "node-1", 1, sim::Time{}};
  const auto sync = [&sink](sim::Duration at, std::optional<std::string> error) {
    sink.write({sim::Time{at}, "default/web", Sync{"enter", {}, {}, nullptr}});
    sink.write({sim::Time{at}, "default/web", Sync{"exit", false, std::move(error), nullptr}});
  };
  const std::string crash =
      R"(failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off 10s restarting failed container=app pod=web")";
  const std::string image =
      R"(failed to "StartContainer" for "log" with ImagePullBackOff: "Back-off pulling image \"log:1\"")";
  sink.write({sim::Time{5s}, "default/web", exit_of("aaaaaaaa")});
  sync(6s, std::nullopt);
  sync(7s, "[" + crash + ", " + image + "]");
  sync(8s, crash);
  sink.write({sim::Time{15s}, "default/web", start_of("bbbbbbbb")});
  RuntimeCall pull{.op = "PullImage"};
  pull.container = "log";
  sink.write({sim::Time{20s}, "default/web", pull});
  sync(21s, image);
  sink.write({sim::Time{25s}, "default/web", exit_of("bbbbbbbb")});
  sink.write({sim::Time{26s}, "default/web", start_of("cccccccc")});
  sink.finish(sim::Time{30s});
  document.finish();
  std::vector<std::string> waits;
  const auto events = nlohmann::json::parse(out.str());
  for (const nlohmann::json& begin : with_phase(events, "b")) {
    if (begin["cat"] != "backOff") continue;
    for (const nlohmann::json& end : with_phase(events, "e")) {
      if (end["id"] != begin["id"]) continue;
      waits.push_back(begin["name"].get<std::string>() + " " + begin["ts"].dump() + " " + end["ts"].dump() + " " +
                      begin["args"].dump());
    }
  }
  CHECK(waits == std::vector<std::string>{R"(CrashLoopBackOff 5000000 15000000 {"delay":"10s"})",
                                          "ImagePullBackOff 7000000 20000000 {}",
                                          "ImagePullBackOff 21000000 30000000 {}"});
}

TEST_CASE("a document without events is valid, too") {
  std::ostringstream out;
  ChromeTrace::Document document{out};
  document.finish();
  CHECK(nlohmann::json::parse(out.str()).empty());
}

}  // namespace podreel::trace
