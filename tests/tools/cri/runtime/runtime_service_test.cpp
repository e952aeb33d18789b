// What clients of a served runtime are answered.
#include "tools/cri/runtime/runtime_service.hpp"

#include <doctest/doctest.h>

#include "tests/support/served_scenario.hpp"

namespace podreel::cri {

using runtime::ContainerState;
using testing::ServedScenario;

namespace {

const std::string crashing =
    "runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 2s, exitCode: 3, message: \"one\\ntwo\"}]}]}]},"
    "timeline: [{at: 1s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {"
    "initContainers: [{name: init, image: img}, {name: side, image: img, restartPolicy: Always}],"
    "containers: [{name: app, image: img}, {name: helper, image: img}]}}}]";

}  // namespace

TEST_CASE("a container does what the scenario says of it, at times of the wall clock") {
  for (const double speed : {1.0, 4.0}) {
    ServedScenario node{crashing, speed};
    const std::string sandbox = node.run_sandbox("web");
    const std::string app = node.run_container(sandbox, "app");
    const std::string side = node.run_container(sandbox, "side");
    const std::string init = node.run_container(sandbox, "init");
    node.run_until(std::chrono::seconds{10});
    const ContainerView ended = node.get(node.service().container_status(node.client(), app));
    CHECK(ended.state == ContainerState::exited);
    CHECK(ended.exit_code == 3);
    CHECK(ended.reason == "Error");
    CHECK(ended.started_at == 1'000'000'000'000);
    CHECK(ended.finished_at == ended.started_at + static_cast<std::int64_t>(2e9 / speed));
    CHECK(node.get(node.service().container_status(node.client(), side)).state == ContainerState::running);
    CHECK(node.get(node.service().container_status(node.client(), init)).reason == "Completed");
  }
}

TEST_CASE("ids are long, begin as in the timeline, and may be abbreviated") {
  ServedScenario node;
  const std::string sandbox = node.run_sandbox("web");
  const std::string app = node.run_container(sandbox, "app");
  CHECK(app.size() == 64);
  CHECK(app.find_first_not_of("0123456789abcdef") == std::string::npos);
  const ContainerView seen = node.get(node.service().container_status(node.client(), app.substr(0, 12)));
  CHECK(seen.record->id == app);
  CHECK(app.starts_with(seen.record->inner_id.view()));
  CHECK(node.code_of(node.service().container_status(node.client(), "")) == Code::not_found);
  CHECK(node.code_of(node.service().container_status(node.client(), app + "0")) == Code::not_found);
}

TEST_CASE("an abbreviation that fits two is none") {
  Records<SandboxRecord> records;
  for (const char* id : {"aa", "ab", "abc"}) {
    records.add(std::make_shared<SandboxRecord>(SandboxRecord{.id = id, .inner_id = {}, .pod = {}, .config = {}}));
  }
  CHECK(records.find("a") == nullptr);
  CHECK(records.find("aa")->id == "aa");
  CHECK(records.find("ab")->id == "ab");
  CHECK(records.find("abc")->id == "abc");
  CHECK(records.find("b") == nullptr);
}

TEST_CASE("names are taken until what bears them is removed") {
  ServedScenario node;
  RuntimeService& service = node.service();
  const sim::Process& client = node.client();
  const std::string sandbox = node.run_sandbox("web");
  CHECK(node.code_of(service.run_pod_sandbox(client, ServedScenario::sandbox("web"))) == Code::unknown);
  CHECK(node.code_of(service.run_pod_sandbox(client, ServedScenario::sandbox("web", 1))) == Code::ok);
  const std::string app = node.run_container(sandbox, "app");
  const auto again = node.call(service.create_container(client, sandbox, ServedScenario::container("app")));
  REQUIRE(again.has_error());
  CHECK(status_of(again.error()).message ==
        "failed to reserve name \"app_web_default_uid-of-web_0\": it is reserved for \"" + app + "\"");
  CHECK(node.code_of(service.remove_container(client, app)) == Code::ok);
  CHECK(node.code_of(service.create_container(client, sandbox, ServedScenario::container("app"))) == Code::ok);
}

TEST_CASE("a name whose call fails is free again") {
  ServedScenario node{
      "runtime: {calls: [{call: CreateContainer, failFirst: 1}, {call: RunPodSandbox, failFirst: 1, takes: 1s}]}"};
  const auto run = [&] {
    return node.code_of(node.service().run_pod_sandbox(node.client(), ServedScenario::sandbox("web")));
  };
  CHECK(run() == Code::unknown);
  CHECK(run() == Code::ok);
  const std::string sandbox = node.get(node.service().list_pod_sandbox(node.client(), {})).at(0).record->id;
  const auto create = [&] {
    return node.code_of(node.service().create_container(node.client(), sandbox, ServedScenario::container("app")));
  };
  CHECK(create() == Code::unknown);
  CHECK(create() == Code::ok);
}

TEST_CASE("what is not there, and what cannot be done") {
  ServedScenario node;
  RuntimeService& service = node.service();
  const sim::Process& client = node.client();
  const std::string app = node.run_container(node.run_sandbox("web"), "app");
  CHECK(node.code_of(service.start_container(client, "nobody")) == Code::not_found);
  CHECK(node.code_of(service.stop_container(client, "nobody", 1)) == Code::ok);
  CHECK(node.code_of(service.remove_container(client, "nobody")) == Code::ok);
  CHECK(node.code_of(service.stop_pod_sandbox(client, "nobody")) == Code::ok);
  CHECK(node.code_of(service.remove_pod_sandbox(client, "nobody")) == Code::ok);
  CHECK(node.code_of(service.pod_sandbox_status(client, "nobody")) == Code::not_found);
  CHECK(node.code_of(service.exec_sync(client, "nobody", {"true"}, 0)) == Code::not_found);
  CHECK(node.code_of(service.exec_sync(client, app, {}, 0)) == Code::invalid_argument);
  const auto twice = node.call(service.start_container(client, app));
  REQUIRE(twice.has_error());
  CHECK(status_of(twice.error()).message == "container \"" + app + "\" is in CONTAINER_RUNNING state");
  CHECK(node.code_of(service.remove_container(client, app)) == Code::ok);
  CHECK(node.get(service.list_containers(client, {})).empty());
}

TEST_CASE("lists are filtered") {
  ServedScenario node;
  RuntimeService& service = node.service();
  const std::string web = node.run_sandbox("web");
  const std::string db = node.run_sandbox("db");
  const std::string app = node.run_container(web, "app");
  const std::string log = node.run_container(db, "log");
  const auto listed = [&](const ContainerFilter& filter) {
    return node.get(service.list_containers(node.client(), filter)).size();
  };
  CHECK(listed({}) == 2);
  CHECK(listed({.id = app, .state = {}, .sandbox_id = {}, .labels = {}}) == 1);
  CHECK(listed({.id = app, .state = {}, .sandbox_id = db, .labels = {}}) == 0);
  CHECK(listed({.id = {}, .state = ContainerState::exited, .sandbox_id = {}, .labels = {}}) == 0);
  CHECK(listed({.id = {}, .state = {}, .sandbox_id = {}, .labels = {{"container", "log"}}}) == 1);
  CHECK(listed({.id = {}, .state = {}, .sandbox_id = "nobody", .labels = {}}) == 0);
  node.get(service.stop_pod_sandbox(node.client(), db));
  CHECK(listed({.id = {}, .state = ContainerState::exited, .sandbox_id = {}, .labels = {}}) == 1);
  const auto ready = node.get(service.list_pod_sandbox(node.client(), {.id = {}, .ready = true, .labels = {}}));
  REQUIRE(ready.size() == 1);
  CHECK(ready[0].record->id == web);
}

TEST_CASE("a listener is called when all sandboxes are listed, as relists do") {
  ServedScenario node;
  RuntimeService& service = node.service();
  int lists = 0;
  service.on_all_listed([&lists] { ++lists; });
  node.get(service.list_pod_sandbox(node.client(), {.id = {}, .ready = true, .labels = {}}));
  node.get(service.list_pod_sandbox(node.client(), {.id = {}, .ready = {}, .labels = {{"pod", "web"}}}));
  node.get(service.list_pod_sandbox(node.client(), {.id = "web", .ready = {}, .labels = {}}));
  CHECK(lists == 0);
  node.get(service.list_pod_sandbox(node.client(), {}));
  CHECK(lists == 1);
}

TEST_CASE("containers write into the logs that their client names") {
  ServedScenario node{crashing};
  const std::string sandbox = node.run_sandbox("web");
  const std::string app = node.run_container(sandbox, "app");
  node.run_until(std::chrono::seconds{10});
  CHECK(node.logs.files.at("logs/app.log") ==
        "1970-01-01T00:16:40.000000000Z stdout F app starts, attempt 0\n"
        "1970-01-01T00:16:42.000000000Z stdout F one\n"
        "1970-01-01T00:16:42.000000000Z stdout F two\n"
        "1970-01-01T00:16:42.000000000Z stdout F app exits with 3\n");
  SandboxConfig elsewhere = ServedScenario::sandbox("other");
  elsewhere.log_directory = "missing";
  const std::string other = node.get(node.service().run_pod_sandbox(node.client(), elsewhere));
  const std::string helper = node.run_container(other, "helper");
  CHECK(node.complaints().size() == 1);
}

TEST_CASE("an update keeps the resources that it does not name") {
  ServedScenario node;
  RuntimeService& service = node.service();
  const std::string app = node.run_container(node.run_sandbox("web"), "app");
  Resources first;
  first.cpu_shares = 512;
  first.cpuset_cpus = "0-1";
  first.memory = 1 << 20;
  first.unified = {{"memory.high", "1"}};
  CHECK(node.code_of(service.update_container_resources(node.client(), app, first)) == Code::ok);
  Resources second;
  second.cpu_shares = 1024;
  second.unified = {{"memory.min", "2"}};
  CHECK(node.code_of(service.update_container_resources(node.client(), app, second)) == Code::ok);
  const ContainerView view = node.get(service.container_status(node.client(), app));
  REQUIRE(view.record->config.resources);
  CHECK(view.record->config.resources->cpu_shares == 1024);
  CHECK(view.record->config.resources->cpuset_cpus == "0-1");
  CHECK(view.record->config.resources->memory == 1 << 20);
  CHECK(view.record->config.resources->unified == Pairs{{"memory.high", "1"}, {"memory.min", "2"}});
  CHECK(node.code_of(service.update_container_resources(node.client(), "nobody", second)) == Code::not_found);
}

TEST_CASE("the log of a running container is opened again") {
  ServedScenario node;
  RuntimeService& service = node.service();
  const std::string app = node.run_container(node.run_sandbox("web"), "app");
  CHECK(node.code_of(service.reopen_container_log(node.client(), app)) == Code::ok);
  CHECK(node.code_of(service.reopen_container_log(node.client(), "nobody")) == Code::not_found);
  CHECK(node.code_of(service.stop_container(node.client(), app, 0)) == Code::ok);
  CHECK(node.code_of(service.reopen_container_log(node.client(), app)) == Code::unknown);
}

TEST_CASE("the address of a sandbox is that of a ready one") {
  ServedScenario node;
  RuntimeService& service = node.service();
  const std::string sandbox = node.run_sandbox("web");
  const auto view = [&] { return node.get(service.pod_sandbox_status(node.client(), sandbox)); };
  CHECK(view().ready);
  CHECK_FALSE(view().ip.empty());
  CHECK(node.code_of(service.stop_pod_sandbox(node.client(), sandbox)) == Code::ok);
  CHECK_FALSE(view().ready);
  CHECK(view().ip.empty());
}

TEST_CASE("images are listed alone, and one that is not on the node has no status") {
  ServedScenario node{"runtime: {images: [{name: 'a:1'}, {name: 'b:1'}, {name: 'c:1', present: false}]}"};
  RuntimeService& service = node.service();
  CHECK(node.get(service.list_images(node.client(), "")).size() == 2);
  const auto only = node.get(service.list_images(node.client(), "b:1"));
  REQUIRE(only.size() == 1);
  CHECK(only[0].name == "b:1");
  CHECK(node.get(service.image_status(node.client(), "a:1")));
  CHECK_FALSE(node.get(service.image_status(node.client(), "c:1")));
  CHECK_FALSE(node.get(service.image_status(node.client(), "sha256:0123")));
}

TEST_CASE("images are known by name and by id") {
  ServedScenario node{
      "runtime: {images: [{name: \"far:1\", present: false, sizeBytes: 9, pull: {takes: 2s}},"
      "{name: \"lost:1\", present: false, pull: {failFirst: 9, error: \"pull: not found\"}}]}"};
  RuntimeService& service = node.service();
  const sim::Process& client = node.client();
  CHECK_FALSE(node.get(service.image_status(client, "far:1")).has_value());
  const std::string id = node.get(service.pull_image(client, "far:1", std::nullopt));
  CHECK(node.get(service.image_status(client, id))->name == "far:1");
  CHECK(node.get(service.image_status(client, "far@" + id))->name == "far:1");
  CHECK(node.get(service.list_images(client, {})).size() == 1);
  CHECK(node.code_of(service.pull_image(client, "lost:1", std::nullopt)) == Code::not_found);
  CHECK(node.code_of(service.pull_image(client, "", std::nullopt)) == Code::invalid_argument);
  ContainerConfig lost = ServedScenario::container("app");
  lost.image = "lost:1";
  CHECK(node.code_of(service.create_container(client, node.run_sandbox("web"), lost)) == Code::not_found);
  node.get(service.remove_image(client, id));
  CHECK_FALSE(node.get(service.image_status(client, "far:1")).has_value());
}

TEST_CASE("an image that the scenario does not name is on the node until it is removed") {
  ServedScenario node;
  RuntimeService& service = node.service();
  CHECK(node.get(service.image_status(node.client(), "any:1")).has_value());
  node.get(service.remove_image(node.client(), "any:1"));
  CHECK_FALSE(node.get(service.image_status(node.client(), "any:1")).has_value());
  CHECK(node.get(service.list_images(node.client(), {})).empty());
  node.get(service.pull_image(node.client(), "any:1", std::nullopt));
  CHECK(node.get(service.list_images(node.client(), {})).size() == 1);
}

TEST_CASE("events report what happens to a pod, in order") {
  ServedScenario node{crashing};
  std::vector<std::pair<std::string, EventKind>> seen;
  const auto subscription =
      node.service().feed().subscribe([&](const Event& event) { seen.emplace_back(event.id, event.kind); });
  const std::string sandbox = node.run_sandbox("web");
  const std::string app = node.run_container(sandbox, "app");
  node.run_until(std::chrono::seconds{10});
  node.get(node.service().remove_pod_sandbox(node.client(), sandbox));
  using enum EventKind;
  CHECK(seen == std::vector<std::pair<std::string, EventKind>>{{sandbox, created},
                                                               {sandbox, started},
                                                               {app, created},
                                                               {app, started},
                                                               {app, stopped},
                                                               {app, deleted},
                                                               {sandbox, stopped},
                                                               {sandbox, deleted}});
  node.service().feed().unsubscribe(subscription);
  seen.clear();
  static_cast<void>(node.run_sandbox("other"));
  CHECK(seen.empty());
}

TEST_CASE("memory is reported for running containers") {
  ServedScenario node{crashing};
  const std::string sandbox = node.run_sandbox("web");
  const std::string app = node.run_container(sandbox, "app");
  const std::string helper = node.run_container(sandbox, "helper");
  node.run_until(std::chrono::seconds{5});
  const auto uses = node.get(node.service().list_container_stats(node.client(), {}));
  REQUIRE(uses.size() == 1);
  CHECK(uses[0].record->id == helper);
  CHECK(uses[0].usage.memory == 10 << 20);
  CHECK(uses[0].taken_at == 1'005'000'000'000);
  CHECK(node.get(node.service().pod_sandbox_stats(node.client(), sandbox)).containers.size() == 1);
}

TEST_CASE("what clients create takes no more memory than there is, and what they remove gives it back") {
  const net::MemoryBudget budget{2 * net::MemoryBudget::mebibyte};
  {
    ServedScenario node{"", 1, budget};
    RuntimeService& service = node.service();
    std::vector<std::string> created;
    Code code = Code::ok;
    while (code == Code::ok && created.size() < 100) {
      SandboxConfig large = ServedScenario::sandbox("p" + std::to_string(created.size()));
      large.annotations["a"] = std::string(100'000, 'x');
      const auto made = node.call(service.run_pod_sandbox(node.client(), std::move(large)));
      code = made ? Code::ok : status_of(made.error()).code;
      if (made) created.push_back(*made);
    }
    CHECK(code == Code::resource_exhausted);
    CHECK(created.size() == 10);
    ContainerConfig container = ServedScenario::container("app");
    container.labels["a"] = std::string(100'000, 'x');
    CHECK(node.code_of(service.create_container(node.client(), created[0], container)) == Code::resource_exhausted);
    CHECK(node.code_of(service.stop_pod_sandbox(node.client(), created[0])) == Code::ok);
    CHECK(node.code_of(service.remove_pod_sandbox(node.client(), created[0])) == Code::ok);
    CHECK(node.code_of(service.create_container(node.client(), created[1], container)) == Code::ok);
  }
  CHECK(budget.used() == 0);
}

TEST_CASE("names of images have a limit of memory, and a known one needs no more") {
  const net::MemoryBudget budget{4000};
  KnownImages images{{}, budget};
  std::size_t count = 0;
  while (count < 100 && images.note("image-" + std::to_string(count))) ++count;
  CHECK(count > 5);
  CHECK(count < 20);
  CHECK(images.note("image-0"));
  CHECK(images.name_of("image-0") == "image-0");
  CHECK_FALSE(images.note("other-0"));
  CHECK(images.name_of("other-0") == "other-0");
}

}  // namespace podreel::cri
