// What two timelines of one scenario may differ in.
#include "scenarios/reproduce/recording/timeline_comparison.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::reproduce {

namespace {

using nlohmann::json;
using Lines = std::vector<json>;

json call(double at, const std::string& op, json more = json::object()) {
  json record{{"t", at}, {"kind", "runtime"}, {"op", op}};
  record.update(more);
  return record;
}

json event(double at, const std::string& reason) {
  return {{"t", at}, {"kind", "event"}, {"type", "Normal"}, {"reason", reason}, {"message", reason}};
}

std::optional<Difference> difference(const Lines& recorded, const Lines& simulated, double length = 60,
                                     std::optional<double> stall = std::nullopt) {
  return first_difference(comparable(recorded, length, false), comparable(simulated, length, false), stall);
}

}  // namespace

TEST_CASE("timelines are compared to their end") {
  const Lines started{event(0.1, "Pulled"), event(58.9, "Started")};
  CHECK_FALSE(difference(started, started));
  CHECK(difference({event(0.1, "Pulled"), event(58.9, "Killing")}, started));
  CHECK(difference({event(0.1, "Pulled"), event(0.3, "Killing")}, {event(0.1, "Pulled")}));
  CHECK(difference({event(0.1, "Pulled"), event(0.3, "Killing")}, {event(0.1, "Pulled"), event(2, "Killing")}));
}

TEST_CASE("at the end only what may still come is missing") {
  const Lines retried{event(0.1, "Pulled"), event(40, "Failed"), event(52, "BackOff")};
  const Lines waiting{event(0.1, "Pulled"), event(40, "Failed")};
  CHECK_FALSE(difference(retried, waiting));
  CHECK_FALSE(difference(waiting, retried));
  CHECK(difference(retried, waiting, 600));
  const Lines at_once{event(0.1, "Pulled"), event(40, "Failed"), event(45, "BackOff")};
  CHECK(difference(at_once, waiting));
}

TEST_CASE("the events of a parallel kill have no order, nor have their writes") {
  const auto kill = [](double at, const std::string& container, double written) {
    const json about{{"type", "Normal"}, {"reason", "Killing"}, {"message", "Stopping container " + container}};
    json begun{{"t", at}, {"kind", "event"}};
    json write{{"t", written}, {"kind", "eventWrite"}, {"op", "create"}, {"count", 1}};
    begun.update(about);
    write.update(about);
    return Lines{begun, write};
  };
  const auto in_order = [](Lines one, const Lines& other) {
    one.insert(one.end(), other.begin(), other.end());
    std::ranges::stable_sort(one, {}, [](const json& record) { return record.at("t").get<double>(); });
    return one;
  };
  const Lines one_first = in_order(kill(5, "a", 5.002), kill(5.001, "b", 5.07));
  CHECK_FALSE(difference(one_first, in_order(kill(5.001, "a", 5.008), kill(5, "b", 5.004))));
  // Two kills, one after the other.
  const Lines apart = in_order(kill(5, "a", 5.002), kill(5.2, "b", 5.202));
  CHECK(difference(apart, in_order(kill(5.2, "a", 5.202), kill(5, "b", 5.002))));
  CHECK(difference(one_first, kill(5, "a", 5.002)));
}

TEST_CASE("a call that returns after the end is not compared, one that returns before it is") {
  const Lines created{call(40, "CreateContainer")};
  const Lines starting{call(40, "CreateContainer"), call(40.1, "StartContainer", {{"dur_ms", 30000}})};
  CHECK_FALSE(difference(starting, created, 60));
  CHECK_FALSE(difference(created, starting, 60));
  CHECK(difference(starting, created, 90));
  CHECK(difference({call(40, "CreateContainer"), call(40.1, "StartContainer")}, created, 60));
}

TEST_CASE("the first event of a pod has its time as well") {
  CHECK(difference({event(0.1, "Pulled")}, {event(3, "Pulled")}));
  CHECK_FALSE(difference({event(0.1, "Pulled")}, {event(1, "Pulled")}));
}

TEST_CASE("a stall is excused once, where the recording documents it") {
  const Lines prompt{event(0, "Pulled"), event(1, "Created"), event(2, "Started")};
  const Lines stalled{event(0, "Pulled"), event(6, "Created"), event(7, "Started")};
  const Lines stalled_twice{event(0, "Pulled"), event(6, "Created"), event(12, "Started")};
  CHECK(difference(stalled, prompt));
  CHECK_FALSE(difference(stalled, prompt, 60, 5.0));
  CHECK(difference(stalled_twice, prompt, 60, 5.0));
}

TEST_CASE("events that come from the machine of a kubelet are kept apart") {
  const Lines plain{event(1, "Starting"), event(2, "NodeHasSufficientMemory"), event(2.1, "NodeAllocatableEnforced")};
  CHECK_FALSE(difference({event(1, "Starting"), event(1.1, "CgroupV1"), event(1.2, "InvalidDiskCapacity"),
                          event(1.5, "NodeAllocatableEnforced"), event(2, "NodeHasSufficientMemory")},
                         plain));
  CHECK(difference({event(1, "Starting"), event(2, "NodeHasSufficientMemory")}, plain));
}

TEST_CASE("a failed call has made nothing") {
  const json error{{"error", "refused"}};
  const json made{{"attempt", 1}, {"image", "a:1"}, {"hash", "12ab"}, {"error", "no disk"}};
  CHECK_FALSE(difference({call(1, "CreateContainer", made)}, {call(1, "CreateContainer", error)}));
  CHECK(difference({call(1, "CreateContainer", {{"attempt", 1}})}, {call(1, "CreateContainer", error)}));
}

TEST_CASE("the stop by which garbage collection begins to remove a sandbox is recognised by the sandbox") {
  const Lines removed{call(30, "StopPodSandbox", {{"sandbox", "a"}}),
                      call(30.186, "RemovePodSandbox", {{"sandbox", "a"}})};
  CHECK_FALSE(difference(removed, {}));
  const Lines of_another{call(30, "StopPodSandbox", {{"sandbox", "a"}}),
                         call(30.001, "RemovePodSandbox", {{"sandbox", "b"}})};
  CHECK(difference(of_another, {}));
}

TEST_CASE("of two stops of a sandbox just before its removal, only the last one is garbage collection's") {
  const json stop{{"sandbox", "a"}};
  const Lines collected{call(30, "StopPodSandbox", stop), call(30.08, "StopPodSandbox", stop),
                        call(30.08, "RemovePodSandbox", stop)};
  CHECK_FALSE(difference(collected, {call(30, "StopPodSandbox", stop)}));
  CHECK(difference(collected, {}));
}

TEST_CASE("exits of containers, written events and results of probes are compared where a recording has them") {
  const auto exit = [](double at, int code) {
    return json{{"t", at},         {"kind", "environment"}, {"what", "container_exit"},
                {"why", "script"}, {"exitCode", code},      {"container", "app"}};
  };
  CHECK(difference({exit(3, 1)}, {exit(3, 2)}));
  const auto probe = [](double at, int code) {
    return call(at, "ExecSync", {{"container", "app"}, {"command", "live"}, {"exitCode", code}});
  };
  CHECK_FALSE(difference({probe(3, 0), probe(4, 0), probe(9, 1)}, {probe(3, 0), probe(7, 1)}));
  CHECK(difference({probe(3, 0), probe(4, 0)}, {probe(3, 1)}));
  const Lines only_calls{call(1, "StartContainer")};
  const Compared compared = kinds_in(only_calls, {});
  CHECK_FALSE(compared.exits);
  CHECK_FALSE(compared.execs);
  CHECK_FALSE(compared.event_writes);
}

TEST_CASE("a call that hangs is recorded when the runtime takes it up") {
  const Lines recorded{call(220, "RunPodSandbox", {{"dur_ms", 1}})};
  const Lines simulated{call(0, "RunPodSandbox", {{"dur_ms", 220'000}})};
  CHECK_FALSE(difference(recorded, simulated, 400));
  CHECK(difference(recorded, {call(0, "RunPodSandbox", {{"dur_ms", 1}})}, 400));
}

TEST_CASE("a script's exit is as late as the script says, however long that is") {
  const auto run = [](double seconds) {
    const json container{{"container", "app"}, {"id", "c1"}};
    json exit{
        {"t", 1 + seconds}, {"kind", "environment"}, {"what", "container_exit"}, {"why", "script"}, {"exitCode", 1}};
    exit.update(container);
    return Lines{call(1, "StartContainer", container), exit};
  };
  CHECK(difference(run(30), run(35), 100));
  CHECK_FALSE(difference(run(30), run(30.5), 100));
}

}  // namespace podreel::reproduce
