#include "engine/kubelet/config/api_source.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::kubelet {

namespace {

using nlohmann::json;

struct SourceFixture : PodUpdateListener {
  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  timing::Timing timing{sim::Choices{1}};
  apiserver::ApiServer server{process, recorder, {release::v(30), {}, "node-1"}};
  ApiSource source{process, server, timing, *this};
  /// "ADD default/web …" for each message.
  std::vector<std::string> received;
  int lost = 0;

  void create(const char* name) {
    json pod = json::parse(R"({"metadata": {}, "spec": {"containers": [{"name": "app", "image": "app:1"}]}})");
    server.create(name, std::make_shared<const json>(std::move(pod)));
  }
  void push(PodUpdates updates) override {
    std::string text;
    for (const PodUpdate& update : updates.updates) {
      text += std::string{to_string(update.operation)} + " " + api::full_name(*update.pod) + " ";
    }
    received.push_back(text);
  }
  void on_unchanged(PodSource /*source*/) override { received.emplace_back("unchanged"); }
  void on_watch_lost() override { ++lost; }
};

}  // namespace

TEST_CASE_FIXTURE(SourceFixture, "first come all pods at once, even if there are none, then what changes") {
  source.start();
  create("default/a");
  server.request_deletion("default/a", 30);
  server.request_deletion("default/a", 0);
  CHECK(received == std::vector<std::string>{"", "ADD default/a ", "DELETE default/a ", "REMOVE default/a "});
}

TEST_CASE_FIXTURE(SourceFixture, "a watch whose server went down continues with each change that it has missed") {
  create("default/a");
  source.start();
  server.set_up(false);
  scheduler.run_until(scheduler.now() + std::chrono::minutes{1});
  server.set_up(true);
  create("default/b");
  server.request_deletion("default/b", 0);
  create("default/c");
  CHECK(received.size() == 1);
  scheduler.run_until(scheduler.now() + std::chrono::minutes{2});
  CHECK(received ==
        std::vector<std::string>{"ADD default/a ", "ADD default/b ", "REMOVE default/b ", "ADD default/c "});
  server.set_up(false);
  server.set_up(true);
  scheduler.run_until(scheduler.now() + std::chrono::minutes{2});
  CHECK(received.size() == 4);
  CHECK(source.is_watching());
}

TEST_CASE_FIXTURE(SourceFixture, "a new source lists the pods, whatever another one has missed") {
  create("default/a");
  source.start();
  server.set_up(false);
  server.set_up(true);
  create("default/b");
  ApiSource next{process, server, timing, *this};
  next.start();
  CHECK(received == std::vector<std::string>{"ADD default/a ", "ADD default/a ADD default/b "});
}

TEST_CASE_FIXTURE(SourceFixture,
                  "a watch that a cut network has ended begins with a list of what has changed meanwhile") {
  create("default/a");
  source.start();
  server.cut_off(true);
  scheduler.run_until(scheduler.now() + std::chrono::minutes{1});
  server.cut_off(false);
  create("default/x");
  server.request_deletion("default/x", 0);
  create("default/b");
  CHECK(received.size() == 1);
  CHECK(lost == 1);
  CHECK_FALSE(source.is_watching());
  scheduler.run_until(scheduler.now() + std::chrono::minutes{2});
  CHECK(received == std::vector<std::string>{"ADD default/a ", "ADD default/b "});
  CHECK(source.is_watching());
}

TEST_CASE_FIXTURE(SourceFixture, "a source whose server is away lists when it is back, and has lost nothing") {
  server.set_up(false);
  source.start();
  CHECK(received.empty());
  CHECK_FALSE(source.is_watching());
  server.set_up(true);
  scheduler.run_until(scheduler.now() + std::chrono::seconds{2});
  CHECK(received == std::vector<std::string>{""});
  CHECK(source.is_watching());
  CHECK(lost == 0);
}

}  // namespace podreel::kubelet
