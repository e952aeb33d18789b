// A runtime of somebody else's under the simulated kubelet: what it leaves open, and what it cannot do.
#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "podreel/invariants.hpp"
#include "podreel/replay.hpp"
#include "podreel/runtime.hpp"
#include "podreel/trace.hpp"

namespace podreel {

namespace {

using namespace std::chrono_literals;

/// Everything succeeds at once.
class InstantRuntime : public ContainerRuntime {
 public:
  explicit InstantRuntime(Clock& clock) : clock_{clock} {}

  void run_pod_sandbox(const SandboxConfig& /*config*/, Reply<std::string> reply) override {
    inventory_.sandboxes.push_back({"sandbox", SandboxState::ready, clock_.now(), "10.0.0.9"});
    reply("sandbox");
  }
  void stop_pod_sandbox(const std::string& /*id*/, Reply<Done> reply) override { reply(Done{}); }
  void remove_pod_sandbox(const std::string& /*id*/, Reply<Done> reply) override { reply(Done{}); }
  void create_container(const std::string& /*sandbox_id*/, const ContainerConfig& /*config*/,
                        Reply<std::string> reply) override {
    RuntimeContainer& container = inventory_.containers.emplace_back();
    container.id = "container";
    container.created_at = clock_.now();
    reply("container");
  }
  void start_container(const std::string& /*id*/, Reply<Done> reply) override {
    inventory_.containers.back().state = ContainerState::running;
    inventory_.containers.back().started_at = clock_.now();
    reply(Done{});
  }
  void stop_container(const std::string& /*id*/, std::chrono::nanoseconds /*grace*/, Reply<Done> reply) override {
    reply(Done{});
  }
  void remove_container(const std::string& /*id*/, Reply<Done> reply) override { reply(Done{}); }
  void image_status(const std::string& image, Reply<std::optional<RuntimeImage>> reply) override {
    reply(std::optional{RuntimeImage{image, 1}});
  }
  void pull_image(const std::string& image, Reply<std::string> reply) override { reply(image); }
  void list(Reply<RuntimeInventory> reply) override { reply(inventory_); }

 protected:
  [[nodiscard]] Clock& clock() const noexcept { return clock_; }

 private:
  Clock& clock_;
  RuntimeInventory inventory_;
};

Scenario scenario_of(const std::string& text) {
  const LoadedScenarios loaded = load_scenario_text(text, "test.yaml");
  for (const Problem& problem : loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return loaded.scenarios.front();
}

std::string one_pod(const std::string& container, const std::string& length) {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: one}\nspec:\n  duration: " + length +
         "\n  timeline:\n    - at: 0s\n      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: "
         "{containers: [" +
         container + "]}}\n";
}

template <class Runtime>
std::vector<nlohmann::json> records_of(const Scenario& scenario, RecordKind kind) {
  std::vector<nlohmann::json> records;
  ReplayOptions options;
  options.runtime = [](Clock& clock) { return std::make_unique<Runtime>(clock); };
  options.on_record = [&](const Record& record) {
    if (record.kind() == kind) records.push_back(record.json());
  };
  CHECK_FALSE(replay(scenario, options).problem);
  return records;
}

std::string phase_at_end(const ReplayResult& result) {
  REQUIRE(result.pods.size() == 1);
  return result.pods.front()["status"]["phase"];
}

}  // namespace

TEST_CASE("a runtime that answers at once runs a pod") {
  ReplayOptions options;
  options.runtime = [](Clock& clock) { return std::make_unique<InstantRuntime>(clock); };
  const ReplayResult result = replay(scenario_of(one_pod("{name: app, image: i:1}", "10s")), options);
  CHECK(phase_at_end(result) == "Running");
  CHECK(result.pods.front()["status"]["podIP"] == "10.0.0.9");
}

TEST_CASE("a call that is never answered ends after the kubelet's request timeout") {
  class Silent : public InstantRuntime {
   public:
    using InstantRuntime::InstantRuntime;
    void create_container(const std::string& /*sandbox_id*/, const ContainerConfig& /*config*/,
                          Reply<std::string> reply) override {
      kept_.push_back(std::move(reply));
    }

   private:
    std::vector<Reply<std::string>> kept_;
  };
  const auto calls = records_of<Silent>(scenario_of(one_pod("{name: app, image: i:1}", "150s")), RecordKind::runtime);
  REQUIRE(calls.size() >= 2);
  CHECK(calls[1]["op"] == "CreateContainer");
  CHECK(calls[1]["error"] == "rpc error: code = DeadlineExceeded desc = context deadline exceeded");
  CHECK(calls[1]["dur_ms"] == 120'000);
}

TEST_CASE("a response after the timeout is ignored") {
  class Late : public InstantRuntime {
   public:
    using InstantRuntime::InstantRuntime;
    void create_container(const std::string& /*sandbox_id*/, const ContainerConfig& /*config*/,
                          Reply<std::string> reply) override {
      clock().after(125s, [reply] { reply("late"); });
    }
  };
  const auto events = records_of<Late>(scenario_of(one_pod("{name: app, image: i:1}", "130s")), RecordKind::event);
  for (const nlohmann::json& event : events) CHECK(event["reason"] != "Created");
}

TEST_CASE("a kubelet that stops during a call does not receive the result, and the next kubelet finds its effect") {
  class Slow : public InstantRuntime {
   public:
    using InstantRuntime::InstantRuntime;
    void create_container(const std::string& sandbox_id, const ContainerConfig& config,
                          Reply<std::string> reply) override {
      clock().after(5s,
                    [this, sandbox_id, config, reply] { InstantRuntime::create_container(sandbox_id, config, reply); });
    }
  };
  const Scenario scenario = scenario_of(one_pod("{name: app, image: i:1}", "60s") +
                                        "    - {at: 2s, stopKubelet: {}}\n    - {at: 12s, startKubelet: {}}\n");
  std::vector<std::string> calls;
  for (const nlohmann::json& call : records_of<Slow>(scenario, RecordKind::runtime)) {
    if (call["op"] == "CreateContainer") calls.push_back(call["dur_ms"].dump());
  }
  REQUIRE(calls.size() >= 1);
  CHECK(calls.front().starts_with("5000"));
}

TEST_CASE("a command that takes longer than it may has timed out") {
  class Slow : public InstantRuntime {
   public:
    using InstantRuntime::InstantRuntime;
    void exec_sync(const std::string& /*id*/, const std::vector<std::string>& /*command*/,
                   std::chrono::nanoseconds timeout, Reply<ExecResult> reply) override {
      clock().after(timeout * 2, [reply] { reply(ExecResult{}); });
    }
  };
  const auto events = records_of<Slow>(
      scenario_of(one_pod("{name: app, image: i:1, readinessProbe: {exec: {command: [x]}, timeoutSeconds: 1}}", "20s")),
      RecordKind::event);
  REQUIRE_FALSE(events.empty());
  CHECK(events.back()["reason"] == "Unhealthy");
  CHECK_MESSAGE(events.back()["message"].get<std::string>().find("timed out") != std::string::npos,
                events.back().dump());
}

TEST_CASE("a probe without a response times out, and a refused one fails") {
  class Deaf : public InstantRuntime {
   public:
    using InstantRuntime::InstantRuntime;
    void probe_network(const std::string& /*id*/, const NetworkProbe& probe, std::chrono::nanoseconds /*timeout*/,
                       Reply<ProbeAnswer> reply) override {
      CHECK(probe.kind == NetworkProbe::Kind::tcp);
      CHECK(probe.port == 80);
      if (probes_++ > 0) reply(ProbeAnswer{.status = 0, .is_refused = true});
    }

   private:
    int probes_ = 0;
  };
  const auto events = records_of<Deaf>(
      scenario_of(one_pod("{name: app, image: i:1, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 3}}", "20s")),
      RecordKind::event);
  std::vector<std::string> messages;
  for (const nlohmann::json& event : events) {
    if (event["reason"] == "Unhealthy") messages.push_back(event["message"]);
  }
  REQUIRE(messages.size() >= 2);
  CHECK(messages[0].find("i/o timeout") != std::string::npos);
  CHECK(messages[1].find("connection refused") != std::string::npos);
}

TEST_CASE("a runtime that never lets time pass is a problem, and the run ends") {
  class Restless : public InstantRuntime {
   public:
    explicit Restless(Clock& clock) : InstantRuntime{clock} { go_on(); }

   private:
    void go_on() {
      clock().after(0s, [this] { go_on(); });
    }
  };
  ReplayOptions options;
  options.runtime = [](Clock& clock) { return std::make_unique<Restless>(clock); };
  const ReplayResult result = replay(scenario_of(one_pod("{name: app, image: i:1}", "10s")), options);
  REQUIRE(result.problem);
  CHECK(result.problem->file == "test.yaml");
}

TEST_CASE("pods that have settled are not in a foreign runtime") {
  const Scenario scenario = scenario_of(
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: old}\nspec:\n  duration: 10s\n"
      "  node: {settled: {pods: [{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
      "image: i:1}]}}]}}\n  timeline: [{at: 1s, startKubelet: {}}]\n");
  ReplayOptions options;
  options.runtime = [](Clock& clock) { return std::make_unique<InstantRuntime>(clock); };
  const ReplayResult result = replay(scenario, options);
  REQUIRE(result.problem);
  CHECK(result.problem->path == "spec.node.settled");
  CHECK(result.pods.empty());
}

TEST_CASE("invariants are not checked of a foreign runtime") {
  ReplayOptions options;
  options.runtime = [](Clock& clock) { return std::make_unique<InstantRuntime>(clock); };
  CHECK(check_invariants(scenario_of(one_pod("{name: app, image: i:1}", "10s")), options).problem);
}

}  // namespace podreel
