#include "scenarios/reproduce/recording/kubelet_ticks.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::reproduce {

namespace {

using nlohmann::json;

json sync(double at, const char* op, const char* pod = "default/web") {
  return {{"t", at}, {"kind", "sync"}, {"op", op}, {"pod", pod}};
}

json loop(double at, const char* op, const char* pod = "default/web") {
  return {{"t", at}, {"kind", "loop"}, {"op", op}, {"pod", pod}};
}

json state(double at) {
  return {{"t", at}, {"kind", "pleg"}, {"id", "app"}, {"old", "running"}, {"new", "exited"}};
}

json container(double at, const char* kind, int attempt) {
  json record{{"t", at}, {"kind", kind}, {"container", "app"}, {"attempt", attempt}};
  record[std::string{kind} == "runtime" ? "op" : "what"] =
      std::string{kind} == "runtime" ? "RemoveContainer" : "container_exit";
  return record;
}

}  // namespace

TEST_CASE("statements and events belong to the kubelet that runs at their time") {
  const std::vector<KubeletTicks> kubelets =
      kubelet_ticks({{{"t", 0}, {"kind", "recording"}, {"what", "lists"}, {"at", {0.5, 1.5, 36.1}}},
                     {{"t", 0}, {"kind", "recording"}, {"what", "loops"}, {"for_s", 7.25}},
                     {{"t", 1.503}, {"kind", "loop"}, {"op", "PLEG"}, {"pod", "default/web"}},
                     {{"t", 1.504}, {"kind", "loop"}, {"op", "PLEG"}, {"pod", "default/web"}},
                     {{"t", 30}, {"kind", "kubelet"}, {"what", "stop"}},
                     {{"t", 35}, {"kind", "kubelet"}, {"what", "start"}},
                     {{"t", 35.2}, {"kind", "recording"}, {"what", "loops"}, {"for_s", 0}},
                     {{"t", 36.104}, {"kind", "loop"}, {"op", "PLEG"}, {"pod", "default/web"}}});
  REQUIRE(kubelets.size() == 2);
  CHECK(kubelets[0].lists == std::vector{0.5, 1.5});
  CHECK(kubelets[0].loops_began == -7.25);
  CHECK(kubelets[0].relist_events == std::vector{1.503});
  CHECK(kubelets[1].started == 35);
  CHECK(kubelets[1].lists == std::vector{36.1});
  CHECK(kubelets[1].loops_began == 35.2);
  CHECK(kubelets[1].relist_events == std::vector{36.104});
}

TEST_CASE("a kubelet that the scenario starts is the first one") {
  const std::vector<KubeletTicks> kubelets = kubelet_ticks(
      {{{"t", 0}, {"kind", "kubelet"}, {"what", "stop"}}, {{"t", 2}, {"kind", "kubelet"}, {"what", "start"}}});
  REQUIRE(kubelets.size() == 2);
  CHECK(kubelets[1].started == 2);
}

TEST_CASE("a removal of a sandbox shows when containers were collected, from the first removal on") {
  const auto removal = [](double at, const char* op) { return json{{"t", at}, {"kind", "runtime"}, {"op", op}}; };
  const std::vector<json> records{removal(20, "RemoveContainer"), removal(53.06, "RemoveContainer"),
                                  removal(53.062, "RemoveContainer"), removal(53.064, "RemovePodSandbox"),
                                  removal(53.07, "RemovePodSandbox")};
  CHECK(kubelet_ticks(records).front().collections == std::vector{53.06});
  std::vector<json> under_pressure = records;
  under_pressure.push_back({{"t", 50}, {"kind", "event"}, {"reason", "EvictionThresholdMet"}});
  CHECK(kubelet_ticks(under_pressure).front().collections.empty());
}

TEST_CASE("the removal of an earlier instance whose successor's end is not known yet shows a collection") {
  const json ended = container(20, "environment", 2);
  CHECK(kubelet_ticks({ended, container(20.5, "runtime", 1)}).front().collections == std::vector{20.5});
  CHECK(kubelet_ticks({ended, loop(20.4, "PLEG"), container(20.5, "runtime", 1)}).front().collections.empty());
  CHECK(kubelet_ticks({ended, container(20.5, "runtime", 2)}).front().collections.empty());
}

TEST_CASE("logged states show relists that saw changes, and the loop's event how long their inspection took") {
  const std::vector<json> records{state(1.5), state(1.501), loop(1.504, "PLEG"), loop(1.505, "PLEG"), state(2.51)};
  const std::vector<ChangeRelist> relists = kubelet_ticks(records).front().change_relists;
  REQUIRE(relists.size() == 2);
  CHECK(relists[0].listed == 1.5);
  CHECK(relists[0].handled == 1.504);
  CHECK(relists[1].listed == 2.51);
  CHECK_FALSE(relists[1].handled);
}

TEST_CASE(
    "where single pods are relisted on demand, states that are logged soon after a sync are not the kubelet's rhythm") {
  const std::vector<json> records{sync(1.2, "enter"), sync(1.21, "exit"), state(1.22), loop(1.23, "PLEG"), state(1.5)};
  CHECK(kubelet_ticks(records, false).front().change_relists.size() == 2);
  const KubeletTicks on_demand = kubelet_ticks(records, true).front();
  REQUIRE(on_demand.change_relists.size() == 1);
  CHECK(on_demand.change_relists.front().listed == 1.5);
  CHECK(on_demand.relist_events.empty());
}

TEST_CASE("of stated lists, those with a following event or a preceding removal saw changes") {
  const std::vector<json> records{{{"t", 0}, {"kind", "recording"}, {"what", "lists"}, {"at", {0.5, 1.51, 2.52, 3.53}}},
                                  loop(1.515, "PLEG"),
                                  container(3, "runtime", 0)};
  const std::vector<ChangeRelist> relists = kubelet_ticks(records).front().change_relists;
  REQUIRE(relists.size() == 2);
  CHECK(relists[0].listed == 1.51);
  CHECK(relists[0].handled == 1.515);
  CHECK(relists[1].listed == 3.53);
}

TEST_CASE("a sync that nothing has woken is one of the worker's timer") {
  const std::vector<json> records{loop(0.1, "ADD"),   sync(0.101, "enter"),  sync(0.2, "exit"),  sync(12.7, "enter"),
                                  sync(12.8, "exit"), loop(20, "RECONCILE"), sync(25, "enter"),  sync(25.1, "exit"),
                                  loop(26, "PLEG"),   sync(26.001, "enter"), sync(26.2, "exit"), sync(26.2, "enter"),
                                  sync(26.21, "exit")};
  const auto syncs = kubelet_ticks(records).front().syncs;
  REQUIRE(syncs.size() == 1);
  std::vector<bool> timed;
  for (const RecordedSync& one : syncs.front()) timed.push_back(one.is_timed);
  CHECK(timed == std::vector{false, true, true, false, false});
  CHECK(syncs.front()[1].began == 12.7);
  CHECK(syncs.front()[1].ended == 12.8);
}

TEST_CASE("each pod has a worker of its own, and a pod that is created again another one") {
  const std::vector<json> records{sync(1, "enter"),
                                  sync(1.1, "exit"),
                                  sync(2, "enter", "default/db"),
                                  sync(2.1, "exit", "default/db"),
                                  sync(3, "terminating-enter"),
                                  sync(3.5, "terminated-exit"),
                                  sync(4, "enter"),
                                  sync(4.1, "exit")};
  const auto syncs = kubelet_ticks(records).front().syncs;
  REQUIRE(syncs.size() == 3);
  CHECK(syncs[0].size() == 1);
  CHECK(syncs[1].front().began == 2);
  CHECK(syncs[2].front().began == 4);
}

}  // namespace podreel::reproduce
