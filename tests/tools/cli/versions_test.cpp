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
  CHECK(document.at("releases").at(0).at("release") == "1.36");
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

}  // namespace podreel
