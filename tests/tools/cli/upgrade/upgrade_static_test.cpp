// Static pods: what an upgrade does to the pods of a manifest folder.
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/conformance.hpp"
#include "support/json_lines.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::CommandResult;
using testing::has;

constexpr const char* etcd = R"(apiVersion: v1
kind: Pod
metadata: {name: etcd, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
    - {name: etcd, image: "etcd:3.5", livenessProbe: {httpGet: {port: 2381}}}
)";
constexpr const char* hooked = R"(apiVersion: v1
kind: Pod
metadata: {name: proxy}
spec:
  containers:
    - {name: proxy, image: "proxy:1", lifecycle: {preStop: {exec: {command: [drain]}}}}
)";

struct ManifestFolder {
  void write(const std::string& name, const std::string& text) const { std::ofstream{root / name} << text; }

  [[nodiscard]] CommandResult upgrade(const std::string& from, const std::string& to,
                                      std::vector<std::string> arguments = {}) const {
    arguments.insert(arguments.begin(),
                     {"upgrade", "--from", from, "--to", to, "--static-pod-dir", root.string(), "--node", "cp-1"});
    return testing::run_podreel(arguments);
  }

  testing::ScratchFolder folder;
  const fs::path& root = folder.path();
};

/// From a recorded release to the next: are kubeadm's pods recreated?
struct RecreationRow {
  const char* from;
  const char* to;
  bool recreates;
};

constexpr auto recreation_rows = std::to_array<RecreationRow>({
    {"1.7.3", "1.14.0", true},
    {"1.14.0", "1.15.3", true},
    {"1.15.3", "1.17.1", true},
    {"1.17.1", "1.18.6", true},
    {"1.18.6", "1.19.0", true},
    {"1.19.0", "1.19.3", false},
    {"1.19.3", "1.21.4", true},
    {"1.21.4", "1.22.6", false},
    {"1.22.6", "1.23.15", true},
    {"1.23.15", "1.24.14", true},
    {"1.24.14", "1.26.7", true},
    {"1.26.7", "1.27.7", true},
    {"1.27.7", "1.28.0", true},
    {"1.28.0", "1.28.6", false},
    {"1.28.6", "1.29.6", false},
    {"1.29.6", "1.30.7", true},
    {"1.30.7", "1.31.12", true},
    {"1.31.12", "1.32.10", true},
});

}  // namespace

TEST_CASE("a recreated static pod has its cause, and what the kubelet does with the old one") {
  const ManifestFolder folder;
  folder.write("etcd.yaml", etcd);
  folder.write("proxy.manifest", hooked);
  folder.write(".hidden", "no manifest");
  const CommandResult result = folder.upgrade("1.27", "1.28");
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "kube-system/etcd-cp-1   recreated   1.28 adds Container.restartPolicy"));
  CHECK(has(result.out, "starts the new pod immediately, beside the old one"));
  CHECK(has(result.out, "it may exit and be restarted after 10 s, 20 s and so on: etcd-cp-1."));
  CHECK(has(result.out, "with a grace period of 2 s regardless of the manifest, and without its preStop hook"));
  CHECK(has(result.out, "The preStop hook of these pods will not run: proxy-cp-1."));
  CHECK(has(result.out, "1.27 to 1.28: 2 of 2 static pods affected\n"));
  CHECK(has(folder.upgrade("1.18", "1.19").out, "with the grace period and the preStop hook that it was started with"));
  CHECK(has(folder.upgrade("1.26", "1.27").out, "a grace period of 1 s"));
}

TEST_CASE("an upgrade that leaves the UID alone leaves the pod alone") {
  const ManifestFolder folder;
  folder.write("etcd.yaml", etcd);
  const CommandResult result = folder.upgrade("1.21", "1.22");
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "kube-system/etcd-cp-1   stays"));
  CHECK_FALSE(has(result.out, "at once"));
}

TEST_CASE("a manifest with a UID keeps its pod, but its containers may restart") {
  const ManifestFolder folder;
  folder.write("etcd.yaml",
               "kind: Pod\napiVersion: v1\nmetadata: {name: etcd, uid: given-uid-1}\n"
               "spec: {containers: [{name: etcd, image: e}]}\n");
  const CommandResult result = folder.upgrade("1.30", "1.31");
  CHECK(result.exit_code == 1);
  CHECK(
      has(result.out, "containers restart   the UID stays, but container \"etcd\" has another hash: 1.31 hashes only"));
}

TEST_CASE("JSON has the UIDs and how the old pod ends") {
  const ManifestFolder folder;
  folder.write("proxy.yaml", hooked);
  const json document = json::parse(folder.upgrade("1.27", "1.28", {"-o", "json"}).out);
  const json& pod = document.at("upgrades").at(0).at("staticPods").at(0);
  CHECK(pod.at("effect") == "recreated");
  CHECK(pod.at("before").get<std::string>().size() == 32);
  CHECK(pod.at("before") != pod.at("after"));
  CHECK(pod.at("oldPod").at("stopTimeoutSeconds") == 2);
  CHECK(pod.at("oldPod").at("preStopHook") == false);
  CHECK_FALSE(pod.contains("inferred"));
  const json inferred = json::parse(folder.upgrade("1.24", "1.25", {"-o", "json"}).out);
  CHECK(inferred.at("upgrades").at(0).at("staticPods").at(0).at("inferred") == true);
  const json sarif = json::parse(folder.upgrade("1.27", "1.28", {"-o", "sarif"}).out);
  CHECK(sarif.at("runs").at(0).at("results").at(0).at("ruleId") == "staticPod");
}

TEST_CASE("what is no pod in the folder, and no folder") {
  const ManifestFolder folder;
  CHECK(folder.upgrade("1.27", "1.28").exit_code == 2);
  folder.write("a.yaml", "kind: Deployment\n");
  const CommandResult result = folder.upgrade("1.27", "1.28");
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "a.yaml:1:1: kind: found \"Deployment\"; accepted in a static pod's file: Pod"));
  CHECK(testing::run_podreel({"upgrade", "--from", "1.27", "--to", "1.28", "--static-pod-dir", "/no/such"}).exit_code ==
        2);
}

TEST_CASE("the table of upgrades that recreate kubeadm's pods, by the command") {
  const auto recordings = testing::conformance_folder();
  const ManifestFolder folder;
  int pods = 1;
  if (recordings) {
    std::ofstream lines{folder.root / "kubeadm.jsonl"};
    pods = 0;
    for (const json& line : testing::read_json_lines(*recordings / "staticpod/pods.jsonl")) {
      if (!line.at("name").get<std::string>().starts_with("kubeadm-")) continue;
      lines << line.dump() << '\n';
      ++pods;
    }
  } else {
    MESSAGE("no recordings beside the checkout: one pod of this test was forecast");
    folder.write("etcd.yaml", etcd);
  }
  const std::string file = (folder.root / (recordings ? "kubeadm.jsonl" : "etcd.yaml")).string();
  for (const RecreationRow& row : recreation_rows) {
    CAPTURE(row.from);
    CAPTURE(row.to);
    const CommandResult result =
        testing::run_podreel({"upgrade", "--static", "-f", file, "--from", row.from, "--to", row.to, "-o", "json"});
    const json document = json::parse(result.out);
    int recreated = 0;
    for (const json& pod : document.at("upgrades").at(0).at("staticPods"))
      recreated += pod.at("before") != pod.at("after");
    CHECK(recreated == (row.recreates ? pods : 0));
  }
  MESSAGE(recreation_rows.size() << " upgrades of " << pods << " kubeadm pods forecast");
}

}  // namespace podreel
