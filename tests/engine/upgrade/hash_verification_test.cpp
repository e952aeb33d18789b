#include "engine/upgrade/hash_verification.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::upgrade {

namespace {

using nlohmann::json;

const json three = json::parse(R"({"metadata": {"name": "web", "namespace": "shop", "uid": "1"},
  "spec": {"containers": [{"name": "a", "image": "a:1"}, {"name": "b", "image": "b:1"}, {"name": "c", "image": "c:1"}]},
  "status": {"containerStatuses": [{"name": "a", "containerID": "containerd://aaaaaaaaaaaa"},
    {"name": "b", "containerID": "containerd://bbbbbbbbbbbb"}, {"name": "c", "containerID": "containerd://cccccccccccc"}]}})");

struct Proving {
  Proving() { path.releases = {release::parse_release("1.31").value(), release::parse_release("1.32").value()}; }

  HashVerification of(const std::string& lines) {
    const std::string file = (folder.path() / "node").string();
    std::ofstream{file} << lines;
    return HashVerification{ObservedNode{{file}, problems}};
  }
  [[nodiscard]] std::uint64_t hash_of(std::size_t container) const {
    return identity::ContainerHasher{path.releases.front()}.hash(three.at("spec").at("containers").at(container));
  }

  testing::ScratchFolder folder;
  std::vector<api::Problem> problems;
  Path path;
};

}  // namespace

TEST_CASE_FIXTURE(Proving, "of the containers that were observed the hashes are held against computed ones") {
  HashVerification verification =
      of(fmt::format("aaaaaaaaaaaa {:x}\ncccccccccccc {:x}\ndddddddddddd 1\n", hash_of(0), hash_of(0)));
  CHECK(verification.is_asked());
  CHECK(verification.unmatched() == 3);
  const StoredHashes stored = verification.verify(three, UpgradeEvaluator{path}, problems);
  CHECK(verification.found() == 2);
  CHECK(verification.reproduced() == 1);
  CHECK(verification.unmatched() == 1);
  REQUIRE(stored.size() == 1);
  CHECK(stored.find("a")->second == hash_of(0));
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().path == "container \"c\"");
  CHECK(problems.front().mark.line == 2);
  CHECK(problems.front().message.find(
            fmt::format("found the hash {:x}, but 1.31 computes {:x}; ", hash_of(0), hash_of(2))) == 0);
}

TEST_CASE_FIXTURE(Proving, "of a pod that was not observed, and where nothing was, nothing is told") {
  HashVerification elsewhere = of("dddddddddddd 1\n");
  CHECK(elsewhere.verify(three, UpgradeEvaluator{path}, problems).empty());
  CHECK(elsewhere.found() == 0);
  HashVerification nothing{ObservedNode{}};
  CHECK_FALSE(nothing.is_asked());
  CHECK(nothing.verify(three, UpgradeEvaluator{path}, problems).empty());
  CHECK(problems.empty());
}

}  // namespace podreel::upgrade
