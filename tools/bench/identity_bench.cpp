// Container hashes per second by formula, cold and memoized, and the time of the parts of an upgrade forecast.
#include <benchmark/benchmark.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/json_reader.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/identity/hash_cache.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/types/defaults.hpp"

namespace podreel {

namespace {

using Json = nlohmann::json;

constexpr const char* web_server = R"({
  "name": "web", "image": "registry.example/shop/web:1.25.3",
  "args": ["--listen=:8080", "--log-level=info"],
  "ports": [{"name": "http", "containerPort": 8080}],
  "env": [{"name": "POD_IP", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
          {"name": "CACHE", "value": "64Mi"}],
  "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"memory": "256Mi"}},
  "volumeMounts": [{"name": "config", "mountPath": "/etc/web"},
                   {"name": "kube-api-access-x7k2p", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}],
  "readinessProbe": {"httpGet": {"path": "/ready", "port": "http"}},
  "livenessProbe": {"httpGet": {"path": "/live", "port": "http"}, "periodSeconds": 30},
  "securityContext": {"runAsNonRoot": true, "capabilities": {"drop": ["ALL"]}}
})";

Json stored_container() {
  Json container = Json::parse(web_server);
  types::apply_container_defaults(container, {30, 0});
  return container;
}

/// Selects releases that represent the formulas: Go struct with adler32, with fnv32a, the container's JSON, name and
/// image.
void formulas(benchmark::internal::Benchmark* bench) {
  for (const int minor : {2, 15, 30, 36}) bench->Arg(minor);
}

void hash_cold(benchmark::State& state) {
  const identity::ContainerHasher hasher{{static_cast<int>(state.range(0)), 0}};
  const Json container = stored_container();
  for (auto unused : state) benchmark::DoNotOptimize(hasher.hash(container));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(hash_cold)->Apply(formulas)->ArgName("minor");

void hash_memoised(benchmark::State& state) {
  identity::HashCache cache{identity::ContainerHasher{{static_cast<int>(state.range(0)), 0}}};
  const auto container = std::make_shared<const Json>(stored_container());
  for (auto unused : state) benchmark::DoNotOptimize(cache.hash(container));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(hash_memoised)->Apply(formulas)->ArgName("minor");

constexpr int pods_in_text = 200;

/// Returns pods in the indentation of `kubectl get pods -o json`.
std::vector<std::string> pod_texts() {
  std::vector<std::string> texts;
  for (int index = 0; index < pods_in_text; ++index) {
    Json pod{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "web-" + std::to_string(index)}}}};
    pod["spec"] = {{"containers", Json::array({stored_container()})},
                   {"volumes", Json::array({{{"name", "config"}, {"configMap", {{"name", "web"}}}},
                                            {{"name", "kube-api-access-x7k2p"}, {"emptyDir", Json::object()}}})}};
    texts.push_back(pod.dump(4));
  }
  return texts;
}

std::vector<Json> pods_of(const std::vector<std::string>& texts) {
  std::vector<Json> pods;
  std::vector<api::Problem> problems;
  for (const std::string& text : texts) {
    for (manifests::ManifestPod& pod : manifests::pods_of(api::read_json(text).front(), "bench", problems)) {
      pods.push_back(std::move(pod.pod));
    }
  }
  return pods;
}

void count_pods(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * pods_in_text);
}

void upgrade_parse(benchmark::State& state) {
  const std::vector<std::string> texts = pod_texts();
  for (auto unused : state) {
    for (const std::string& text : texts) benchmark::DoNotOptimize(api::read_json(text));
  }
  count_pods(state);
}
BENCHMARK(upgrade_parse);

void upgrade_parse_and_check(benchmark::State& state) {
  const std::vector<std::string> texts = pod_texts();
  for (auto unused : state) benchmark::DoNotOptimize(pods_of(texts));
  count_pods(state);
}
BENCHMARK(upgrade_parse_and_check);

void upgrade_default(benchmark::State& state) {
  const std::vector<Json> pods = pods_of(pod_texts());
  for (auto unused : state) {
    for (const Json& pod : pods) {
      Json stored = pod;
      types::apply_pod_defaults(stored, {31, 0});
      benchmark::DoNotOptimize(stored);
    }
  }
  count_pods(state);
}
BENCHMARK(upgrade_default);

void upgrade_hash(benchmark::State& state) {
  const std::vector<Json> pods = pods_of(pod_texts());
  const identity::ContainerHasher before{{30, 0}};
  const identity::ContainerHasher after{{31, 0}};
  for (auto unused : state) {
    for (const Json& pod : pods) {
      for (const Json& container : pod.at("spec").at("containers")) {
        benchmark::DoNotOptimize(before.hash(container) != after.hash(container));
      }
    }
  }
  count_pods(state);
}
BENCHMARK(upgrade_hash);

}  // namespace

}  // namespace podreel
