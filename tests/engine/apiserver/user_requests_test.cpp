// What an API server tells of the changes that users ask for.
#include <doctest/doctest.h>
#include <variant>
#include <vector>

#include "engine/apiserver/api_server.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

class ApiRecords final : public trace::Sink {
 public:
  void write(const trace::Record& record) override {
    if (const auto* api = std::get_if<trace::Api>(&record.payload)) records.push_back(*api);
  }
  std::vector<trace::Api> records;
};

struct Asked {
  Asked() {
    recorder.add(reported);
    json pod{{"metadata", json::object()}};
    const json resources = json::parse(R"({"requests": {"cpu": "1"}})");
    pod["spec"]["containers"] = {{{"name", "app"}, {"image", "app:1"}, {"resources", resources}},
                                 {{"name", "aux"}, {"image", "aux:1"}, {"resources", resources}}};
    pod["spec"]["initContainers"] = {{{"name", "init"}, {"image", "init:1"}}};
    server.create("default/web", std::make_shared<const json>(std::move(pod)));
  }
  [[nodiscard]] json spec() const { return server.printed(*server.find("default/web")).at("spec"); }

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  ApiRecords reported;
  ApiServer server{process, recorder, {release::v(35), {}, "node-1"}};
};

const NewResources more{.requests = {{"cpu", "2"}}, .limits = {}};

}  // namespace

TEST_CASE_FIXTURE(Asked, "a resize of one container names it, and one of several names none") {
  server.resize("default/web", {{"app", more}});
  CHECK(reported.records.back().op == "resize");
  CHECK(reported.records.back().container == "app");
  server.resize("default/web", {{"app", more}, {"aux", more}});
  CHECK_FALSE(reported.records.back().container);
  CHECK(spec()["containers"][1]["resources"]["requests"]["cpu"] == "2");
}

TEST_CASE_FIXTURE(Asked, "an image is set of any container, and told with it") {
  server.set_image("default/web", "init", "init:2");
  CHECK(spec()["initContainers"][0]["image"] == "init:2");
  CHECK(reported.records.back().op == "set_image");
  CHECK(reported.records.back().container == "init");
  CHECK(reported.records.back().image == "init:2");
  server.set_image("default/web", "ghost", "x:1");
  CHECK(reported.records.back().detail == "spec.containers: Not found: \"ghost\"");
}

TEST_CASE_FIXTURE(Asked,
                  "conditions of a pod that is not there are not set, and others keep their time while they stay") {
  api::PodCondition gate;
  gate.type = "example.com/gate";
  gate.status = "True";
  server.set_conditions("default/ghost", {gate});
  CHECK(reported.records.back().op == "modify_failed_no_pod");
  scheduler.run_until(sim::from_unix_seconds(5));
  server.set_conditions("default/web", {gate});
  CHECK(reported.records.back().op == "patch_status");
  scheduler.run_until(sim::from_unix_seconds(9));
  server.set_conditions("default/web", {gate});
  const auto time = [this] {
    return api::find_condition(server.find("default/web")->status, "example.com/gate")->last_transition_time;
  };
  CHECK(time() == sim::from_unix_seconds(5));
  gate.status = "False";
  server.set_conditions("default/web", {gate});
  CHECK(time() == sim::from_unix_seconds(9));
}

TEST_CASE_FIXTURE(Asked, "who changes a pod is told why not") {
  using Kind = UpdateRefusal::Kind;
  CHECK_FALSE(server.set_image("default/web", "app", "app:2"));
  CHECK(server.set_image("default/nope", "app", "app:2")->kind == Kind::no_pod);
  const auto refusal = server.patch("default/web", {{"spec", {{"hostNetwork", true}}}}, false);
  CHECK(refusal->kind == Kind::invalid);
  CHECK(refusal->messages.front().starts_with("spec: Forbidden: pod updates may not change fields"));
  server.upgrade(release::v(20));
  CHECK(server.resize("default/web", {{"app", more}})->kind == Kind::no_such_resource);
}

TEST_CASE_FIXTURE(Asked, "a pod without a node is nobody's until it is bound") {
  std::vector<ApiServer::ChangeKind> seen;
  std::vector<ApiServer::ChangeKind> watched;
  server.observe([&seen](const ApiServer::PodChange& change) { seen.push_back(change.kind); });
  server.watch({[&watched](const ApiServer::PodChange& change) { watched.push_back(change.kind); }, {}});
  const json pod{{"metadata", json::object()}, {"spec", {{"containers", {{{"name", "app"}, {"image", "app:1"}}}}}}};
  server.create_unbound("default/new", std::make_shared<const json>(pod));
  using Kind = ApiServer::ChangeKind;
  CHECK(seen == std::vector{Kind::added});
  CHECK(watched.empty());
  CHECK(server.list().size() == 1);
  CHECK_FALSE(server.printed(*server.find("default/new"))["spec"].contains("nodeName"));
  CHECK(server.bind("default/new"));
  CHECK_FALSE(server.bind("default/new"));
  CHECK_FALSE(server.bind("default/nope"));
  CHECK(seen == std::vector{Kind::added, Kind::bound});
  CHECK(watched == std::vector{Kind::added});
  CHECK(server.list().size() == 2);
  CHECK(server.printed(*server.find("default/new"))["spec"]["nodeName"] == "node-1");
  CHECK(server.printed(*server.find("default/new"))["status"]["conditions"][0]["type"] == "PodScheduled");
}

TEST_CASE_FIXTURE(Asked, "a pod without a node is deleted at once") {
  const json pod{{"metadata", json::object()}, {"spec", {{"containers", {{{"name", "app"}, {"image", "app:1"}}}}}}};
  server.create_unbound("default/new", std::make_shared<const json>(pod));
  server.request_deletion("default/new", std::nullopt);
  CHECK(server.find("default/new") == nullptr);
}

}  // namespace podreel::apiserver
