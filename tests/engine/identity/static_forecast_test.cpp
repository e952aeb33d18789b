// Which static pods an upgrade recreates, and why.
#include "engine/identity/static_forecast.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/release/kubelet_identity.hpp"
#include "support/conformance.hpp"
#include "support/json_lines.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

release::Release r(const std::string& text) {
  return release::parse_release(text).value();
}

const StaticPodSource source{"cp-1", "/etc/kubernetes/manifests/etcd.yaml", ""};

const Json etcd = Json::parse(R"({
  "apiVersion": "v1", "kind": "Pod",
  "metadata": {"name": "etcd", "namespace": "kube-system"},
  "spec": {
    "containers": [{"name": "etcd", "image": "etcd:3.5", "livenessProbe": {"httpGet": {"port": 2381}}}],
    "hostNetwork": true,
    "volumes": [{"name": "data", "hostPath": {"path": "/var/lib/etcd"}}]
  }
})");

struct Row {
  std::string from;
  std::string to;
  bool recreates;
};

const std::vector<Row>& observed_upgrades() {
  static const std::vector<Row> rows{
      {"1.7.3", "1.14.0", true},    {"1.14.0", "1.15.3", true},  {"1.15.3", "1.17.1", true},
      {"1.17.1", "1.18.6", true},   {"1.18.6", "1.19.0", true},  {"1.19.0", "1.19.3", false},
      {"1.19.3", "1.21.4", true},   {"1.21.4", "1.22.6", false}, {"1.22.6", "1.23.15", true},
      {"1.23.15", "1.24.14", true}, {"1.24.14", "1.26.7", true}, {"1.26.7", "1.27.7", true},
      {"1.27.7", "1.28.0", true},   {"1.28.0", "1.28.6", false}, {"1.28.6", "1.29.6", false},
      {"1.29.6", "1.30.7", true},   {"1.30.7", "1.31.12", true}, {"1.31.12", "1.32.10", true},
  };
  return rows;
}

}  // namespace

TEST_CASE("the table of upgrades that recreate control-plane pods, as measured") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: only a pod of this test was forecast");
  }
  std::vector<Json> pods{{{"name", "etcd"}, {"node", "cp-1"}, {"path", source.path}, {"pod", etcd}}};
  if (folder) {
    for (Json& line : testing::read_json_lines(*folder / "staticpod/pods.jsonl")) {
      if (line["name"].get<std::string>().starts_with("kubeadm-")) pods.push_back(std::move(line));
    }
  }
  for (const Row& row : observed_upgrades()) {
    for (const Json& line : pods) {
      const StaticForecast result =
          static_forecast(line["pod"], r(row.from), r(row.to), {line["node"], line["path"], ""});
      CAPTURE(row.from);
      CAPTURE(row.to);
      CAPTURE(line["name"].get<std::string>());
      CHECK(result.recreated() == row.recreates);
      CHECK(result.cause.empty() != row.recreates);
    }
  }
  MESSAGE(observed_upgrades().size() << " upgrades over " << pods.size() << " kubeadm pods forecast");
}

TEST_CASE("four minor upgrades since 1.14 leave ordinary static pods alone") {
  std::vector<std::string> harmless;
  for (int minor = 14; minor < 36; ++minor) {
    const StaticForecast result = static_forecast(etcd, {minor, 0}, {minor + 1, 0}, source);
    if (!result.recreated()) harmless.push_back(release::minor_string({minor + 1, 0}));
  }
  CHECK(harmless == std::vector<std::string>{"1.17", "1.20", "1.22", "1.29"});
}

TEST_CASE("the fields that make a new UID are named with their release") {
  CHECK(static_forecast(etcd, r("1.27"), r("1.28"), source).cause ==
        "1.28 adds Container.restartPolicy, PodStatus.hostIPs and PodStatus.resourceClaimStatuses in the hashed types");
  CHECK(static_forecast(etcd, r("1.20"), r("1.21"), source).cause ==
        "1.21 includes the node's name and the file's path in the UID; 1.21 adds Probe.terminationGracePeriodSeconds "
        "in the hashed "
        "types");
}

TEST_CASE("node and path count from 1.21 on") {
  const StaticPodSource other{"cp-2", "/etc/kubernetes/manifests/etcd.yaml", ""};
  CHECK(static_pod_uid(etcd, r("1.20"), source).uid == static_pod_uid(etcd, r("1.20"), other).uid);
  CHECK(static_pod_uid(etcd, r("1.21"), source).uid != static_pod_uid(etcd, r("1.21"), other).uid);
}

TEST_CASE("a UID in the manifest is kept in every release") {
  Json pod = etcd;
  pod["metadata"]["uid"] = "0b6e1b2c-1111-2222-3333-444455556666";
  const StaticForecast result = static_forecast(pod, r("1.27"), r("1.28"), source);
  CHECK(result.after.given);
  CHECK(result.after.uid == "0b6e1b2c-1111-2222-3333-444455556666");
  CHECK_FALSE(result.recreated());
  CHECK(static_pod_writes(pod, r("1.28"), source).empty());
}

TEST_CASE("1.35 and 1.36 hash the fields that they add to a pod's status") {
  const auto has = [](const char* release, std::string_view field) {
    return static_pod_writes(etcd, r(release), source).front().find(field) != std::string::npos;
  };
  CHECK_FALSE(has("1.34", "AllocatedResources:"));
  CHECK(has("1.35", "AllocatedResources:(core.ResourceList)"));
  CHECK_FALSE(has("1.35", "NodeAllocatableResourceClaimStatuses:"));
  CHECK(has("1.36", "NodeAllocatableResourceClaimStatuses:"));
}

TEST_CASE("releases whose internal types nobody reflected are marked") {
  CHECK(static_pod_uid(etcd, r("1.25"), source).inferred);
  CHECK(static_pod_uid(etcd, r("1.33"), source).inferred == false);
  CHECK_FALSE(static_pod_uid(etcd, r("1.36"), source).inferred);
  CHECK_FALSE(static_pod_uid(etcd, r("1.20"), source).inferred);
  CHECK_FALSE(static_pod_uid(etcd, r("1.32"), source).inferred);
}

TEST_CASE("an orphan gets its own grace period and hook up to 1.21, then a second and no hook") {
  CHECK(release::orphan_treatment(r("1.19")).stop_timeout_seconds == -1);
  CHECK(release::orphan_treatment(r("1.19")).runs_pre_stop_hook);
  CHECK(release::orphan_treatment(r("1.27")).stop_timeout_seconds == 1);
  CHECK(release::orphan_treatment(r("1.28")).stop_timeout_seconds == 2);
  CHECK_FALSE(release::orphan_treatment(r("1.28")).runs_pre_stop_hook);
}

TEST_CASE("a manifest that the new kubelet does not take is forecast with its refusals") {
  Json claims = etcd;
  claims["spec"]["resourceClaims"] = Json::parse(R"([{"name": "gpu", "resourceClaimName": "a"}])");
  CHECK(static_forecast(claims, r("1.30"), r("1.31"), source).refusals.empty());
  const StaticForecast refused = static_forecast(claims, r("1.31"), r("1.32"), source);
  REQUIRE(refused.refusals.size() == 1);
  CHECK(refused.refusals.front().message == "static pods do not support ResourceClaims");
}

TEST_CASE("a manifest from a URL counts it in place of node and path") {
  const StaticPodSource url{"cp-1", "", "http://example.com/pod.yaml"};
  const StaticPodSource elsewhere{"cp-1", "", "http://example.com/other.yaml"};
  CHECK(static_pod_writes(etcd, r("1.21"), url).back() == "url:http://example.com/pod.yaml");
  CHECK(static_pod_writes(etcd, r("1.21"), url).size() == 2);
  CHECK(static_pod_writes(etcd, r("1.20"), url).size() == 1);
  CHECK(static_pod_uid(etcd, r("1.21"), url).uid != static_pod_uid(etcd, r("1.21"), elsewhere).uid);
  CHECK(static_pod_writes(etcd, r("1.21"), source).size() == 3);
}

TEST_CASE("going back undoes what going on brings") {
  const std::string cause = static_forecast(etcd, r("1.28"), r("1.27"), source).cause;
  CHECK(cause ==
        "reverted: 1.28 adds Container.restartPolicy, PodStatus.hostIPs and PodStatus.resourceClaimStatuses in the "
        "hashed "
        "types");
  CHECK(static_forecast(etcd, r("1.21"), r("1.20"), source)
            .cause.starts_with("1.20 does not include the node's name and the file's path in the UID; reverted: "));
}

TEST_CASE("raw JSON of a manifest is hashed without blanks, or with those of a manifest in JSON") {
  Json managed = etcd;
  managed["metadata"]["managedFields"] = Json::parse(R"([{"manager": "m", "fieldsV1": {"a": 1, "b": [2, {}]}}])");
  const auto hashed = [&managed](bool is_spaced) {
    return static_pod_writes(managed, r("1.30"), source, {.spaced_raw_json = is_spaced}).front();
  };
  // {"a": 1, "b": [2, {}]}
  CHECK(hashed(true).find("[123 34 97 34 58 32 49 44 32 34 98 34 58 32 91 50 44 32 123 125 93 125]") !=
        std::string::npos);
  CHECK(hashed(false).find("[123 34 97 34 58 49 44 34 98 34 58 91 50 44 123 125 93 125]") != std::string::npos);
}

TEST_CASE("1.35 recreates every static pod because it hashes with another function") {
  const StaticForecast forecast = static_forecast(etcd, r("1.34"), r("1.35"), source);
  CHECK(forecast.recreated());
  CHECK(forecast.cause.find("1.35 computes the UID with FNV-1a, not with md5") != std::string::npos);
  CHECK(static_forecast(etcd, r("1.35"), r("1.34"), source).cause.find("1.34 computes the UID with md5") !=
        std::string::npos);
  CHECK_FALSE(forecast.after.inferred);
}

TEST_CASE("1.37 recreates every static pod because its types have other fields in another order") {
  const StaticForecast forecast = static_forecast(etcd, r("1.36"), r("1.37"), source);
  CHECK(forecast.recreated());
  CHECK(forecast.cause.find("1.37 adds") != std::string::npos);
  CHECK(forecast.cause.find("PodSpec.evictionResponders") != std::string::npos);
  CHECK(forecast.after.inferred);
  const std::string printed = static_pod_writes(etcd, r("1.37"), source).front();
  CHECK(printed.find("HostNetwork:(bool)true") < printed.find("SecurityContext:(*core.PodSecurityContext)"));
  CHECK_FALSE(static_forecast(etcd, r("1.37.0"), r("1.37.2"), source).recreated());
}

}  // namespace podreel::identity
