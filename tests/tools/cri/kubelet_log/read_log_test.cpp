#include "tools/cri/kubelet_log/read_log.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "tools/cri/kubelet_log/written_log.hpp"

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

/// 2026-11-25 15:09:08 UTC.
constexpr sim::Time log_began{std::chrono::seconds{1795619348}};

/// "ADD default/web, ADD kube-system/dns" of a message; "?" for one of the kind that is not understood.
std::string reported(std::string_view message) {
  const LoggedSteps steps = steps_of(message);
  if (steps.is_of_kind && !steps.is_understood) return "?";
  std::string text;
  for (const trace::Record& record : steps.records) {
    const auto* loop = std::get_if<trace::Loop>(&record.payload);
    if (!text.empty()) text += ", ";
    text += loop != nullptr ? loop->op : std::get<trace::Sync>(record.payload).op;
    text += " " + record.pod;
  }
  return text;
}

ReadLog read(const std::string& log, double speed = 1) {
  std::istringstream in{log};
  return read_log(in, log_began, speed);
}

std::string header(std::string_view time) {
  return fmt::format("I1125 {}    4242 kubelet.go:2433] ", time);
}

}  // namespace

TEST_CASE("what the sync loop takes up is read in the words of every release") {
  CHECK(reported(R"x(SyncLoop (ADD, "api"): "web_default(0a1b), dns_kube-system(2c3d)")x") ==
        "ADD default/web, ADD kube-system/dns");
  CHECK(reported(R"x(SyncLoop (UPDATE, "api"): "web_default(0a1b):DeletionTimestamp=2020-01-01T00:00:00Z")x") ==
        "UPDATE default/web");
  CHECK(reported(R"x(SyncLoop (DELETE, "api"): "irrelevant_default(0a1b)")x") == "DELETE default/irrelevant");
  CHECK(reported(R"x(SyncLoop (ADD, "file"): "")x").empty());
  CHECK(reported(R"x("SyncLoop REMOVE" source="api" pods="[web_default(0a1b) dns_kube-system(2c3d)]")x") ==
        "REMOVE default/web, REMOVE kube-system/dns");
  CHECK(reported(R"x("SyncLoop RECONCILE" source="api" pods=[default/web kube-system/dns])x") ==
        "RECONCILE default/web, RECONCILE kube-system/dns");
  CHECK(reported(R"x("SyncLoop ADD" source="api" pods=["default/web","kube-system/dns"])x") ==
        "ADD default/web, ADD kube-system/dns");
  CHECK(reported(R"x("SyncLoop ADD" source="api" pods=[])x").empty());
  CHECK(
      reported(
          R"x(SyncLoop (PLEG): "web_default(0a1b)", event: &pleg.PodLifecycleEvent{ID:"0a1b", Type:"ContainerDied"})x") ==
      "PLEG default/web");
  CHECK(
      reported(R"x("SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"0a1b","Type":"ContainerDied"})x") ==
      "PLEG default/web");
  CHECK(reported(R"x(SyncLoop (container unhealthy): "web_default(0a1b)")x") == "PROBE default/web");
  CHECK(reported("\"SyncLoop (probe)\" probe=\"readiness\" status=\"ready\" pod=\"default/web\"") ==
        "PROBE default/web");
}

TEST_CASE("syncs are read in the words of every release that logs them") {
  CHECK(reported(R"x("syncPod enter" pod="default/web" podUID=0a1b)x") == "enter default/web");
  CHECK(reported(R"x("SyncPod exit" pod="default/web" podUID="0a1b" isTerminal=true)x") == "exit default/web");
  CHECK(reported(R"x("syncTerminatingPod exit" pod="default/web" podUID="0a1b")x") == "terminating-exit default/web");
  CHECK(reported(R"x("SyncTerminatingRuntimePod enter" pod="default/web" podUID="0a1b")x") ==
        "terminating-runtime-enter default/web");
  CHECK(reported(R"x("SyncTerminatedPod enter" pod="default/web" podUID="0a1b")x") == "terminated-enter default/web");
  const auto terminal = steps_of(R"x("SyncPod exit" pod="default/web" podUID="0a1b" isTerminal=true)x");
  REQUIRE(terminal.records.size() == 1);
  CHECK(std::get<trace::Sync>(terminal.records.front().payload).terminal == true);
}

TEST_CASE(
    "lines of the loop that tell of no pod's are understood, others of its kind are counted, the rest is nothing") {
  for (const char* message :
       {"SyncLoop (housekeeping)", "SyncLoop (housekeeping, skipped): sources aren't ready yet.",
        "\"SyncLoop (housekeeping) end\" duration=\"1ms\"", "SyncLoop (SYNC): 1 pods; web_default(0a1b)",
        "\"SyncLoop (SYNC) pods\" total=1 pods=[\"default/web\"]", "SyncLoop (PLEG): ignore irrelevant event: &{}",
        "\"SyncLoop (probe): ignore irrelevant update\" probe=\"liveness\"", "\"Starting kubelet main sync loop\"",
        "Error syncing pod 0a1b", "\"SyncPodder enter\" pod=\"default/web\"", "", "\""}) {
    CHECK_MESSAGE(reported(message).empty(), message);
  }
  for (const char* message : {"SyncLoop (RESTORE, \"api\"): \"web_default(0a1b)\"", "\"SyncLoop ADD\" source=\"api\"",
                              "\"SyncLoop ADD\" source=\"api\" pods=[what]", "\"SyncLoop (PLEG): event for pod\"",
                              "SyncLoop (ADD, \"api\"): \"x", "SyncLoop (ADD, \"api\"): \"x(y)\""}) {
    CHECK_MESSAGE(reported(message) == "?", message);
  }
  const ReadLog log =
      read(header("15:09:09.000000") + "SyncLoop (TWIST)\n" + header("15:09:10.000000") + "SyncLoop ?\n");
  CHECK(log.not_understood == 2);
  CHECK(log.example.ends_with("SyncLoop (TWIST)"));
}

TEST_CASE("times of a log count from the scenario's begin, as fast as its time passes") {
  const ReadLog log = read("not a line of klog\n" + header("15:09:07.999999") +
                               "\"SyncLoop ADD\" source=\"api\" pods=[default/early]\n" + header("15:09:10.500000") +
                               "\"SyncLoop ADD\" source=\"api\" pods=[default/web]\n",
                           2);
  REQUIRE(log.lines.size() == 1);
  CHECK(log.lines.front().at == 5s);
  CHECK(nlohmann::json::parse(log.lines.front().text) ==
        nlohmann::json{{"t", 5.0}, {"kind", "loop"}, {"pod", "default/web"}, {"op", "ADD"}});
}

TEST_CASE("lines that a distribution's klog begins with a word of its own are read as well") {
  const ReadLog log =
      read("??? " + header("15:09:10.500000") + "\"SyncLoop ADD\" source=\"api\" pods=[default/web]\n" + "two words " +
           header("15:09:11.500000") + "\"SyncLoop ADD\" source=\"api\" pods=[default/db]\n");
  CHECK(log.num_entries == 1);
  CHECK(log.lines.size() == 1);
}

TEST_CASE("a log in another format has no entries") {
  CHECK(read("{\"ts\":1,\"msg\":\"SyncLoop ADD\"}\nplain text\n\n").num_entries == 0);
  CHECK(read("").num_entries == 0);
}

TEST_CASE("events are read before the spam filter, in the words of every release") {
  const ReadLog log = read(
      header("15:09:09.000000") +
      R"x("Event occurred" object="default/web" fieldPath="spec.containers{app}" kind="Pod" apiVersion="v1" type="Normal" reason="Pulled" message="Container image \"img\" is \u00e9 \x07")x"
      "\n" +
      header("15:09:10.000000") +
      R"x("Event occurred" object="node-1" fieldPath="" kind="Node" apiVersion="" type="Warning" reason="CgroupV1" message="old")x"
      "\n" +
      header("15:09:11.000000") +
      R"x(Event(v1.ObjectReference{Kind:"Pod", Namespace:"default", Name:"web", UID:"0a1b", APIVersion:"v1", ResourceVersion:"7", FieldPath:"spec.containers{app}"}): type: 'Warning' reason: 'BackOff' Back-off 'it')x"
      "\n");
  REQUIRE(log.lines.size() == 3);
  CHECK(nlohmann::json::parse(log.lines[0].text) ==
        nlohmann::json{{"t", 1.0},
                       {"kind", "event"},
                       {"pod", "default/web"},
                       {"obj", "Pod"},
                       {"type", "Normal"},
                       {"reason", "Pulled"},
                       {"fieldPath", "spec.containers{app}"},
                       {"message", "Container image \"img\" is \u00e9 \a"}});
  const auto of_node = nlohmann::json::parse(log.lines[1].text);
  CHECK(of_node.at("obj") == "Node");
  CHECK_FALSE(of_node.contains("pod"));
  const auto old = nlohmann::json::parse(log.lines[2].text);
  CHECK(old.at("pod") == "default/web");
  CHECK(old.at("message") == "Back-off 'it'");
}

TEST_CASE("answers of probes are read in the words of every release") {
  const ReadLog log = read(
      header("15:09:09.000000") +
      R"x("Probe succeeded" probeType="Readiness" pod="default/web" podUID="0a1b" containerName="app")x"
      "\n" +
      header("15:09:10.000000") +
      R"x("Probe failed" probeType="Startup" pod="default/web" podUID="0a1b" containerName="app" probeResult="failure" output=<)x"
      "\n\tnot\n\tyet\n >\n" +
      header("15:09:11.000000") +
      R"x(Liveness probe for "web_default(0a1b):app" failed (failure): no: "it")x"
      "\n" +
      header("15:09:12.000000") +
      R"x(Readiness probe for "web_default(0a1b):app" succeeded)x"
      "\n" +
      header("15:09:13.000000") +
      R"x("Probe errored" probeType="Startup" pod="default/web" containerName="app")x"
      "\n" +
      header("15:09:14.000000") +
      R"x(Readiness probe for "web_default(0a1b):app" errored: no runtime)x"
      "\n");
  CHECK(log.not_understood == 0);
  REQUIRE(log.lines.size() == 4);
  CHECK(nlohmann::json::parse(log.lines[0].text) == nlohmann::json{{"t", 1.0},
                                                                   {"kind", "probe"},
                                                                   {"pod", "default/web"},
                                                                   {"probe", "Readiness"},
                                                                   {"container", "app"},
                                                                   {"result", "success"}});
  CHECK(nlohmann::json::parse(log.lines[1].text).at("output") == "not\nyet");
  const auto old = nlohmann::json::parse(log.lines[2].text);
  CHECK(old.at("probe") == "Liveness");
  CHECK(old.at("result") == "failure");
  CHECK(old.at("output") == "no: \"it\"");
  CHECK(nlohmann::json::parse(log.lines[3].text).at("result") == "success");
}

TEST_CASE("the error of a sync is read into the record of its end") {
  const std::string at = header("15:09:09.000000");
  const ReadLog log =
      read(at +
           R"x("SyncPod enter" pod="default/web" podUID="0a1b")x"
           "\n" +
           at +
           R"x("SyncPod exit" pod="default/web" podUID="0a1b" isTerminal=false)x"
           "\n" +
           at +
           R"x("SyncPod enter" pod="default/other" podUID="2c3d")x"
           "\n" +
           at +
           R"x("Error syncing pod, skipping" err="failed to \"StartContainer\"" pod="default/web" podUID="0a1b")x"
           "\n" +
           at +
           R"x("Error syncing pod, skipping" err="early" pod="default/unknown" podUID="4e5f")x"
           "\n");
  REQUIRE(log.lines.size() == 3);
  CHECK(nlohmann::json::parse(log.lines[1].text).at("error") == "failed to \"StartContainer\"");
  CHECK_FALSE(nlohmann::json::parse(log.lines[2].text).contains("error"));
}

TEST_CASE("the message of an event may have several lines") {
  const ReadLog log =
      read(header("15:09:09.000000") +
           "\"Event occurred\" object=\"default/web\" kind=\"Pod\" type=\"Warning\" reason=\"Unhealthy\" message=<\n"
           "\tLiveness probe failed: one\n\ttwo\n >\n" +
           header("15:09:10.000000") + "\"SyncLoop ADD\" source=\"api\" pods=[\"default/web\"]\n");
  REQUIRE(log.lines.size() == 2);
  CHECK(nlohmann::json::parse(log.lines[0].text).at("message") == "Liveness probe failed: one\ntwo");
}

TEST_CASE("events that are cut off are counted") {
  const ReadLog log = read(header("15:09:09.000000") +
                           "\"Event occurred\" object=\"default/web\" kind=\"Pod\" type=\"Normal\" reason=\"Pu\n" +
                           header("15:09:09.000000") + "Event(v1.ObjectReference{Kind:\"Pod\"})\n");
  CHECK(log.lines.empty());
  CHECK(log.not_understood == 2);
}

TEST_CASE("the year of a line is the one in which it is nearest") {
  constexpr sim::Time last_second{std::chrono::seconds{1798761599}};  // 2026-12-31 23:59:59
  const auto next_year = log_line_of("I0101 00:00:01.000000       1 kubelet.go:1] x", last_second);
  REQUIRE(next_year);
  CHECK(next_year->at - last_second == 2s);
  const auto last_year = log_line_of("I1231 23:59:59.000000       1 kubelet.go:1] x", last_second + 2s);
  REQUIRE(last_year);
  CHECK(last_year->at == last_second);
  CHECK_FALSE(log_line_of("I0101 00:00:01", last_second));
  CHECK_FALSE(log_line_of("X0101 00:00:01.000000       1 kubelet.go:1] x", last_second));
  CHECK_FALSE(log_line_of("I0101 00:00:01.000000 no end of the header", last_second));
}

TEST_CASE("what the simulated kubelet logs is read again, whatever its release") {
  for (const char* version : {"1.10", "1.20", "1.21", "1.24", "1.31", "1.36"}) {
    std::ostringstream out;
    constexpr int everything = 4;
    WrittenLog log{out, *release::parse_release(version), everything, Pace{log_began, 1},
                   [](std::string_view) { return "0a1b"; }};
    for (const char* op : {"ADD", "UPDATE", "DELETE", "REMOVE", "RECONCILE", "PLEG", "PROBE"}) {
      log.write({log_began + 1s, "default/web", trace::Loop{op}});
    }
    log.write({log_began + 2s, "default/web", trace::Sync{.op = "terminating-runtime-exit"}});
    for (const char* result : {"success", "warning", "failure"}) {
      log.write({log_began + 2s, "default/web", trace::Probe{"Startup", "app", result, "a \"b\": c"}});
    }
    trace::Event event{.type = "Warning", .reason = "Unhealthy", .message = "one \"1\"\ntwo"};
    event.field_path = "spec.containers{app}";
    log.write({log_began + 3s, "default/web", event});
    const ReadLog again = read(out.str());
    CHECK(again.not_understood == 0);
    const bool has_syncs = release::v(22) <= *release::parse_release(version);
    CHECK_MESSAGE(again.lines.size() == (has_syncs ? 12 : 11), version, out.str());
    CHECK(nlohmann::json::parse(again.lines.back().text).at("message") == event.message);
  }
}

TEST_CASE("how much is logged is as with a kubelet's --v") {
  const auto lines_at = [](int verbosity) {
    std::ostringstream out;
    WrittenLog log{out, release::v(31), verbosity, Pace{log_began, 1}, [](std::string_view) { return ""; }};
    for (const char* op : {"PROBE", "ADD", "RECONCILE"}) log.write({log_began, "default/web", trace::Loop{op}});
    log.write({log_began, "default/web", trace::Sync{.op = "enter"}});
    log.write({log_began, "default/web", trace::Event{.type = "Normal", .reason = "Pulled", .message = ""}});
    for (const char* result : {"success", "failure"}) {
      log.write({log_began, "default/web", trace::Probe{"Startup", "app", result, {}}});
    }
    return read(out.str()).lines.size();
  };
  CHECK(lines_at(0) == 0);
  CHECK(lines_at(1) == 2);
  CHECK(lines_at(2) == 3);
  CHECK(lines_at(3) == 5);
  CHECK(lines_at(4) == 7);
}

TEST_CASE("the begin of a kubelet's loops is read, also before the scenario") {
  const ReadLog log = read(header("15:09:00.750000") + "\"Starting kubelet main sync loop\"\n" +
                               header("15:09:14.250000") + "Starting kubelet main sync loop.\n",
                           2);
  CHECK(log.loops_began == std::vector<sim::Duration>{-14500ms, 12500ms});
  CHECK(log.lines.empty());
  CHECK(log.not_understood == 0);
}

}  // namespace podreel::cri
