#include "engine/kubelet/sync_loop.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/support/fake_node.hpp"
#include "tests/support/listed_runtime.hpp"
#include "tests/support/test_pleg.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using Strings = std::vector<std::string>;

namespace {

constexpr sim::Time loop_start{1000s};

/// Notes what the loop has it do: "ADD web at 1000", in milliseconds since the beginning.
class NotingHandler final : public SyncHandler {
 public:
  explicit NotingHandler(const sim::Process& process) : process_{process} {}

  void handle_pod_addition(const api::PodPtr& pod) override {
    note("ADD " + pod->metadata.name);
    if (pod->metadata.name == "large") is_pending = true;
  }
  void handle_pod_update(const api::PodPtr& pod) override { note("UPDATE " + pod->metadata.name); }
  void handle_pod_removal(const api::PodPtr& pod) override { note("REMOVE " + pod->metadata.name); }
  void handle_pod_reconcile(const api::PodPtr& pod) override { note("RECONCILE " + pod->metadata.name); }
  void add_source(PodSource source) override { note(source == PodSource::api ? "API" : "FILE"); }
  void on_stale_pods() override {}
  [[nodiscard]] bool has_pending_admission() const override { return is_pending; }
  sim::Task<> finish_admission() override {
    co_await sim::sleep_for(process_, 3s);
    is_pending = false;
    note("finished");
  }
  void handle_lifecycle_event(const lifecycle::PodLifecycleEvent& event) override {
    note("event " + std::string{event.id});
    process_.post([this] { note("worker"); });
  }
  [[nodiscard]] bool depends_on_reports() const override { return depends; }
  void handle_probe_update(const ProbeUpdate& update) override { note("probe of " + update.pod_uid); }
  bool resync_idle_pods() override {
    if (are_idle) note("quiet");
    return are_idle;
  }
  void handle_sync_tick() override {
    note("SYNC");
    if (has_synced_pod) process_.post([this] { note("worker"); });
  }
  sim::Task<> handle_pod_cleanups() override {
    note("housekeeping");
    co_await sim::sleep_for(process_, 500ms);
  }

  Strings notes;
  bool is_pending = false;
  bool depends = false;
  bool are_idle = false;
  bool has_synced_pod = false;

 private:
  void note(const std::string& what) {
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(process_.now() - loop_start);
    notes.push_back(fmt::format("{} at {}", what, elapsed.count()));
  }

  const sim::Process& process_;
};

/// Tickers tick at whole seconds, housekeeping at even ones. What is ready at once is taken in the channels' order.
struct Looping {
  sim::Scheduler scheduler{loop_start};
  sim::Process process{scheduler};
  timing::Timing timing;
  trace::Recorder recorder{scheduler};
  testing::Collector reported;
  testing::ListedRuntime runtime{process};
  release::Behaviour behaviour = release::behaviour_of(release::v(30));
  testing::TestPleg pleg;
  NotingHandler handler{process};
  SyncLoop loop;
  RuntimeState state{process, runtime, runtime, behaviour, pleg, loop, Ticker{loop_start, 5s}};
  std::optional<std::string>& problem = pleg.problem;

  explicit Looping(timing::Model model = timing::Model::ideal, std::uint64_t seed = 1)
      : timing{sim::Choices{seed}, model},
        loop{process, timing, recorder,
             Tickers{.sync = {loop_start, 1s},
                     .housekeeping = {loop_start, 2s},
                     .status = {},
                     .runtime_check = {},
                     .container_gc = {},
                     .image_gc = {},
                     .log_rotation = {}}} {
    recorder.add(reported);
  }
  ~Looping() { scheduler.clear(); }

  void at(sim::Duration when) { scheduler.run_until(loop_start + when); }
  Strings notes() { return std::exchange(handler.notes, {}); }
  void push(PodSource source, const std::vector<std::pair<PodOperation, std::string>>& news) {
    PodUpdates updates{source, {}};
    for (const auto& [operation, name] : news) updates.updates.push_back({operation, testing::make_pod(name, {})});
    loop.push(std::move(updates));
  }
  void start(std::optional<sim::Duration> first_look = {}) { loop.start(handler, pleg, state, first_look); }
  void push_probe() { loop.push(ProbeUpdate{"u", {}}); }
};

}  // namespace

TEST_CASE_FIXTURE(Looping, "what the sources say is done in order, and the source counts as seen after each message") {
  start();
  at(100ms);
  push(PodSource::api, {{PodOperation::remove, "a"},
                        {PodOperation::add, "b"},
                        {PodOperation::update, "c"},
                        {PodOperation::graceful_delete, "d"},
                        {PodOperation::reconcile, "e"}});
  push(PodSource::file, {});
  at(200ms);
  CHECK(notes() == Strings{"REMOVE a at 100", "ADD b at 100", "UPDATE c at 100", "UPDATE d at 100",
                           "RECONCILE e at 100", "API at 100", "FILE at 100"});
  Strings operations;
  for (const auto& [time, record] : reported.of<trace::Loop>()) operations.push_back(record.op);
  CHECK(operations == Strings{"REMOVE", "ADD", "UPDATE", "DELETE", "RECONCILE"});
}

TEST_CASE_FIXTURE(Looping, "of an ideal node's channels the first that has something is taken, one message at a time") {
  start();
  loop.schedule_sync_tick(loop_start + 2s);
  loop.schedule_housekeeping();
  process.at(loop_start + 2s, [this] {
    push_probe();
    pleg.emit("a");
    pleg.emit("b");
    push(PodSource::api, {{PodOperation::add, "web"}});
  });
  at(2100ms);
  CHECK(notes() == Strings{"ADD web at 2000", "API at 2000", "event a at 2000", "event b at 2000", "probe of u at 2000",
                           "SYNC at 2000", "housekeeping at 2000", "worker at 2000", "worker at 2000"});
}

TEST_CASE("on a real node every channel may be the first") {
  std::set<std::string> first;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Looping node{timing::Model::measured, seed};
    node.start();
    node.loop.schedule_sync_tick(loop_start + 2s);
    node.loop.schedule_housekeeping();
    node.process.at(loop_start + 2s, [&node] {
      node.push_probe();
      node.pleg.emit("a");
      node.push(PodSource::api, {{PodOperation::add, "web"}});
    });
    node.at(2100ms);
    REQUIRE_FALSE(node.handler.notes.empty());
    first.insert(node.handler.notes.front());
  }
  CHECK(first == std::set<std::string>{"ADD web at 2000", "event a at 2000", "probe of u at 2000", "SYNC at 2000",
                                       "housekeeping at 2000"});
}

TEST_CASE_FIXTURE(Looping, "while housekeeping goes on, everything else waits") {
  start();
  loop.schedule_housekeeping();
  loop.schedule_housekeeping();
  at(2100ms);
  push_probe();
  loop.schedule_housekeeping();
  at(5s);
  CHECK(notes() == Strings{"housekeeping at 2000", "probe of u at 2500", "housekeeping at 4000"});
  at(10s);
  CHECK(notes().empty());
}

TEST_CASE_FIXTURE(Looping, "a SYNC tick comes at the earliest time for which it was wanted, once") {
  start();
  loop.schedule_sync_tick(loop_start + 3500ms);
  loop.schedule_sync_tick(loop_start + 6s);
  loop.schedule_sync_tick(loop_start + 1500ms);
  CHECK(loop.is_sync_tick_scheduled());
  at(5s);
  CHECK(notes() == Strings{"SYNC at 2000"});
  CHECK_FALSE(loop.is_sync_tick_scheduled());
  loop.schedule_sync_tick(loop_start);
  at(6s);
  CHECK(notes() == Strings{"SYNC at 5000"});
}

TEST_CASE_FIXTURE(Looping, "pods that are quiet are resynced without the loop, if that has nothing else to do") {
  handler.are_idle = true;
  start();
  CHECK_FALSE(loop.is_idle());
  at(100ms);
  CHECK(loop.is_idle());
  loop.schedule_sync_tick(loop_start + 1s);
  at(1100ms);
  CHECK(notes() == Strings{"quiet at 1000"});
  loop.schedule_housekeeping();
  at(2100ms);
  CHECK_FALSE(loop.is_idle());
  loop.schedule_sync_tick(loop_start + 2200ms);
  at(3100ms);
  CHECK(notes() == Strings{"housekeeping at 2000", "quiet at 3000"});
  problem = "it sleeps";
  CHECK_FALSE(loop.is_idle());
  loop.schedule_sync_tick(loop_start + 4s);
  at(4050ms);
  CHECK(notes().empty());
  problem.reset();
  at(5s);
  CHECK(notes() == Strings{"SYNC at 4100"});
}

TEST_CASE_FIXTURE(Looping, "a loop with something to do is not idle, whatever it is") {
  start();
  at(100ms);
  const auto busy = [this](const auto& make) {
    REQUIRE(loop.is_idle());
    make();
    const bool was_busy = !loop.is_idle();
    scheduler.run_until(scheduler.now() + 100ms);
    return was_busy;
  };
  CHECK(busy([this] { push(PodSource::api, {}); }));
  CHECK(busy([this] { push_probe(); }));
  CHECK(busy([this] { pleg.emit("a"); }));
  CHECK(loop.is_idle());
}

TEST_CASE_FIXTURE(Looping,
                  "while something is wrong the loop pauses, twice as long each time, and begins anew after it") {
  start();
  at(1s);
  problem = "it sleeps";
  push_probe();
  at(20s);
  Strings reported_at;
  for (const auto& [time, node] : reported.of<trace::Node>()) {
    CHECK(node.what == "Skipping pod synchronization");
    CHECK(node.message == "PLEG is not healthy: it sleeps");
    reported_at.push_back(
        std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time - loop_start).count()));
  }
  CHECK(reported_at == Strings{"1000", "1100", "1300", "1700", "2500", "4100", "7300", "12300", "17300"});
  problem.reset();
  at(30s);
  CHECK(notes() == Strings{"probe of u at 22300"});
  problem = "it sleeps";
  push_probe();
  at(30050ms);
  problem.reset();
  at(31s);
  CHECK(notes() == Strings{"probe of u at 30100"});
}

TEST_CASE_FIXTURE(Looping,
                  "a loop that begins looks whether all is well, in pauses that grow, and takes nothing before") {
  problem = "pleg has yet to be successful";
  start(1s);
  push_probe();
  at(1250ms);
  problem.reset();
  at(1290ms);
  CHECK(notes().empty());
  at(2s);
  CHECK(notes() == Strings{"probe of u at 1300"});
  CHECK(reported.of<trace::Node>().empty());
}

TEST_CASE("of the first list of pods and the first relist the list comes first, as a rule") {
  std::set<std::string> first;
  int lists = 0;
  constexpr int seeds = 200;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Looping node{timing::Model::measured, seed};
    node.start(1s);
    node.pleg.emit("a");
    node.push(PodSource::api, {{PodOperation::add, "web"}});
    node.at(1200ms);
    REQUIRE(node.handler.notes.size() >= 3);
    first.insert(node.handler.notes.front());
    if (node.handler.notes.front() != "ADD web at 1000") continue;
    ++lists;
    // The first pods take the longest.
    const std::string& next = node.handler.notes.at(2);
    if (next == "event a at 1000") continue;
    CHECK(next >= "event a at 1007");
    CHECK(next <= "event a at 1028");
  }
  CHECK(first == std::set<std::string>{"ADD web at 1000", "event a at 1000"});
  CHECK(lists > seeds * 9 / 10);
}

TEST_CASE("workers that an event has woken may report before the next event is taken, where that depends on them") {
  const auto orders = [](bool depends) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      Looping node{timing::Model::measured, seed};
      node.handler.depends = depends;
      node.start();
      node.at(100ms);
      node.pleg.emit("a");
      node.pleg.emit("b");
      node.at(200ms);
      REQUIRE(node.handler.notes.size() == 4);
      seen.insert(node.handler.notes.at(1));
    }
    return seen;
  };
  CHECK(orders(false) == std::set<std::string>{"event b at 100"});
  CHECK(orders(true) == std::set<std::string>{"event b at 100", "worker at 100"});
}

TEST_CASE("a worker that a SYNC tick has woken may begin before the loop takes the pods that wait for it") {
  std::set<Strings> orders;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Looping node{timing::Model::measured, seed};
    node.handler.has_synced_pod = true;
    node.start();
    node.loop.schedule_sync_tick(loop_start + 2s);
    node.process.at(loop_start + 2s, [&node] { node.push(PodSource::api, {{PodOperation::remove, "web"}}); });
    node.at(2100ms);
    orders.insert(node.notes());
  }
  CHECK(orders == std::set<Strings>{{"REMOVE web at 2000", "API at 2000", "SYNC at 2000", "worker at 2000"},
                                    {"SYNC at 2000", "REMOVE web at 2000", "API at 2000", "worker at 2000"},
                                    {"SYNC at 2000", "worker at 2000", "REMOVE web at 2000", "API at 2000"}});
}

TEST_CASE_FIXTURE(Looping, "a pod that has to wait for others' end holds up all that comes after it") {
  start();
  at(100ms);
  push(PodSource::api, {{PodOperation::add, "small"}, {PodOperation::add, "large"}, {PodOperation::add, "last"}});
  push(PodSource::file, {});
  push_probe();
  at(10s);
  CHECK(notes() == Strings{"ADD small at 100", "ADD large at 100", "finished at 3100", "ADD last at 3100",
                           "API at 3100", "FILE at 3100", "probe of u at 3100"});
}

TEST_CASE_FIXTURE(Looping, "two pods that have to wait do so one after the other, also in a kubelet's first list") {
  start(100ms);
  push(PodSource::api, {{PodOperation::add, "large"}, {PodOperation::add, "large"}});
  at(10s);
  CHECK(notes() ==
        Strings{"ADD large at 100", "finished at 3100", "ADD large at 3100", "finished at 6100", "API at 6100"});
}

}  // namespace podreel::kubelet
