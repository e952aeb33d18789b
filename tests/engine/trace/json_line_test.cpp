// Records as JSON Lines have the form of the recordings of real kubelets.
#include "engine/trace/json_line.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "engine/trace/digest.hpp"
#include "engine/trace/json_text.hpp"
#include "engine/trace/jsonl.hpp"

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time start = sim::from_unix_seconds(1000);

std::string line(sim::Duration since_start, std::string pod, Payload payload) {
  std::string out;
  append_json_line(out, {start + since_start, std::move(pod), std::move(payload)}, start);
  return out;
}

}  // namespace

TEST_CASE("time, kind and pod come first, then the fields in alphabetical order; absent ones are left out") {
  RuntimeCall call{.op = "CreateContainer"};
  call.container = "main";
  call.attempt = 1;
  call.sandbox = "579c8bef";
  call.id = "9d908928";
  call.image = "img:1";
  call.hash = "60459b6a";
  call.dur = 8us;
  CHECK(line(680ms, "default/web", call) ==
        R"({"t":0.68,"kind":"runtime","pod":"default/web","attempt":1,"container":"main","dur_ms":0.008,)"
        R"("hash":"60459b6a","id":"9d908928","image":"img:1","op":"CreateContainer","sandbox":"579c8bef"})");
  CHECK(line(0s, "", Loop{"ADD"}) == R"({"t":0.0,"kind":"loop","op":"ADD"})");
}

TEST_CASE("durations are in the unit that their key names") {
  RuntimeCall call{.op = "StopContainer"};
  call.dur = 30001164us;
  call.timeout = 30;
  CHECK(line(80005ms, "", call) ==
        R"({"t":80.005,"kind":"runtime","dur_ms":30001.164,"op":"StopContainer","timeout":30})");
  Environment hang{"runtime_hang"};
  hang.for_time = 240s;
  CHECK(line(40s, "", hang) == R"({"t":40.0,"kind":"environment","for_s":240,"what":"runtime_hang"})");
}

TEST_CASE("times are cut to microseconds and carry no more decimals than they need") {
  CHECK(line(1s + 999ns, "", Loop{"PLEG"}).starts_with(R"({"t":1.0,)"));
  CHECK(line(1234567890us, "", Loop{"PLEG"}).starts_with(R"({"t":1234.56789,)"));
}

TEST_CASE("events: what the recorder was told, and what the API holds") {
  CHECK(line(0s, "", Event{"Normal", "Pulled", "Container image \"a\" already", "spec.containers{main}"}) ==
        R"({"t":0.0,"kind":"event","fieldPath":"spec.containers{main}",)"
        R"("message":"Container image \"a\" already","obj":"Pod","reason":"Pulled","type":"Normal"})");
  CHECK(line(0s, "", EventWrite{"create", "Normal", "SandboxChanged", "changed", {}, 2}) ==
        R"({"t":0.0,"kind":"eventWrite","count":2,"fieldPath":null,"message":"changed","op":"create",)"
        R"("reason":"SandboxChanged","type":"Normal"})");
}

TEST_CASE("a status is flattened to what can be compared") {
  auto status = std::make_shared<api::PodStatus>();
  status->phase = api::PodPhase::running;
  status->pod_ip = "10.88.0.2";
  status->start_time = start;
  for (const auto& [type, truth, reason] :
       {std::array{"Ready", "False", "ContainersNotReady"}, std::array{"Initialized", "True", ""}}) {
    api::PodCondition condition;
    condition.type = type;
    condition.status = truth;
    condition.reason = reason;
    status->conditions.push_back(std::move(condition));
  }
  api::ContainerStatus main;
  main.name = "main";
  main.image = "img:1";
  main.container_id = "containerd://1";
  main.restart_count = 1;
  main.started = false;
  main.state = api::StateWaiting{"CrashLoopBackOff", "back-off 10s"};
  api::StateTerminated ended;
  ended.exit_code = 1;
  ended.reason = "Error";
  ended.started_at = start;
  ended.finished_at = start + 1s;
  main.last_state = ended;
  status->container_statuses.push_back(std::move(main));
  CHECK(line(1s, "", Status{status, start + 30s}) ==
        R"({"t":1.0,"kind":"status","conditions":{"Initialized":"True","Ready":"False:ContainersNotReady"},)"
        R"("containers":[{"image":"img:1","lastState":{"terminated":{"exitCode":1,"finishedAt":"1970-01-01T00:16:41Z",)"
        R"("reason":"Error","startedAt":"1970-01-01T00:16:40Z"}},"name":"main","ready":false,"restartCount":1,)"
        R"("started":false,"state":{"waiting":{"message":"back-off 10s","reason":"CrashLoopBackOff"}}}],)"
        R"("deletionTimestamp":"1970-01-01T00:17:10Z","phase":"Running","podIP":"10.88.0.2",)"
        R"("startTime":"1970-01-01T00:16:40Z"})");
}

TEST_CASE("a status says what was given, and what conditions say") {
  auto status = std::make_shared<api::PodStatus>();
  status->phase = api::PodPhase::running;
  status->observed_generation = 2;
  status->allocated_resources = api::ResourceList{{"cpu", "2"}};
  status->resources.emplace(api::ResourceList{{"cpu", "1"}}, api::ResourceList{});
  status->resize = "Deferred";
  api::PodCondition pending;
  pending.type = "PodResizePending";
  pending.status = "True";
  pending.message = "no room";
  status->conditions.push_back(pending);
  api::ContainerStatus app;
  app.name = "app";
  app.allocated_resources = api::ResourceList{{"cpu", "2"}};
  app.resources_requests_limits.emplace(api::ResourceList{{"cpu", "1"}}, api::ResourceList{{"cpu", "3"}});
  status->container_statuses.push_back(app);
  CHECK(
      line(1s, "", Status{status, {}}) ==
      R"({"t":1.0,"kind":"status","allocatedResources":{"cpu":"2"},"conditionMessages":{"PodResizePending":"no room"},)"
      R"("conditions":{"PodResizePending":"True"},"containers":[{"allocatedResources":{"cpu":"2"},"name":"app",)"
      R"("ready":false,"resources":{"limits":{"cpu":"3"},"requests":{"cpu":"1"}},"restartCount":0,"state":{}}],)"
      R"("observedGeneration":2,"phase":"Running","resize":"Deferred","resources":{"requests":{"cpu":"1"}}})");
}

TEST_CASE("texts are escaped as JSON asks, and what is not UTF-8 is replaced") {
  const auto text = [](std::string_view raw) {
    std::string out;
    append_json_string(out, raw);
    return out;
  };
  CHECK(text("plain ~ text") == "\"plain ~ text\"");
  CHECK(text("a\"b\\c\nd\x01") == R"("a\"b\\c\nd\u0001")");
  CHECK(text("\xc3\xa9") == "\"\xc3\xa9\"");
  CHECK(text("\xff") == "\"\xef\xbf\xbd\"");
}

TEST_CASE("the digest is that of the bytes of the JSON Lines") {
  std::ostringstream out;
  JsonlSink lines{out, start};
  DigestSink digest{start};
  CHECK(digest.hex() == "99aa06d3014798d86001c324468d497f");
  const Record record{start + 1s, "default/web", Loop{"ADD"}};
  lines.write(record);
  digest.write(record);
  CHECK(out.str() == "{\"t\":1.0,\"kind\":\"loop\",\"pod\":\"default/web\",\"op\":\"ADD\"}\n");
  const std::string once = digest.hex();
  CHECK(once.size() == 32);
  digest.write(record);
  CHECK(digest.hex() != once);
}

TEST_CASE("to ask for reasons does not change the digest") {
  const auto digest_of = [](Sync sync) {
    DigestSink digest{start};
    digest.write({start + 1s, "default/web", std::move(sync)});
    return digest.hex();
  };
  const auto reasons = std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json{{{"sentence", "why"}}});
  CHECK(digest_of({"exit", false, {}, reasons}) == digest_of({"exit", false, {}, nullptr}));
  CHECK(digest_of({"exit", false, {}, reasons}) != digest_of({"exit", true, {}, nullptr}));
}

}  // namespace podreel::trace
