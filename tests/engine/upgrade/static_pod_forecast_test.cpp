#include "engine/upgrade/static_pod_forecast.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

using nlohmann::json;

json manifest(const char* spec, const char* space = "kube-system") {
  json pod{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "etcd"}}}, {"spec", json::parse(spec)}};
  if (*space != '\0') pod["metadata"]["namespace"] = space;
  return pod;
}

UpgradeStep from_to(const char* from, const char* to) {
  return {release::parse_release(from).value(), release::parse_release(to).value()};
}

StaticPodForecast fate_of(const json& pod, const UpgradeStep& step) {
  return forecast_static_pod(pod, {"cp-1", "/etc/kubernetes/manifests/etcd.yaml", ""}, step);
}

constexpr const char* plain = R"({"containers": [{"name": "etcd", "image": "etcd:3.5"}]})";
constexpr const char* on_host = R"({"hostNetwork": true, "terminationGracePeriodSeconds": 7, "containers": [
  {"name": "etcd", "image": "etcd:3.5"},
  {"name": "side", "image": "s:1", "lifecycle": {"preStop": {"exec": {"command": ["bye"]}}}}]})";

bool reports(const std::vector<std::string>& sentences, std::string_view what) {
  for (const std::string& sentence : sentences) {
    if (sentence.find(what) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("of a static pod is told whose it is, and what matters for its end") {
  const StaticPodForecast pod_forecast = fate_of(manifest(on_host), from_to("1.30", "1.31"));
  CHECK(pod_forecast.namespace_name == "kube-system");
  CHECK(pod_forecast.pod == "etcd-cp-1");
  CHECK(pod_forecast.uses_host_network);
  CHECK(pod_forecast.has_pre_stop_hook);
  CHECK(pod_forecast.grace_seconds == 7);
  const StaticPodForecast other = fate_of(manifest(plain, ""), from_to("1.30", "1.31"));
  CHECK(other.namespace_name == "default");
  CHECK_FALSE(other.uses_host_network);
  CHECK_FALSE(other.has_pre_stop_hook);
  CHECK(other.grace_seconds == 30);
}

TEST_CASE("a static pod stays, is made anew, or has containers that restart") {
  const StaticPodForecast stays = fate_of(manifest(plain), from_to("1.28", "1.29"));
  CHECK(stays.effect == StaticEffect::stays);
  CHECK(stays.cause.empty());
  const StaticPodForecast recreated = fate_of(manifest(plain), from_to("1.27", "1.28"));
  CHECK(recreated.effect == StaticEffect::recreated);
  CHECK(recreated.cause == recreated.forecast.cause);
  CHECK_FALSE(recreated.cause.empty());
  json with_uid = manifest(plain);
  with_uid["metadata"]["uid"] = "0123";
  const StaticPodForecast restarts = fate_of(with_uid, from_to("1.30", "1.31"));
  CHECK(restarts.effect == StaticEffect::containers_restart);
  CHECK(restarts.cause.starts_with("the UID stays, but container \"etcd\" has another hash: "));
}

TEST_CASE("a manifest that a kubelet refuses is not started by it, and is by one that does not") {
  // Since 1.9 a kubelet takes host aliases on the node's network, too.
  const json pod = manifest(R"({"hostNetwork": true, "hostAliases": [{"ip": "10.0.0.1", "hostnames": ["a"]}],
                                "containers": [{"name": "etcd", "image": "etcd:3.5"}]})");
  const StaticPodForecast refused = fate_of(pod, from_to("1.9", "1.7"));
  CHECK(refused.effect == StaticEffect::refused);
  CHECK(refused.cause.starts_with("1.7's kubelet refuses the manifest; spec.hostAliases"));
  CHECK(fate_of(pod, from_to("1.7", "1.7")).effect == StaticEffect::never_ran);
  const StaticPodForecast begins = fate_of(pod, from_to("1.7", "1.9"));
  CHECK(begins.effect == StaticEffect::recreated);
  CHECK(begins.cause == "1.7's kubelet refused the manifest, and the new kubelet starts it");
}

TEST_CASE("what becomes of pods that are made anew is told once for all, by the kubelet that takes over") {
  const auto reported = [](const char* from, const char* to, const json& pod) {
    const UpgradeStep step = from_to(from, to);
    return describe_takeover({fate_of(manifest(plain), step), fate_of(pod, step)}, step);
  };
  CHECK(reported("1.28", "1.29", manifest(plain)).empty());
  const std::vector<std::string> sentences = reported("1.27", "1.28", manifest(on_host));
  REQUIRE_FALSE(sentences.empty());
  CHECK(sentences.front().starts_with("1.28 starts the new pod immediately, beside the old one"));
  CHECK(reports(sentences, "The old pod is an orphan: 1.28 kills it ("));
  CHECK(reports(sentences, "On the node's network, the new process conflicts with the ports"));
  CHECK(reports(sentences, "and so on: etcd-cp-1."));
  CHECK(reports(sentences, "regardless of the manifest, and without its preStop hook."));
  CHECK(reports(sentences, "The preStop hook of these pods will not run: etcd-cp-1."));
  CHECK(sentences.back().starts_with("The mirror pod is deleted and created again"));
  const std::vector<std::string> plainer = reported("1.27", "1.28", manifest(plain));
  CHECK_FALSE(reports(plainer, "On the node's network,"));
  CHECK_FALSE(reports(plainer, "The preStop hook of these"));
  const std::vector<std::string> older = reported("1.18", "1.19", manifest(on_host));
  CHECK(reports(older, "with the grace period and the preStop hook that it was started with."));
  CHECK_FALSE(reports(older, "The preStop hook of these"));
}

}  // namespace podreel::upgrade
