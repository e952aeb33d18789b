// Container hashes against those that real kubelets computed.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/identity/container_hash.hpp"
#include "support/conformance.hpp"
#include "support/json_lines.hpp"
#include "support/verified.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

struct Count {
  int equal = 0;
  int total = 0;
  std::string first_difference;

  void add(bool same, const std::string& what) {
    ++total;
    if (same) {
      ++equal;
    } else if (first_difference.empty()) {
      first_difference = what;
    }
  }
};

release::Release release_of(const std::string& label) {
  return release::parse_release(label).value();
}

void compare_hashes(const Json& recorded, const Json& container, const std::string& name, HashOptions options,
                    std::map<std::string, Count>& counts) {
  for (const auto& [label, value] : recorded.items()) {
    const auto hash = value.get<std::string>();
    const std::string computed = hash_text(container_hash(container, release_of(label), options));
    counts[label].add(computed == hash, fmt::format("{} in {}: recorded {}, computed {}", name, label, hash, computed));
  }
}

void report(const std::string& what, const std::map<std::string, Count>& counts) {
  int equal = 0;
  int total = 0;
  std::string by_release;
  for (const auto& labelled : counts) {
    const Count& count = labelled.second;
    equal += count.equal;
    total += count.total;
    if (count.equal != count.total) by_release += fmt::format(" {}: {}/{}", labelled.first, count.equal, count.total);
    CHECK_MESSAGE(count.equal == count.total, count.first_difference);
  }
  MESSAGE(what << ": " << equal << " of " << total << " equal in " << counts.size() << " releases" << by_release);
}

using Counts = std::map<std::string, Count>;

std::map<std::string, testing::VerifiedTally> tallies_of(const Counts& counts) {
  std::map<std::string, testing::VerifiedTally> tallies;
  for (const auto& [label, count] : counts) tallies[label] = {.equal = count.equal, .total = count.total};
  return tallies;
}

Counts check_file(const std::string& relative) {
  const auto folder = testing::conformance_folder();
  if (!folder || !std::filesystem::exists(*folder / relative)) {
    MESSAGE("no recordings: " << relative << " skipped");
    return {};
  }
  std::map<std::string, Count> counts;
  std::map<std::string, Count> without_resources;
  for (const Json& line : testing::read_json_lines(*folder / relative)) {
    compare_hashes(line["hash"], line["container"], line["name"], {}, counts);
    compare_hashes(line["hashWithoutResources"], line["container"], line["name"], {.without_resources = true},
                   without_resources);
  }
  report(relative + " hash", counts);
  report(relative + " hashWithoutResources", without_resources);
  return counts;
}

}  // namespace

TEST_CASE("hashes of designed and random containers are those of real kubelets") {
  testing::hold_against_verified("hash", tallies_of(check_file("hash/containers.jsonl")));
}

TEST_CASE("hashes of containers of public manifests are those of real kubelets") {
  check_file("real/containers.jsonl");
}

TEST_CASE("preimages are byte for byte what real kubelets hashed") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: preimages skipped");
    return;
  }
  std::map<std::string, Json> containers;
  for (const Json& line : testing::read_json_lines(*folder / "hash/containers.jsonl")) {
    containers[line["name"]] = line["container"];
  }
  std::map<std::string, Count> counts;
  for (const Json& line : testing::read_json_lines(*folder / "hash/preimages.jsonl")) {
    const std::string label = line["version"];
    const Json& container = containers.at(line["name"]);
    const ContainerHasher hasher{release_of(label)};
    const Preimage computed = hasher.preimage(container);
    counts[label].add(computed.hashed == line["spew"].get<std::string>() && computed.json == line.value("json", ""),
                      fmt::format("{} in {}\nrecorded {}\ncomputed {}", line["name"].dump(), label, line["spew"].dump(),
                                  computed.hashed));
    if (!line.contains("spew_after_proto_roundtrip")) continue;
    const std::string delivered = hasher.preimage(protobuf_round_trip(container, release_of(label))).hashed;
    counts[label + " after protobuf"].add(delivered == line["spew_after_proto_roundtrip"].get<std::string>(),
                                          fmt::format("{} in {}\ncomputed {}", line["name"].dump(), label, delivered));
  }
  report("preimages", counts);
}

TEST_CASE("Go 1.22's escapes of backspace and form feed give the other recorded hashes") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: hashes_go122_escapes skipped");
    return;
  }
  std::map<std::string, Json> containers;
  for (const Json& line : testing::read_json_lines(*folder / "hash/containers.jsonl")) {
    containers[line["name"]] = line["container"];
  }
  std::map<std::string, Count> counts;
  const Json recorded = testing::read_json(*folder / "hash/hashes_go122_escapes.json");
  for (const auto& [label, hashes] : recorded.items()) {
    for (const auto& [name, hash] : hashes.items()) {
      if (!containers.contains(name)) continue;
      compare_hashes({{label, hash}}, containers.at(name), name, {.escapes = types::JsonEscapes::short_control},
                     counts);
    }
  }
  report("hashes with Go 1.22's escapes", counts);
}

TEST_CASE("containers that went through protobuf have the hashes recorded after it") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: hashes_after_proto_decode skipped");
    return;
  }
  const Json differing = testing::read_json(*folder / "hash/hashes_after_proto_decode.json");
  std::map<std::string, Count> counts;
  for (const Json& line : testing::read_json_lines(*folder / "hash/containers.jsonl")) {
    for (const auto& [label, hash] : line["hash"].items()) {
      if (label == "1.2") continue;
      const Json recorded = differing.contains(label) ? differing[label].value(line["name"], Json{hash}) : Json{hash};
      compare_hashes({{label, recorded.is_array() ? recorded[0] : recorded}},
                     protobuf_round_trip(line["container"], release_of(label)), line["name"], {}, counts);
    }
  }
  report("hashes after protobuf", counts);
}

}  // namespace podreel::identity
