#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;
using testing::run_podreel;

/// The line of `text` that begins with `name` and a blank, with one blank between its columns.
std::string gate_line(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("\n" + name + " ") + 1;
  std::string line;
  for (const char c : text.substr(begin, text.find('\n', begin) - begin)) {
    if (c != ' ' || line.back() != ' ') line += c;
  }
  return line;
}

}  // namespace

TEST_CASE("versions --gates shows what a kubelet of a release knows, and what podreel makes of it") {
  const CommandResult old = run_podreel({"versions", "--gates", "1.28"});
  CHECK(old.exit_code == 0);
  CHECK(old.out.starts_with("Kubernetes 1.28."));
  CHECK(gate_line(old.out, "GATE") == "GATE STAGE DEFAULT LOCKED NEEDS MODELLED");
  CHECK(gate_line(old.out, "SidecarContainers") == "SidecarContainers alpha off no - yes");
  CHECK(gate_line(old.out, "CPUManager") == "CPUManager GA on yes - no");
  CHECK(old.out.find("ContainerRestartRules") == std::string::npos);
  CHECK(gate_line(run_podreel({"versions", "--gates", "1.36"}).out, "RestartAllContainersOnContainerExits") ==
        "RestartAllContainersOnContainerExits beta on no ContainerRestartRules, NodeDeclaredFeatures yes");
}

TEST_CASE("versions --gates is for programs, too, and takes the newest release by itself") {
  const auto document = nlohmann::json::parse(run_podreel({"versions", "--gates", "-o", "json"}).out);
  REQUIRE(document.at("releases").size() == 1);
  CHECK(document.at("releases").at(0).at("release") == "1.37");
  for (const nlohmann::json& gate : document.at("releases").at(0).at("featureGates")) {
    if (gate.at("name") != "InPlacePodVerticalScaling") continue;
    CHECK(gate == nlohmann::json::parse(R"({"name": "InPlacePodVerticalScaling", "stage": "GA", "default": true,
                                            "locked": true, "needs": [], "modelled": true})"));
  }
}

TEST_CASE("without --gates, versions has the behaviours with their gates") {
  CHECK(run_podreel({"versions", "1.28"}).out.find("SidecarContainers") != std::string::npos);
  CHECK(run_podreel({"versions"}).out.starts_with("RELEASE"));
}

TEST_CASE("versions shows of each release what was recorded of it, by kind, and how much of that podreel gives alike") {
  const std::string table = run_podreel({"versions"}).out;
  CHECK(gate_line("\n" + table, "RELEASE") ==
        "RELEASE NEWEST PATCH BEHAVIOURS RECORDED READ UNVERIFIED HASH DECIDE SYNCPOD STATUS STATIC UID TIMELINE");
  CHECK(gate_line(table, "1.12").ends_with(" -"));
  const auto document = nlohmann::json::parse(run_podreel({"versions", "1.28", "-o", "json"}).out);
  const nlohmann::json& release = document.at("releases").at(0);
  for (const char* kind : {"recorded", "read", "unverified"}) CHECK(release.at("evidence").at(kind) > 0);
  for (const char* kind : {"hash", "decide", "syncpod", "status", "static-uid", "timeline"}) {
    CHECK(release.at("verified").at(kind).at("total") > 0);
  }
}

TEST_CASE("versions counts the rows of the behaviour table by their evidence, and lists them") {
  CHECK(run_podreel({"versions"}).out.find("\n  1.26 to 1.37: ") != std::string::npos);
  const std::string recorded = run_podreel({"versions", "--evidence", "recorded", "1.28"}).out;
  CHECK(gate_line("\n" + recorded, "BEHAVIOUR") == "BEHAVIOUR RELEASES EVIDENCE SOURCE WHAT CHANGES");
  CHECK(gate_line(recorded, "sidecars").starts_with("sidecars 1.28 recorded: 1.27.7/decide/"));
  CHECK(recorded.find("\nkill_reasons ") == std::string::npos);
  CHECK(run_podreel({"versions", "--evidence", "unverified"}).out.find("\nsidecars ") == std::string::npos);
  const auto document = nlohmann::json::parse(run_podreel({"versions", "--evidence", "read", "-o", "json"}).out);
  for (const nlohmann::json& row : document.at("behaviours")) CHECK_FALSE(row.at("evidence").empty());
  CHECK(run_podreel({"versions", "--evidence", "guessed"}).exit_code == 2);
}

TEST_CASE("versions --timing shows durations and random choices, with their sites and evidence") {
  const std::string all = run_podreel({"versions", "--timing"}).out;
  CHECK(gate_line("\n" + all, "NAME") == "NAME KIND VALUE SITE KEY KUBELETS EVIDENCE WHAT");
  CHECK(gate_line(all, "relist_period").starts_with("relist_period period 1s - - - pkg/kubelet/kubelet.go "));
  CHECK(gate_line(all, "worker_is_fast").starts_with("worker_is_fast odds 1 of 32 worker-wake pod UID - some 10 of "));
  CHECK(
      gate_line(all, "sandbox_latency").starts_with("sandbox_latency spread 500µs … 1.8ms … 25ms start-latency - - "));
  CHECK(gate_line(all, "kill_beats_exit").starts_with("kill_beats_exit odds 1 of 2 stop-tie container ID - assumed "));
  CHECK(gate_line(all, "probe_answer")
            .starts_with("probe_answer race 2 : 9 : 1 : 1 probe-race - from 1.32 to before 1.33 "));
  const std::string old = run_podreel({"versions", "--timing", "1.28"}).out;
  CHECK(old.find("\nprobe_answer ") == std::string::npos);
  CHECK(old.find("\nprobe_answer_before ") != std::string::npos);
  CHECK(run_podreel({"versions", "--timing", "--gates"}).exit_code == 2);
}

TEST_CASE("versions --timing is for programs, too") {
  const auto document = nlohmann::json::parse(run_podreel({"versions", "--timing", "-o", "json"}).out);
  for (const nlohmann::json& row : document.at("timing")) {
    if (row.at("name") != "worker_jitter") continue;
    CHECK(row == nlohmann::json::parse(R"({"name": "worker_jitter", "kind": "jitter", "site": "worker-jitter",
                                           "key": "pod UID", "upToPercent": 50, "assumed": false,
                                           "evidence": "pkg/kubelet/pod_workers.go workerResyncIntervalJitterFactor",
                                           "what":
                                             "jitter of the pause between two syncs of a pod, as a part of it"})"));
  }
}

}  // namespace podreel
