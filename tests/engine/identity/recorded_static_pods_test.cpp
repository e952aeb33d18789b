// UIDs of static pods against those that real kubelets computed, and those that real clusters published.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/identity/static_pod_uid.hpp"
#include "engine/identity/static_pod_validation.hpp"
#include "support/conformance.hpp"
#include "support/json_lines.hpp"
#include "support/verified.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

constexpr std::string_view newer_go_label = "1.7.3-go1.9";

struct Label {
  release::Release release;
  StaticPodOptions options;
};

/// The recorded manifests were files with blanks behind `:` and `,`, whose bytes matter for fieldsV1.
Label label_of(const std::string& text) {
  if (text == newer_go_label) {
    return {release::parse_release("1.7.3").value(), {.newer_go = true, .spaced_raw_json = true}};
  }
  return {release::parse_release(text).value(), {.newer_go = false, .spaced_raw_json = true}};
}

StaticPodSource source_of(const Json& line) {
  return {line["node"], line["path"], ""};
}

}  // namespace

TEST_CASE("UIDs of static pods are those of real kubelets") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: staticpod/pods.jsonl skipped");
    return;
  }
  std::map<std::string, testing::VerifiedTally> counts;
  for (const Json& line : testing::read_json_lines(*folder / "staticpod/pods.jsonl")) {
    for (const auto& item : line["uid"].items()) {
      const std::string& text = item.key();
      const Json& recorded = item.value();
      const Label label = label_of(text);
      const StaticPodUid computed = static_pod_uid(line["pod"], label.release, source_of(line), label.options);
      auto& [equal, total] = counts[text];
      const bool same = computed.uid == recorded["uid"].get<std::string>() &&
                        computed.pod_name == recorded.value("podName", computed.pod_name);
      CHECK_MESSAGE(same, line["name"].get<std::string>() << " in " << text);
      equal += same ? 1 : 0;
      ++total;
    }
  }
  int equal = 0;
  int total = 0;
  for (const auto& labelled : counts) {
    equal += labelled.second.equal;
    total += labelled.second.total;
  }
  testing::hold_against_verified("static-uid", counts);
  MESSAGE("staticpod/pods.jsonl: " << equal << " of " << total << " UIDs equal in " << counts.size() << " releases");
}

TEST_CASE("the kubelet of each release refuses the manifests that it refused") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: refusals skipped");
    return;
  }
  int equal = 0;
  int total = 0;
  for (const Json& line : testing::read_json_lines(*folder / "staticpod/pods.jsonl")) {
    for (const auto& item : line["uid"].items()) {
      const std::string& text = item.key();
      const Json& recorded = item.value();
      const auto refusals = static_pod_refusals(line["pod"], label_of(text).release, line["node"]);
      const bool same = refusals.empty() != recorded.value("rejected", false);
      CHECK_MESSAGE(same, line["name"].get<std::string>()
                              << " in " << text << ": "
                              << (refusals.empty() ? "taken" : refusals[0].path + ": " + refusals[0].message));
      equal += same ? 1 : 0;
      ++total;
    }
  }
  MESSAGE("staticpod/pods.jsonl: " << equal << " of " << total << " refusals equal");
}

TEST_CASE("what md5 sees is byte for byte what it saw in real kubelets") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: staticpod/preimages.jsonl skipped");
    return;
  }
  std::map<std::string, Json> pods;
  for (const Json& line : testing::read_json_lines(*folder / "staticpod/pods.jsonl")) pods[line["name"]] = line["pod"];
  int equal = 0;
  int total = 0;
  for (const Json& line : testing::read_json_lines(*folder / "staticpod/preimages.jsonl")) {
    const Label label = label_of(line["version"]);
    const Json computed = static_pod_writes(pods.at(line["name"]), label.release, source_of(line), label.options);
    CHECK_MESSAGE(computed == line["writes"], line["name"].get<std::string>() << " in " << line["version"]);
    equal += computed == line["writes"] ? 1 : 0;
    ++total;
  }
  MESSAGE("staticpod/preimages.jsonl: " << equal << " of " << total << " equal");
}

TEST_CASE("UIDs that real clusters published come out of their manifests") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: staticpod/published.jsonl skipped");
    return;
  }
  int equal = 0;
  int total = 0;
  for (const Json& line : testing::read_json_lines(*folder / "staticpod/published.jsonl")) {
    const std::string name = line["name"];
    const Label label = label_of(line["binary"]);
    const StaticPodUid computed = static_pod_uid(line["pod"], label.release, source_of(line), label.options);
    const bool same = computed.uid == line["expected"].get<std::string>();
    CHECK_MESSAGE(same, name);
    equal += same ? 1 : 0;
    ++total;
  }
  MESSAGE("staticpod/published.jsonl: " << equal << " of " << total << " equal");
}

}  // namespace podreel::identity
