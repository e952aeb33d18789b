#include "engine/sync/container_log_manager.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "scenarios/batch/scripted_runtime.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

namespace {

using Lines = std::vector<std::string>;

/// Each answer takes its time; questions are noted, with their seconds.
class SlowRuntime final : public batch::ScriptedRuntime {
 public:
  explicit SlowRuntime(const sim::Process& process) : ScriptedRuntime{{}}, process_{process} {}

  sim::Task<runtime::Result<>> container_status(const sim::Process& /*caller*/, memory::Text id) override {
    note(fmt::format("status {}", id));
    co_await sim::sleep_for(process_, status_takes);
    co_return runtime::Result<>{};
  }
  sim::Task<runtime::Result<std::vector<memory::Text>>> list_running_containers(
      const sim::Process& /*caller*/) override {
    note("list");
    co_await sim::sleep_for(process_, list_takes);
    if (fails) co_return runtime::Error{"busy"};
    co_return runtime::Result<std::vector<memory::Text>>{boost::system::in_place_value, running};
  }

  sim::Duration status_takes{};
  sim::Duration list_takes{};
  bool fails = false;
  std::vector<memory::Text> running;
  Lines asked;

 private:
  void note(std::string_view what) {
    asked.push_back(fmt::format("{} s: {}", (process_.now() - sim::Time{}) / 1s, what));
  }

  const sim::Process& process_;
};

class NoEvents final : public EventRecorder {
 public:
  void record(const api::Pod& /*pod*/, std::string_view /*field_path*/, EventType /*type*/, std::string_view /*reason*/,
              std::string /*message*/) override {}
};

struct Node {
  explicit Node(const char* release) : behaviour{release::behaviour_of(release::parse_release(release).value())} {}
  ~Node() { scheduler.clear(); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  void rotate() { sim::spawn(process, logs.rotate_logs()); }
  void clean(const char* id) { sim::spawn(process, cleaning(id)); }
  sim::Task<> cleaning(memory::Text id) { static_cast<void>(co_await logs.clean(id)); }
  Lines run() {
    scheduler.run_until(sim::Time{100s});
    return runtime.asked;
  }

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}, timing::Model::ideal};
  trace::Recorder recorder{scheduler};
  release::Behaviour behaviour;
  NoEvents events;
  SlowRuntime runtime{process};
  ContainerLogs files;
  ContainerLogManager logs{{process, timing, runtime, behaviour, events, recorder}, files};
};

}  // namespace

TEST_CASE("a container that is removed waits for a rotation of logs to list the containers") {
  Node node{"1.36"};
  node.runtime.list_takes = 20s;
  node.rotate();
  node.clean("a");
  node.clean("b");
  CHECK(node.run() == Lines{"0 s: list", "20 s: status a", "20 s: status b"});
}

TEST_CASE("a rotation asks for the status of what runs: up to 1.29 others wait meanwhile, then a worker asks") {
  for (const char* release : {"1.29", "1.30"}) {
    CAPTURE(release);
    Node node{release};
    node.runtime.status_takes = 5s;
    node.runtime.running = {"x", "y"};
    node.rotate();
    node.clean("a");
    const Lines expected = std::string{release} == "1.29"
                               ? Lines{"0 s: list", "0 s: status x", "5 s: status y", "10 s: status a"}
                               : Lines{"0 s: list", "0 s: status x", "0 s: status a", "5 s: status y"};
    CHECK(node.run() == expected);
  }
}

TEST_CASE("the worker looks once at what several rotations have found before it comes to it") {
  Node node{"1.30"};
  node.runtime.status_takes = 5s;
  node.runtime.running = {"x", "y"};
  node.rotate();
  node.rotate();
  CHECK(node.run() == Lines{"0 s: list", "0 s: status x", "0 s: list", "5 s: status y", "10 s: status x"});
}

TEST_CASE("a rotation whose list fails ends, and gives way") {
  Node node{"1.30"};
  node.runtime.list_takes = 2s;
  node.runtime.fails = true;
  node.runtime.running = {"x"};
  node.rotate();
  node.clean("a");
  CHECK(node.run() == Lines{"0 s: list", "2 s: status a"});
}

TEST_CASE("up to 1.17 rotated logs stay, so that nothing waits or is asked") {
  Node node{"1.17"};
  node.runtime.list_takes = 2s;
  node.rotate();
  node.clean("a");
  CHECK(node.run() == Lines{"0 s: list"});
}

}  // namespace podreel::sync
