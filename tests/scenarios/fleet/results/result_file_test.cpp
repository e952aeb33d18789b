// Files of accounts are read whole, or refused with the reason.
#include "scenarios/fleet/results/result_file.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "scenarios/fleet/results/frames.hpp"
#include "scenarios/fleet/results/merge.hpp"
#include "scenarios/fleet/results/result_store.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

/// Two nodes, one workload.
Fleet small_fleet() {
  Fleet fleet;
  fleet.name = "small";
  fleet.fingerprint = "f";
  Cluster& cluster = fleet.clusters.emplace_back();
  cluster.name = "c";
  cluster.pools.emplace_back();
  cluster.pools.front().name = "n";
  cluster.pools.front().count = 2;
  cluster.workloads.emplace_back();
  return fleet;
}

Provenance swap() {
  return {.podreel = "1", .fleet = {"small", "f"}, .plans = {{"swap", "p"}}, .shard = {}};
}

NodeResult result_of(std::uint32_t node) {
  NodeResult account;
  account.containers = node + 1;
  account.outages = {{{0, node}, 1s, 2s, true}};
  return account;
}

std::string written(const Provenance& provenance, const std::vector<NodeResultKey>& keys) {
  std::ostringstream file;
  NodeResultWriter writer{file, provenance};
  for (const NodeResultKey& key : keys) writer.write(key, result_of(key.node));
  writer.finish();
  return file.str();
}

std::string whole() {
  return written(swap(), {{0, 0, 0}, {0, 0, 1}});
}

/// Files with such bytes, as one store.
class Files {
 public:
  std::string add(const std::string& bytes) {
    const std::string path = folder_ / std::to_string(++count_);
    std::ofstream{path, std::ios::binary} << bytes;
    const std::optional<api::Problem> problem = store.add(path);
    return problem ? api::to_string(*problem).substr(path.size() + 2) : "";
  }

 private:
  testing::ScratchFolder folder_;
  int count_ = 0;

 public:
  Fleet fleet = small_fleet();
  NodeResultStore store{fleet, swap()};
};

/// What check_shards() says first, without the file.
std::string first_problem(const NodeResultStore& store) {
  static const Plan plan;
  const std::vector<api::Problem> problems = check_shards(store, {&plan});
  return problems.empty() ? "" : problems.front().message;
}

}  // namespace

TEST_CASE("what was written is found") {
  Files files;
  CHECK(files.add(whole()) == "");
  CHECK(files.store.count(0) == 2);
  for (const std::uint32_t node : {1U, 0U}) {
    REQUIRE(files.store.has({0, 0, node}));
    CHECK(files.store.read({0, 0, node}) == result_of(node));
  }
  CHECK(first_problem(files.store) == "");
}

TEST_CASE("what the masters did to a node is another account than that of its turn") {
  Files files;
  CHECK(files.add(written(swap(), {{0, 0, 0, Stage::masters}, {0, 0, 1}})) == "");
  CHECK(files.store.count(0) == 2);
  CHECK(files.store.has({0, 0, 0, Stage::masters}));
  CHECK_FALSE(files.store.has({0, 0, 0, Stage::turn}));
  CHECK_FALSE(files.store.has({0, 0, 1, Stage::masters}));
  CHECK(files.store.read({0, 0, 0, Stage::masters}) == result_of(0));
  Plan plan;
  plan.masters.emplace();
  const auto missing = [&] { return check_shards(files.store, {&plan}).front().message; };
  CHECK(missing() == "the file lacks the account of c/n-0 under the plan swap");
  CHECK(files.add(written(swap(), {{0, 0, 0}})) == "");
  CHECK(missing().starts_with("duplicate shard 1/1; "));
}

TEST_CASE("several files are one, of which accounts are read in any order") {
  Files files;
  CHECK(files.add(written(swap(), {{0, 0, 1}})) == "");
  CHECK_FALSE(files.store.has({0, 0, 0}));
  CHECK(files.add(written(swap(), {{0, 0, 0}})) == "");
  CHECK(files.store.read({0, 0, 0}) == result_of(0));
  CHECK(files.store.read({0, 0, 1}) == result_of(1));
  CHECK(files.store.read({0, 0, 0}) == result_of(0));
}

TEST_CASE("unwanted plans are left out") {
  Provenance both = swap();
  both.plans.insert(both.plans.begin(), {"other", "o"});
  Files files;
  CHECK(files.add(written(both, {{0, 0, 0}, {1, 0, 1}})) == "");
  CHECK_FALSE(files.store.has({0, 0, 0}));
  CHECK(files.store.has({0, 0, 1}));
}

TEST_CASE("a file of which any bit has changed is refused") {
  const std::string bytes = whole();
  Files files;
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(static_cast<unsigned char>(changed[bit / 8]) ^ (1U << (bit % 8)));
    CAPTURE(bit);
    CHECK(files.add(changed) != "");
  }
}

TEST_CASE("a file that was cut off is refused, wherever it ends") {
  const std::string bytes = whole();
  Files files;
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK(files.add(bytes.substr(0, size)) != "");
  CHECK(files.add(bytes.substr(0, bytes.size() - 1)) ==
        "byte " + std::to_string(bytes.size() - 12) + ": the file is incomplete: it ends within a frame");
  CHECK(files.add(bytes + "x") == "byte " + std::to_string(bytes.size() - 12) + ": found data after the end");
}

TEST_CASE("a length that a file only claims takes no memory") {
  Files files;
  CHECK(files.add(std::string{"podreel accounts 3\n\xff\xff\xff\xff", 23}) ==
        "byte 19: found a length of 4294967295 bytes; accepted: at most 8388608");
}

TEST_CASE("what is in a file but cannot be is refused") {
  Files files;
  const std::string nonsense = "byte 51: found an entry that is no account of a node of the fleet";
  CHECK(files.add(written(swap(), {{0, 0, 2}})) == nonsense);
  CHECK(files.add(written(swap(), {{0, 1, 0}})) == nonsense);
  CHECK(files.add(written(swap(), {{1, 0, 0}})) == nonsense);
  std::ostringstream file;
  file << "podreel accounts 3\n";
  write_frame("hello", file);
  CHECK(files.add(file.str()) == "byte 19: the fleet is missing in the file");
}

TEST_CASE("other files are no accounts") {
  Files files;
  CHECK(files.add("kind: Fleet\n") == "not an accounts file; accepted: a file that --accounts-out has written");
  CHECK(files.add("podreel accounts 1\n") == "written in another version of the format");
  CHECK(files.store.add("/dev/null")->message == "not a seekable file");
  CHECK(files.store.add("nowhere")->message == "No such file or directory");
}

TEST_CASE("accounts of something else are refused with the reason") {
  const auto refused = [](const auto& change) {
    Provenance provenance = swap();
    change(provenance);
    return Files{}.add(written(provenance, {}));
  };
  CHECK(refused([](Provenance& it) { it.podreel = "2"; }) == "the file was written by podreel 2; this is podreel 1");
  CHECK(refused([](Provenance& it) { it.fleet.name = "large"; }) ==
        "the file belongs to the fleet large; accepted: small");
  CHECK(refused([](Provenance& it) { it.fleet.fingerprint = "g"; }) ==
        "the fleet small has changed since the file was written");
  CHECK(refused([](Provenance& it) { it.plans.front().fingerprint = "q"; }) ==
        "the plan swap has changed since the file was written");
}

TEST_CASE("shards are a whole if none is missing and none is there twice") {
  const auto shard = [](std::uint32_t number, std::uint32_t count, const std::vector<NodeResultKey>& keys) {
    Provenance provenance = swap();
    provenance.shard = {number, count};
    return written(provenance, keys);
  };
  Files files;
  CHECK(files.add(shard(1, 2, {{0, 0, 0}})) == "");
  CHECK(first_problem(files.store) == "the shards of shard 1/2 are incomplete; missing: 2/2");
  CHECK(files.add(shard(2, 2, {})) == "");
  CHECK(first_problem(files.store) == "the file lacks the account of c/n-1 under the plan swap");
  CHECK(files.add(shard(2, 2, {{0, 0, 1}})) == "");
  CHECK(first_problem(files.store).starts_with("duplicate shard 2/2; "));
  CHECK(files.add(shard(3, 3, {})) == "");
  CHECK(check_shards(files.store, {}).back().message.starts_with("shard 3/3 does not match "));
  Provenance other = swap();
  other.plans = {{"other", "o"}};
  Files foreign;
  CHECK(foreign.add(written(other, {})) == "");
  CHECK(first_problem(foreign.store) == "the file lacks the plan swap");
}

}  // namespace podreel::fleet
