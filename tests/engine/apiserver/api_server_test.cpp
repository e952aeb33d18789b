#include "engine/apiserver/api_server.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <variant>
#include <vector>

#include "engine/apiserver/shared_specs.hpp"
#include "engine/invariant.hpp"

namespace podreel::apiserver {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;

/// What an API server of a release tells the timeline, as "op" or "op: detail".
class Reported final : public trace::Sink {
 public:
  void write(const trace::Record& record) override {
    if (const auto* api = std::get_if<trace::Api>(&record.payload)) {
      ops.push_back(api->detail ? api->op + ": " + *api->detail : api->op);
    }
  }
  std::vector<std::string> ops;
};

struct Fixture {
  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  Reported reported;
  ApiServer server{process, recorder, {release::v(30), {}, "node-1"}};

  Fixture() { recorder.add(reported); }

  static api::Manifest manifest(const char* metadata = "{}") {
    json pod{{"metadata", json::parse(metadata)}};
    pod["spec"]["containers"] = json::parse(R"([{"name": "app", "image": "app:1"}])");
    return std::make_shared<const json>(std::move(pod));
  }
  [[nodiscard]] json spec(std::string_view name) const { return server.printed(*server.find(name)).at("spec"); }
  [[nodiscard]] json metadata(std::string_view name) const { return server.printed(*server.find(name)).at("metadata"); }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a pod is stored with defaults, bound to the node, under a UID of its own") {
  server.create("default/web-0", manifest());
  server.create("default/web-1", manifest());
  const api::PodPtr first = server.find("default/web-0");
  CHECK(spec("default/web-0").at("restartPolicy") == "Always");
  CHECK(first->spec->node_name == "node-1");
  CHECK(metadata("default/web-0").at("name") == "web-0");
  CHECK(first->metadata.uid != server.find("default/web-1")->metadata.uid);
  CHECK(server.get_pod(first->metadata.uid) == first);
}

TEST_CASE_FIXTURE(Fixture, "a pod has the labels and annotations of its manifest, also after another") {
  const api::Manifest labelled = manifest(R"({"labels": {"app": "web"}, "annotations": {"note": "a"}})");
  server.create("default/web", labelled);
  server.create("default/again", labelled);
  server.create("default/bare", manifest());
  for (const char* name : {"default/web", "default/again"}) {
    CHECK(server.find(name)->metadata.labels.at("app") == "web");
    CHECK(server.find(name)->metadata.annotations.at("note") == "a");
    CHECK(metadata(name).at("labels").at("app") == "web");
  }
  CHECK(server.find("default/bare")->metadata.labels.empty());
  CHECK_FALSE(metadata("default/bare").contains("generation"));
}

TEST_CASE_FIXTURE(Fixture, "limits of a pod as a whole are its requests, unless it or its containers say more") {
  server.upgrade(release::v(34));
  json pod{{"metadata", json::object()}};
  pod["spec"]["containers"] = json::parse(R"([{"name": "app", "image": "app:1"},
    {"name": "db", "image": "db:1", "resources": {"requests": {"memory": "1Gi"}}}])");
  pod["spec"]["resources"]["limits"] = {{"cpu", "2"}, {"memory", "4Gi"}};
  server.create("default/web", std::make_shared<const json>(pod));
  const json resources = spec("default/web").at("resources");
  CHECK(resources.at("requests").at("cpu") == "2");
}

TEST_CASE_FIXTURE(Fixture,
                  "a pod that is changed, or asked to go, keeps its UID and the time at which it was created") {
  scheduler.run_until(sim::Time{7s});
  server.create("default/web", manifest());
  const api::PodPtr created = server.find("default/web");
  scheduler.run_until(sim::Time{70s});
  server.request_deletion("default/web", 30);
  server.set_image("default/web", "app", "app:2");
  const api::ObjectMeta& changed = server.find("default/web")->metadata;
  CHECK(changed.uid == created->metadata.uid);
  CHECK(changed.creation_timestamp == sim::Time{7s});
  CHECK(changed.deletion_grace_period_seconds == 30);
  CHECK(changed.deletion_timestamp == sim::Time{100s});
}

TEST_CASE_FIXTURE(Fixture, "a condition keeps its time of transition until its status changes") {
  server.create("default/web", manifest());
  const auto since = [&] {
    return api::find_condition(server.find("default/web")->status, "example.com/gate")->last_transition_time;
  };
  const auto set = [&](const char* status) {
    scheduler.run_until(scheduler.now() + 10s);
    api::PodCondition condition;
    condition.type = "example.com/gate";
    condition.status = status;
    server.set_conditions("default/web", {condition});
  };
  set("False");
  CHECK(since() == sim::Time{10s});
  set("False");
  CHECK(since() == sim::Time{10s});
  set("True");
  CHECK(since() == sim::Time{30s});
}

TEST_CASE_FIXTURE(Fixture, "pods whose specs say the same share one, also after changes") {
  const api::Manifest one = manifest();
  server.create("default/web-0", one);
  server.create("default/web-1", one);
  server.create("default/other", manifest(R"({"labels": {"app": "other"}})"));
  CHECK(server.find("default/web-0")->spec == server.find("default/web-1")->spec);
  CHECK(server.find("default/web-0")->spec == server.find("default/other")->spec);
  server.set_image("default/web-0", "app", "app:2");
  CHECK(server.find("default/web-0")->spec != server.find("default/web-1")->spec);
  server.set_image("default/web-1", "app", "app:2");
  CHECK(server.find("default/web-0")->spec == server.find("default/web-1")->spec);
  server.label("default/web-0", {{"new", "yes"}});
  CHECK(server.find("default/web-0")->spec == server.find("default/web-1")->spec);
}

TEST_CASE_FIXTURE(Fixture, "servers of several nodes share specs of pods, and print their own node") {
  SharedSpecs shared;
  server.share_specs(shared.of(release::v(30), {}));
  ApiServer other{process, recorder, {release::v(30), {}, "node-2"}};
  other.share_specs(shared.of(release::v(30), {}));
  CHECK(&shared.of(release::v(31), {}) != &shared.of(release::v(30), {}));
  server.create("default/web-0", manifest());
  other.create("default/web-1", manifest());
  const api::PodPtr pod = other.find("default/web-1");
  CHECK(pod->spec == server.find("default/web-0")->spec);
  CHECK_FALSE(other.is_elsewhere(*pod));
  CHECK(other.printed(*pod).at("spec").at("nodeName") == "node-2");
  CHECK(spec("default/web-0").at("nodeName") == "node-1");
  CHECK_FALSE(other.set_image("default/web-1", "app", "app:2"));
  CHECK(other.printed(*other.find("default/web-1")).at("spec").at("nodeName") == "node-2");
  CHECK(spec("default/web-0").at("containers").at(0).at("image") == "app:1");
  other.upgrade(release::v(31));
  other.create("default/web-2", manifest());
  CHECK(other.find("default/web-2")->spec != pod->spec);
}

TEST_CASE_FIXTURE(Fixture, "a name that is taken is refused, and a pod that does not exist is not changed") {
  server.create("default/web", manifest());
  server.create("default/web", manifest());
  server.label("default/none", {{"a", "b"}});
  server.request_deletion("default/none", {});
  CHECK(reported.ops == std::vector<std::string>{"pod_created", "create_failed_pod_exists", "modify_failed_no_pod",
                                                 "delete_failed_no_pod"});
}

TEST_CASE_FIXTURE(Fixture, "labels are set and removed, also where a pod has none") {
  server.create("default/web", manifest());
  server.label("default/web", {{"gone", std::nullopt}});
  server.label("default/web", {{"a", "1"}, {"b", "2"}});
  server.label("default/web", {{"a", std::nullopt}});
  CHECK(metadata("default/web").at("labels") == json{{"b", "2"}});
}

TEST_CASE_FIXTURE(Fixture, "a patch changes what an update may change, and says why it may not change more") {
  server.create("default/web", manifest());
  server.patch("default/web", json::parse(R"({"spec": {"containers": [{"name": "app", "image": "app:2"}]}})"), false);
  CHECK(spec("default/web").at("containers").at(0).at("image") == "app:2");
  const json command = json::parse(R"({"spec": {"containers": [{"name": "app", "command": ["run"]}]}})");
  server.patch("default/web", command, false);
  CHECK(
      reported.ops.back().starts_with("patch_refused: spec: Forbidden: pod updates may not change fields other than"));
  CHECK_FALSE(spec("default/web").at("containers").at(0).contains("command"));
  server.patch("default/web", command, true);
  CHECK(spec("default/web").at("containers").at(0).at("command") == json{"run"});
}

TEST_CASE_FIXTURE(Fixture, "what the server's release does not have is refused") {
  server.create("default/web", manifest());
  server.resize("default/web", {{"app", {.requests = {{"cpu", "1"}}}}});
  CHECK(reported.ops.back() == "resize_refused: the server could not find the requested resource");
  ApiServer old{process, recorder, {release::v(15), {}, "node-1"}};
  old.create("default/web", manifest());
  old.add_ephemeral_container("default/web", json::parse(R"({"name": "debug", "image": "sh:1"})"));
  CHECK(reported.ops.back() == "add_ephemeral_refused: the server could not find the requested resource");
}

TEST_CASE_FIXTURE(Fixture, "from 1.33 on a pod's generation counts the changes of its spec, and its deletion") {
  ApiServer counting{process, recorder, {release::v(33), {}, "node-1"}};
  const auto generation = [&counting] { return counting.find("default/web")->metadata.generation; };
  counting.create("default/web", manifest());
  CHECK(generation() == 1);
  counting.label("default/web", {{"a", "b"}});
  CHECK(generation() == 1);
  counting.set_image("default/web", "app", "app:2");
  CHECK(generation() == 2);
  counting.request_deletion("default/web", 10);
  CHECK(generation() == 3);
  counting.request_deletion("default/web", 5);
  CHECK(generation() == 3);
  server.create("default/web", manifest());
  CHECK(server.find("default/web")->metadata.generation == 0);
  server.request_deletion("default/web", 10);
  CHECK(server.find("default/web")->metadata.generation == 0);
}

TEST_CASE_FIXTURE(Fixture, "an ephemeral container is added once") {
  server.create("default/web", manifest());
  const json debug = json::parse(R"({"name": "debug", "image": "sh:1"})");
  server.add_ephemeral_container("default/web", debug);
  CHECK(server.find("default/web")->spec->ephemeral_containers.size() == 1);
  server.add_ephemeral_container("default/web", debug);
  CHECK(reported.ops.back() == "add_ephemeral_refused: spec.ephemeralContainers.name: Duplicate value: \"debug\"");
}

TEST_CASE_FIXTURE(Fixture, "a pod with finalizers stays until the last one is gone") {
  server.create("default/web", manifest(R"({"finalizers": ["example.com/backup"]})"));
  server.request_deletion("default/web", 30);
  server.delete_pod(server.find("default/web")->metadata.uid);
  CHECK(server.find("default/web")->metadata.deletion_grace_period_seconds == 0);
  CHECK(reported.ops.back() == "pod_delete_requested: stays until its finalizers are removed: example.com/backup");
  server.patch("default/web", json::parse(R"({"metadata": {"finalizers": null}})"), false);
  CHECK(server.find("default/web") == nullptr);
  CHECK(reported.ops.back() == "pod_removed");
}

TEST_CASE_FIXTURE(Fixture,
                  "a deletion that is asked for again comes sooner, counted from when it was first asked for") {
  server.create("default/web", manifest(R"({"finalizers": ["example.com/backup"]})"));
  const auto due = [this] { return *server.find("default/web")->metadata.deletion_timestamp; };
  const sim::Time asked = scheduler.now();
  server.request_deletion("default/web", 30);
  CHECK(due() == asked + 30s);
  scheduler.run_until(asked + 20s);
  server.request_deletion("default/web", 40);
  CHECK(due() == asked + 30s);
  server.request_deletion("default/web", 25);
  CHECK(due() == asked + 25s);
  server.request_deletion("default/web", 10);
  CHECK(due() == asked + 20s);
  CHECK(server.find("default/web")->metadata.deletion_grace_period_seconds == 1);
}

TEST_CASE_FIXTURE(Fixture, "another release stores every pod anew") {
  ApiServer server_of_17{process, recorder, {release::v(7), {}, "node-1"}};
  server_of_17.create("default/web-0", manifest());
  server_of_17.create("default/web-1", manifest());
  const auto grace = [&] { return server_of_17.printed(*server_of_17.find("default/web-0")).at("spec"); };
  CHECK_FALSE(grace().contains("enableServiceLinks"));
  server_of_17.upgrade(release::v(30));
  CHECK(grace().at("enableServiceLinks") == true);
  CHECK(server_of_17.find("default/web-0")->spec == server_of_17.find("default/web-1")->spec);
}

TEST_CASE_FIXTURE(Fixture, "a watcher hears of what is added, modified and deleted until the server goes down") {
  std::vector<ApiServer::ChangeKind> kinds;
  int lost = 0;
  server.watch({[&](const ApiServer::PodChange& change) { kinds.push_back(change.kind); }, [&] { ++lost; }});
  server.create("default/web", manifest());
  server.label("default/web", {{"a", "1"}});
  server.request_deletion("default/web", 0);
  using enum ApiServer::ChangeKind;
  CHECK(kinds == std::vector{added, modified, deleted});
  server.set_up(false);
  server.set_up(true);
  server.create("default/web", manifest());
  CHECK(lost == 1);
  CHECK(kinds.size() == 3);
}

TEST_CASE_FIXTURE(Fixture, "a pod is created under the name that is asked for, and is not being deleted") {
  server.create("shop/web-0", manifest(R"({"name": "other", "namespace": "elsewhere",
    "deletionTimestamp": "2024-01-01T00:00:00Z", "deletionGracePeriodSeconds": 5})"));
  const api::PodPtr pod = server.find("shop/web-0");
  REQUIRE(pod);
  CHECK(pod->metadata.namespace_name == "shop");
  CHECK(pod->metadata.name == "web-0");
  CHECK_FALSE(pod->metadata.deletion_timestamp);
  CHECK_FALSE(pod->metadata.deletion_grace_period_seconds);
}

TEST_CASE_FIXTURE(Fixture, "who follows the changes of pods can print a deleted one as it last was") {
  std::vector<json> printed;
  server.observe([&](const ApiServer::PodChange& change) { printed.push_back(server.printed(change)); });
  server.create("default/web-0", manifest(R"({"labels": {"app": "web"}})"));
  const json before = server.printed(*server.find("default/web-0"));
  server.request_deletion("default/web-0", 0);
  CHECK(printed == std::vector<json>{before, before});
  CHECK(before["metadata"]["labels"]["app"] == "web");
}

TEST_CASE_FIXTURE(Fixture, "a pod that the server does not have cannot be printed by its name") {
  server.create("default/web-0", manifest());
  const api::PodPtr pod = server.find("default/web-0");
  server.request_deletion("default/web-0", 0);
  CHECK_THROWS_AS(static_cast<void>(server.printed(*pod)), InvariantViolation);
}

TEST_CASE_FIXTURE(Fixture, "who follows the changes of pods does not change one before the watcher has seen the last") {
  server.create("default/web-0", manifest());
  server.observe([this](const ApiServer::PodChange& change) {
    if (change.pod->metadata.name == "web-1") server.set_conditions("default/web-0", {});
  });
  CHECK_THROWS_AS(server.create("default/web-1", manifest()), InvariantViolation);
}

TEST_CASE_FIXTURE(Fixture,
                  "pods and ConfigMaps of a server stand in one store, and are watched in the order of their changes") {
  std::vector<std::string> seen;
  server.objects().keep_history();
  server.objects().on_change([&seen](const ObjectChange& change) {
    seen.push_back(std::to_string(change.version) + ' ' + std::string{change.type} + ' ' + change.id.key);
  });
  server.put_config(ConfigKind::config_map, "default/settings", {{"a", "1"}});
  server.create("default/web", manifest());
  CHECK(server.objects().find("pods", "default/web")->pod == server.find("default/web"));
  api::PodStatus status = server.find("default/web")->status;
  status.phase = api::PodPhase::running;
  server.patch_pod_status(server.find("default/web")->metadata.uid, std::move(status), {});
  CHECK(server.objects().find("pods", "default/web")->json->at("status").at("phase") == "Running");
  server.request_deletion("default/web", 0);
  server.remove_config(ConfigKind::config_map, "default/settings");
  CHECK(seen == std::vector<std::string>{"2 ADDED default/settings", "3 ADDED default/web", "4 MODIFIED default/web",
                                         "5 DELETED default/web", "6 DELETED default/settings"});
}

TEST_CASE_FIXTURE(Fixture, "a ConfigMap that is assumed has every key until somebody says what is in it") {
  ConfigObjects& config = server.config_objects();
  config.assume(ConfigKind::config_map, "default/settings");
  server.show_assumed_config(ConfigKind::config_map, "default/settings", {"a"});
  CHECK(server.objects().find("configmaps", "default/settings")->json->at("data") == json{{"a", ""}});
  CHECK(config.has_key(ConfigKind::config_map, "default/settings", "b"));
  server.objects().update({"configmaps", "default/settings"}, {{"metadata", json::object()}, {"data", {{"c", "1"}}}});
  CHECK(config.has_key(ConfigKind::config_map, "default/settings", "c"));
  CHECK_FALSE(config.has_key(ConfigKind::config_map, "default/settings", "b"));
}

TEST_CASE_FIXTURE(Fixture, "data that are written again as they were count as a change for kubelets") {
  server.put_config(ConfigKind::secret, "default/login", {{"user", "me"}});
  const std::uint64_t then = server.config_objects().version();
  const std::uint64_t version = server.objects().version();
  server.put_config(ConfigKind::secret, "default/login", {{"user", "me"}});
  CHECK(server.config_objects().version() == then + 1);
  CHECK(server.objects().version() == version);
}

}  // namespace podreel::apiserver
