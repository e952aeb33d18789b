// What `podreel fleet` answers for clusters that are read from dumps.
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/kubectl_dump.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;
using testing::has;
using testing::ScratchFolder;

void write(const std::string& file, const std::string& text) {
  std::ofstream{file, std::ios::binary} << text;
}

/// The shop's clusters as dumps eu.json and us.json, and its plans in plans.yaml.
class DumpedShop {
 public:
  DumpedShop() {
    const fleet::Loaded shop = testing::shop_fleet();
    for (const fleet::Cluster& cluster : shop.fleet->clusters) {
      write(folder / (cluster.name + ".json"), testing::dump_of(cluster));
    }
    REQUIRE(testing::run_shell("sed '1,/^---/d' " + testing::shop_file + " > " + plans).exit_code == 0);
  }

  [[nodiscard]] CommandResult fleet(std::vector<std::string> more) const {
    more.insert(more.begin(),
                {"fleet", "--dump", "eu=" + folder / "eu.json", "--dump", "us=" + folder / "us.json", plans});
    return testing::run_podreel(more);
  }

  ScratchFolder folder;
  std::string plans = folder / "plans.yaml";
};

/// What came of the plans, without the fleet's name and the forecasts of dumps.
json outcome_of(const CommandResult& result) {
  CAPTURE(result.err);
  json document = json::parse(result.out);
  document.erase("fleet");
  for (json& plan : document.at("plans")) {
    for (json& cluster : plan.at("clusters")) cluster.erase("forecast");
  }
  return document;
}

std::string document(const std::string& cluster) {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Fleet\nmetadata: {name: f}\nspec: {clusters: [" + cluster + "]}\n";
}

}  // namespace

TEST_CASE("kubectl's options select the pods of dumps that are simulated in place") {
  const DumpedShop shop;
  const auto containers = [&](std::vector<std::string> selection) {
    selection.insert(selection.begin(), {"--plan", "swap", "-o", "json"});
    const CommandResult result = shop.fleet(selection);
    CAPTURE(result.err);
    return json::parse(result.out).at("plans").at(0).at("clusters").at(0).at("containers").get<int>();
  };
  CHECK(containers({"-A"}) == containers({}));
  CHECK(containers({"-l", "app in (db,billing)"}) == 4);
  CHECK(containers({"-n", "kube-system"}) == 12);
  CHECK(containers({"--field-selector", "spec.nodeName=workers-0", "-l", "app=logs"}) == 1);
  const CommandResult selected = shop.fleet({"--plan", "swap", "-l", "app=db"});
  CHECK(has(selected.err, "not selected, and left out of the simulation"));
  CHECK(has(selected.out, "--selector app=db"));
  CHECK(has(shop.fleet({"--plan", "drain", "-l", "app=db"}).err, "drains nodes, which depends on all pods"));
  const CommandResult none = shop.fleet({"--plan", "swap", "-n", "nowhere"});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "no pod matches --namespace, --selector and --field-selector"));
  CHECK(has(testing::run_podreel({"fleet", testing::shop_file, "-n", "shop"}).err, "name a dump with --dump"));
  CHECK_FALSE(has(shop.fleet({"--plan", "swap", "--no-headers"}).out, "CLUSTER "));
}

TEST_CASE("a dumped fleet comes to what the written one comes to, in place and drained") {
  const DumpedShop shop;
  const json written = outcome_of(testing::run_podreel({"fleet", testing::shop_file, "-o", "json"}));
  CHECK(outcome_of(shop.fleet({"-o", "json"})) == written);
  CHECK(outcome_of(shop.fleet({"-o", "json", "-j", "3"})) == written);
}

TEST_CASE("a Fleet names the dumps of its clusters") {
  const DumpedShop shop;
  const std::string fleet = shop.folder / "fleet.yaml";
  write(fleet, document("{name: eu, dump: eu.json}, {name: us, dump: [us.json]}"));
  CHECK(outcome_of(testing::run_podreel({"fleet", fleet, shop.plans, "-o", "json"})) ==
        outcome_of(shop.fleet({"-o", "json"})));
  write(fleet, document("{name: us, count: 3, dump: us.json}"));
  const CommandResult many = testing::run_podreel({"fleet", fleet, shop.plans, "--plan", "swap"});
  CHECK(has(many.out, "plan swap: 18 of 18 nodes"));
  CHECK(has(many.out, "us-3 "));
}

TEST_CASE("a node of a dump is printed as a scenario that runs") {
  const DumpedShop shop;
  for (const char* plan : {"swap", "drain"}) {
    const CommandResult printed = shop.fleet({"--plan", plan, "--node", "us/workers-2"});
    CHECK(has(printed.out, "name: workers-2\n"));
    const CommandResult replayed = testing::run_podreel({"run", "-"}, {.standard_input = printed.out});
    CHECK(replayed.exit_code == 0);
    CHECK(has(replayed.out, "definition changed, will be restarted"));
  }
}

TEST_CASE("shards of a dump are merged, but not with those of another dump") {
  const DumpedShop shop;
  const auto shard = [&shop](const std::string& which, const std::string& name) {
    return shop.fleet({"--plan", "swap", "--shard", which, "--accounts-out", shop.folder / name}).exit_code;
  };
  CHECK(shard("1/2", "1") == 0);
  CHECK(shard("2/2", "2") == 0);
  const std::vector<std::string> merge{"fleet",
                                       "merge",
                                       "--dump",
                                       "eu=" + shop.folder / "eu.json",
                                       "--dump",
                                       "us=" + shop.folder / "us.json",
                                       "-f",
                                       shop.plans,
                                       "--plan",
                                       "swap",
                                       shop.folder / "1",
                                       shop.folder / "2",
                                       "-o",
                                       "json"};
  CHECK(outcome_of(testing::run_podreel(merge)) == outcome_of(shop.fleet({"--plan", "swap", "-o", "json"})));
  REQUIRE(testing::run_shell("echo >> " + shop.folder / "us.json").exit_code == 0);
  CHECK(testing::run_podreel(merge).exit_code == 2);
}

TEST_CASE("what is wrong with the naming of dumps is reported") {
  const DumpedShop shop;
  const auto refused = [&shop](const std::string& dump) {
    return testing::run_podreel({"fleet", "--dump", dump, shop.plans}).err;
  };
  CHECK(has(refused("eu.json"),
            "--dump: found eu.json; accepted: the name of a cluster and its dump, such as eu=dump.json"));
  CHECK(has(refused("=eu.json"), "--dump: found =eu.json"));
  CHECK(has(refused("eu=/nowhere"), "/nowhere: "));
  CHECK(has(testing::run_podreel({"fleet", "--dump", "eu=" + shop.folder / "eu.json", testing::shop_file}).err,
            "found a Fleet, which is not accepted together with dumps of clusters"));
}

TEST_CASE("a dumped cluster is not written, too") {
  const DumpedShop shop;
  const auto refused = [&shop](const std::string& cluster) {
    const std::string fleet = shop.folder / "fleet.yaml";
    write(fleet, document(cluster));
    return testing::run_podreel({"fleet", fleet, shop.plans}).err;
  };
  CHECK(has(refused("{name: us, dump: us.json, workloads: []}"),
            "spec.clusters[0].workloads: not accepted with `dump`, which defines the cluster"));
  CHECK(has(refused("{name: us, dump: us.json, nodePools: []}"), "found nodePools and dump together"));
  CHECK(has(refused("{name: us}"), "exactly one of nodePools, dump"));
  CHECK(has(refused("{name: us, dump: []}"), "accepted: a file, or a list of files"));
  CHECK(has(refused("{name: us, dump: ../../us.json}"), "is outside the folder"));
  CHECK(has(refused("{name: us, nodePools: [{name: w, kubelet: {version: \"1.30\"}}]}"),
            "spec.clusters[0].workloads: required, but missing"));
}

TEST_CASE("cordoned nodes get no pods before their turn") {
  const ScratchFolder folder;
  json cordoned = testing::dumped_node("b", "v1.30.5");
  cordoned["spec"]["unschedulable"] = true;
  write(folder / "eu.json",
        testing::printed_list({testing::dumped_node("a", "v1.30.5"), cordoned, testing::dumped_node("c", "v1.30.5"),
                               testing::dumped_pod("web-5d8-x", "a", "ReplicaSet", "web-5d8")}));
  write(folder / "plan.yaml", testing::drain_plan("{}"));
  const CommandResult last = testing::run_podreel(
      {"fleet", "--dump", "eu=" + folder / "eu.json", folder / "plan.yaml", "--node", "eu/c", "-o", "json"});
  CAPTURE(last.err);
  CHECK(has(last.out, "createPod"));
}

}  // namespace podreel
